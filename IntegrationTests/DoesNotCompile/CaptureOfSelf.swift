import Schematic

final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  var flips = 0

  #if WRONG
    lazy var schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) { state, event in
      switch state {
      case .off: return .to(.on, "count") { _ in self.flips += 1 }
      case .on: return .to(.off)
      }
    }
  #else
    static let schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) { state, event in
      switch state {
      case .off: return .to(.on, "count") { $0.flips += 1 }
      case .on: return .to(.off)
      }
    }
  #endif
}
