import Schematic
import SchematicGraph

package enum DoorState: CaseIterable, Graphable { case open, closed, locked }
package enum DoorEvent: CaseIterable, Graphable { case push, turnKey }
