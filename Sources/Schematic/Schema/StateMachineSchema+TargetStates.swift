extension StateMachineSchema where Event == State {
  /// Creates a schema of a machine without events of its own: the event is the state wanted next.
  ///
  /// ```swift
  /// let schema = StateMachineSchema<Request, Request, Client>(
  ///   initialState: .ready,
  ///   shouldMove: { state, next in state.allows(next) },
  ///   didMove: { _, next, client in client.react(to: next) })
  /// machine.handle(.fetching)  // .moved, or .rejected where the rule does not allow it
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - shouldMove: Whether a machine may move from one state to another; a pure function. A move
  ///     that it does not allow is rejected.
  ///   - didMove: What to do after each move: the old state, the new one, and the subject.
  @_disfavoredOverload
  public init(
    initialState: State,
    shouldMove: @escaping @Sendable (_ state: State, _ next: State) -> Bool,
    didMove:
      @escaping @Sendable (_ previous: State, _ state: State, _ subject: Subject) throws -> Void
  ) {
    self.init(initialState: initialState) { state, next in
      guard shouldMove(state, next) else { return .rejected }
      return .to(next) { try didMove(state, next, $0) }
    }
  }
}
