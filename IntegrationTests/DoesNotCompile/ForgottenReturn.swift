import Schematic

final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  static let schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) { state, event in
    switch state {
    #if WRONG
      case .off: .to(.on)
    #else
      case .off: return .to(.on)
    #endif
    case .on: return .to(.off)
    }
  }
}
