// The formatter would indent the line that is wrong.
// swift-format-ignore-file
import Schematic

final class Counter {
  struct State { var count = 0 }
  enum Event { case increment }

  static let schema = StateMachineSchema<State, Event, Counter>(initialState: State()) {
    state, event in
    #if WRONG
      let next = State(count: state.count + 1)
      .to(next)
    #else
      let next = State(count: state.count + 1)
      return .to(next)
    #endif
  }
}
