import Schematic

@MainActor final class Feed {
  enum State { case idle, loading }
  enum Event { case load, loaded }

  func load() async {}

  static let schema = StateMachineSchema<State, Event, Feed>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch event {
    #if WRONG
      case .load: return .to(.loading, "load") { await $0.load() }
    #else
      case .load: return .to(.loading)
    #endif
    case .loaded: return .to(.idle)
    }
  } states: { state in
    switch state {
    case .idle: return .none
    case .loading:
      return .task("load") { feed, _ in
        await feed.load()
        return .loaded
      }
    }
  }
}
