import Schematic

@MainActor final class Feed {
  enum State { case idle, loading }
  enum Event { case load, progress, loaded }

  nonisolated func download(_ progress: @escaping @Sendable () -> Void) async {}
  nonisolated func downloads() -> AsyncStream<Int> { AsyncStream { $0.finish() } }

  static let schema = StateMachineSchema<State, Event, Feed>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch event {
    case .load: return .to(.loading)
    case .progress: return .stay
    case .loaded: return .to(.idle)
    }
  } states: { state in
    switch state {
    case .idle: return .none
    case .loading:
      return .task("load") { feed, send in
        #if WRONG
          await feed.download { send(.progress) }
        #else
          for await _ in feed.downloads() { send(.progress) }
        #endif
        return .loaded
      }
    }
  }
}
