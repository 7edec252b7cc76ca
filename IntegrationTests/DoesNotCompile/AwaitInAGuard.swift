import Schematic

@MainActor final class Feed {
  enum State { case idle, checking, loading }
  enum Event { case load, online, offline }

  func isOnline() async -> Bool { true }

  static let schema = StateMachineSchema<State, Event, Feed>(
    initialState: .idle, on: MainActor.self
  ) { state, event, when in
    switch event {
    #if WRONG
      case .load: return when("online") { await $0.isOnline() } ? .to(.loading) : .ignored
    #else
      case .load: return .to(.checking)
    #endif
    case .online: return .to(.loading)
    case .offline: return .to(.idle)
    }
  } states: { state in
    switch state {
    case .checking:
      return .task("check") { feed, _ in await feed.isOnline() ? .online : .offline }
    case .idle, .loading: return .none
    }
  }
}
