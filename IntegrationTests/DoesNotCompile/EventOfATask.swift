import Schematic

@MainActor final class Feed {
  enum State { case idle, loading }
  enum Event { case load }

  func load() async {}

  static let schema = StateMachineSchema<State, Event, Feed>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    .to(.loading)
  } states: { state in
    switch state {
    case .idle: return .none
    #if WRONG
      case .loading: return .task { feed, _ in await feed.load() }
    #else
      case .loading: return .task("load") { feed, _ in await feed.load() }
    #endif
    }
  }
}
