import Schematic
import SchematicCases

enum DoorState: CaseIterable, Graphable { case open, closed, locked }
enum DoorEvent: CaseIterable, Graphable { case push, turnKey }
