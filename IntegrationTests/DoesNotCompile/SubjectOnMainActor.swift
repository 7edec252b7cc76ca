import Schematic

@MainActor final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  var flips = 0

  func dim() {}

  #if WRONG
    static let schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) {
      state, event in
      switch state {
      case .off: return .to(.on, "count") { $0.flips += 1 }
      case .on: return .to(.off, "dim") { $0.dim() }
      }
    }
  #else
    static let schema = StateMachineSchema<State, Event, Lamp>(
      initialState: .off, on: MainActor.self
    ) { state, event in
      switch state {
      case .off: return .to(.on, "count") { $0.flips += 1 }
      case .on: return .to(.off, "dim") { $0.dim() }
      }
    }
  #endif
}
