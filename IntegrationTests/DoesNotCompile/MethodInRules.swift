import Schematic

@MainActor final class Lamp {
  enum State { case off, on }
  enum Event { case press }

  #if WRONG
    static func next(after state: State) -> State { state == .off ? .on : .off }
  #else
    nonisolated static func next(after state: State) -> State { state == .off ? .on : .off }
  #endif

  static let schema = StateMachineSchema<State, Event, Lamp>(
    initialState: .off, on: MainActor.self
  ) { state, event in
    return .to(next(after: state))
  }
}
