// Hooks on an actor are isolated to it. They win over the general ones, which are disfavoured.
extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with a hook, isolated to the subject, that is called for each state entered.
  ///
  /// - Parameter hook: What to call: see ``onEntry(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func onEntry(
    _ hook:
      @escaping @Sendable (_ visit: StateVisit<State, Event>, _ subject: isolated Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.entries) { visit, subject in
      nonisolated(unsafe) let visit = visit
      subject.assumeIsolated { hook(visit, $0) }
    }
  }

  /// Returns the schema with a hook, isolated to the subject, that is called for each state left.
  ///
  /// - Parameter hook: What to call: see ``onExit(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func onExit(
    _ hook:
      @escaping @Sendable (_ visit: StateVisit<State, Event>, _ subject: isolated Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.exits) { visit, subject in
      nonisolated(unsafe) let visit = visit
      subject.assumeIsolated { hook(visit, $0) }
    }
  }

  /// Returns the schema with a hook, isolated to the subject, that is called before each event.
  ///
  /// - Parameter hook: What to call: see ``beforeEvent(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func beforeEvent(
    _ hook:
      @escaping @Sendable (_ state: State, _ event: Event, _ subject: isolated Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.beforeEvent) { state, event, subject in
      nonisolated(unsafe) let (state, event) = (state, event)
      subject.assumeIsolated { hook(state, event, $0) }
    }
  }

  /// Returns the schema with a hook, isolated to the subject, that is called after each event.
  ///
  /// - Parameter hook: What to call: see ``afterEvent(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func afterEvent(
    _ hook:
      @escaping @Sendable (
        _ state: State, _ event: Event, _ outcome: Outcome, _ subject: isolated Subject
      ) -> Void
  ) -> StateMachineSchema {
    appending(\.afterEvent) { state, event, outcome, subject in
      nonisolated(unsafe) let (state, event) = (state, event)
      subject.assumeIsolated { hook(state, event, outcome, $0) }
    }
  }
}
