extension StateMachineSchema {
  /// Returns the schema with timeouts.
  ///
  /// A timeout begins when its state is entered and ends when it is left; entering the state again,
  /// also from itself, begins it anew. An internal transition lets it run on. A diagram shows it as
  /// `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3).
  ///
  /// ```swift
  /// schema.timeouts { state in
  ///   switch state {
  ///   case .fetching: return .after(.seconds(30), send: .timeout)
  ///   default: return nil
  ///   }
  /// }
  /// ```
  ///
  /// The machine needs an actor to come back to: the subject must be an actor, or the schema be made
  /// `on: MainActor.self`.
  ///
  /// - Parameter timeout: The timeout of a state; `nil` where it has none. It must be a pure
  ///   function.
  /// - Returns: A schema with the same rules.
  public func timeouts(
    _ timeout: @escaping @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    var schema = self
    schema.activities.timeout = timeout
    return schema
  }

  /// Returns the schema with timeouts that are told on the main actor.
  ///
  /// For state types whose `==` or properties live there, as in a module whose default isolation is
  /// `MainActor`.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - timeout: The timeout of a state: see ``timeouts(_:)``.
  /// - Returns: A schema with the same rules.
  public func timeouts(
    on actor: MainActor.Type,
    _ timeout: @escaping @MainActor @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    var schema = timeouts { state in
      MainActor.preconditionIsolated("Timeouts made with `on: MainActor.self` belong there.")
      typealias Nonisolated = (State) -> StateTimeout<Event>?
      return unsafeBitCast(timeout, to: Nonisolated.self)(state)
    }
    schema.isOnMainActor = true
    return schema
  }

  /// Returns the timeout of a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: The timeout; `nil` where the state has none.
  public func timeout(in state: State) -> StateTimeout<Event>? {
    activities.timeout?(state)
  }

  /// Returns the schema with asynchronous work on the main actor.
  ///
  /// ```swift
  /// schema.work(on: MainActor.self) { state, screen in
  ///   guard case .loading(let page) = state else { return nil }
  ///   return StateWork { await screen.load(page) }
  /// }
  /// ```
  ///
  /// Work that holds its subject keeps it alive until it ends.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - work: The work of a state; `nil` where it has none. Called when the state is entered.
  /// - Returns: A schema with the same rules.
  public func work(
    on actor: MainActor.Type,
    _ work:
      @escaping @MainActor @Sendable (_ state: State, _ subject: Subject) -> StateWork<Event>?
  ) -> StateMachineSchema {
    var schema = self
    schema.activities.work = { state, subject in
      MainActor.preconditionIsolated(
        "Work made with `on: MainActor.self` was begun outside the main actor; drive its machine there."
      )
      typealias Nonisolated = (State, Subject) -> StateWork<Event>?
      return unsafeBitCast(work, to: Nonisolated.self)(state, subject)
    }
    schema.isOnMainActor = true
    return schema
  }
}

extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with asynchronous work on the actor that is its subject.
  ///
  /// Work runs on the actor, and so keeps it alive until it ends.
  ///
  /// - Parameter work: The work of a state; `nil` where it has none. Called when the state is
  ///   entered.
  /// - Returns: A schema with the same rules.
  public func work(
    _ work:
      @escaping @Sendable (_ state: State, _ subject: isolated Subject) -> StateWork<Event>?
  ) -> StateMachineSchema {
    var schema = self
    schema.activities.work = { state, subject in
      nonisolated(unsafe) let state = state
      nonisolated(unsafe) var result: StateWork<Event>?
      subject.assumeIsolated { result = work(state, $0) }
      return result
    }
    return schema
  }
}
