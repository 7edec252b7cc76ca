import Schematic
import SchematicCases

enum DoorState: CaseIterable, Graphable { case open, closed, locked }
enum DoorEvent: CaseIterable, Graphable { case push, turnKey }

final class Door {
  var squeaks = 0

  static let schema = StateMachineSchema<DoorState, DoorEvent, Door>(
    initialState: .closed
  ) { state, event in
    switch state {
    case .open:
      switch event {
      case .push: return .to(.closed, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .rejected("close it first")
      }
    case .closed:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .to(.locked)
      }
    case .locked:
      switch event {
      case .push: return .ignored
      case .turnKey: return .to(.closed)
      }
    }
  }
}
