extension StateMachineSchema {
  /// Returns the schema with asynchronous work on the main actor.
  ///
  /// ```swift
  /// schema.work(on: MainActor.self) { state, screen in
  ///   guard case .loading(let page) = state else { return nil }
  ///   return StateWork { await screen.load(page) }
  /// }
  /// ```
  ///
  /// Work that holds its subject keeps it alive until it ends. A schema may have several kinds of
  /// work: those of one state begin in the order in which they were added, after the timeouts, and
  /// run side by side.
  ///
  /// Where states lie inside one another, work belongs to the innermost one, which every external
  /// transition leaves, or with a level to one further out: see ``timeouts(level:_:)``.
  ///
  /// - Parameters:
  ///   - level: How far out the state lies that the work belongs to: 1 is the outermost state. The
  ///     innermost state unless you say otherwise.
  ///   - actor: `MainActor.self`.
  ///   - work: The work of a state; `nil` where it has none. Called when the state is entered.
  /// - Returns: A schema with the same rules and this work more.
  public func work(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ work:
      @escaping @MainActor @Sendable (_ state: State, _ subject: Subject) -> StateWork<Event>?
  ) -> StateMachineSchema {
    var schema = self
    let onMainActor: SchemaActivities<State, Event, Subject>.Work = { state, subject in
      MainActor.preconditionIsolated(
        "Work made with `on: MainActor.self` was begun outside the main actor; drive its machine there."
      )
      typealias Nonisolated = (State, Subject) -> StateWork<Event>?
      return unsafeBitCast(work, to: Nonisolated.self)(state, subject)
    }
    schema.extras.activities.add(onMainActor, level: level)
    schema.extras.isOnMainActor = true
    return schema
  }
}

extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with asynchronous work on the actor that is its subject.
  ///
  /// Work runs on the actor, and so keeps it alive until it ends.
  ///
  /// - Parameters:
  ///   - level: How far out the state lies that the work belongs to: 1 is the outermost state. The
  ///     innermost state unless you say otherwise.
  ///   - work: The work of a state; `nil` where it has none. Called when the state is entered.
  /// - Returns: A schema with the same rules and this work more.
  public func work(
    level: Int? = nil,
    _ work:
      @escaping @Sendable (_ state: State, _ subject: isolated Subject) -> StateWork<Event>?
  ) -> StateMachineSchema {
    var schema = self
    let onActor: SchemaActivities<State, Event, Subject>.Work = { state, subject in
      nonisolated(unsafe) let state = state
      nonisolated(unsafe) var result: StateWork<Event>?
      subject.assumeIsolated { result = work(state, $0) }
      return result
    }
    schema.extras.activities.add(onActor, level: level)
    return schema
  }
}
