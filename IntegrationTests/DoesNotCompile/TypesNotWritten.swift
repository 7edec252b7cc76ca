import Schematic

final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  #if WRONG
    static let schema = StateMachineSchema(initialState: State.off) { state, event in
      .to(.on)
    }
  #else
    static let schema = StateMachineSchema<State, Event, Lamp>(initialState: .off) { state, event in
      .to(.on)
    }
  #endif
}
