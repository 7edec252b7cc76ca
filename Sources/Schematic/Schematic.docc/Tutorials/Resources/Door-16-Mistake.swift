import Schematic
import SchematicCases

enum DoorState: CaseIterable, Graphable { case open, closed, locked }
enum DoorEvent: CaseIterable, Graphable { case push, turnKey }

final class Door {
  var squeaks = 0
  var hasKey = true

  static let schema = StateMachineSchema<DoorState, DoorEvent, Door>(
    initialState: .closed
  ) { state, event, when in
    switch state {
    case .open:
      switch event {
      case .push: return .to(.closed, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .rejected("close it first")
      }
    case .closed:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.locked) : .stay("rattle")
      }
    case .locked:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.closed) : .stay("rattle")
      }
    }
  }
}
