import Schematic

final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  var flips = 0

  static let schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) { state, event in
    switch state {
    #if WRONG
      case .off: .to(.on, "count") { $0.flip += 1 }
      case .on: .to(.off)
    #else
      case .off: return .to(.on, "count") { $0.flips += 1 }
      case .on: return .to(.off)
    #endif
    }
  }
}
