import Schematic
import SchematicDiagrams
import SchematicGraph

enum DoorState: CaseIterable, Graphable { case open, closed, locked }
enum DoorEvent: CaseIterable, Graphable { case push, turnKey }

/// A door, and a door whose rules somebody changed.
enum Door {
  static let schema = rules(afterTurningTheKey: .locked)
  static let changedSchema = rules(afterTurningTheKey: .open)

  /// Rules by which nobody can reach the state `locked`: the change again, seen as a finding.
  static let unlockableSchema = changedSchema

  static let catalog: DiagramCatalog = [Diagram("Door", of: Door.schema)]
  static let changedCatalog: DiagramCatalog = [Diagram("Door", of: Door.changedSchema)]

  private static func rules(
    afterTurningTheKey target: DoorState
  ) -> StateMachineSchema<DoorState, DoorEvent, Void> {
    StateMachineSchema(initialState: .closed) { state, event in
      switch state {
      case .open: return event == .push ? .to(.closed) : .rejected("close it first")
      case .closed: return event == .push ? .to(.open) : .to(target, "click")
      case .locked: return event == .turnKey ? .to(.closed, "click") : .ignored
      }
    }
  }
}
