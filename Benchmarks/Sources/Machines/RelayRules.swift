import Schematic
import Workloads

/// The rules of the relay: each message queues two events.
enum RelayRules {
  static let schema = StateMachineSchema<RelayState, RelayEvent, Relay>(initialState: .resting) {
    state, event in
    switch state {
    case .resting:
      switch event {
      case .message: return .to(.sending, "send") { $0.send(.sent) }
      case .sent, .confirmed: return .ignored
      }
    case .sending:
      switch event {
      case .sent: return .to(.waiting, "confirm") { $0.send(.confirmed) }
      case .message, .confirmed: return .ignored
      }
    case .waiting:
      switch event {
      case .confirmed: return .to(.resting, "count") { $0.forwarded += 1 }
      case .message, .sent: return .ignored
      }
    }
  }
}
