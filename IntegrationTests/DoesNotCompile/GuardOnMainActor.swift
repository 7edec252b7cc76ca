import Schematic

@MainActor final class Player {
  enum State { case stopped, playing }
  enum Event { case play, stop }
  var tracks = 0

  static let schema = StateMachineSchema<State, Event, Player>(
    initialState: .stopped, on: MainActor.self, logic: transition)

  #if WRONG
    nonisolated static func transition(
      from state: State, on event: Event, _ when: Guard<Player>
    ) -> Transition<State, Player> {
      switch (state, event) {
      case (.stopped, .play): return when("has tracks") { $0.tracks > 0 } ? .to(.playing) : .ignored
      default: return .ignored
      }
    }
  #else
    nonisolated static func transition(
      from state: State, on event: Event, _ when: Guard<Player>.OnMainActor
    ) -> Transition<State, Player>.OnMainActor {
      switch (state, event) {
      case (.stopped, .play): return when("has tracks") { $0.tracks > 0 } ? .to(.playing) : .ignored
      default: return .ignored
      }
    }
  #endif
}
