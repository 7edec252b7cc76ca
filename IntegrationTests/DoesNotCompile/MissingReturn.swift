import Schematic

final class Lamp {
  enum State { case off, on }
  enum Event { case press, hold }

  static func transition(from state: State, on event: Event) -> Transition<State, Lamp> {
    switch event {
    case .press: return .to(.on)
    #if WRONG
      case .hold: break
    #else
      case .hold: return .ignored
    #endif
    }
  }
}
