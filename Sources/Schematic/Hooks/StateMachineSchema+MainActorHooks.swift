// The label `on` chooses these, as it does for the rules. What the hooks are given never leaves the
// call: `nonisolated(unsafe)` says so to the compiler, and `assumeIsolated` stops the program where
// a machine is driven from elsewhere.
extension StateMachineSchema {
  /// Returns the schema with a hook on the main actor that is called for each state entered.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - hook: What to call: see ``onEntry(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func onEntry(
    on actor: MainActor.Type,
    _ hook:
      @escaping @MainActor @Sendable (_ visit: StateVisit<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    onEntry { visit, subject in
      nonisolated(unsafe) let (visit, subject) = (visit, subject)
      MainActor.assumeIsolated { hook(visit, subject) }
    }
  }

  /// Returns the schema with a hook on the main actor that is called for each state left.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - hook: What to call: see ``onExit(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func onExit(
    on actor: MainActor.Type,
    _ hook:
      @escaping @MainActor @Sendable (_ visit: StateVisit<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    onExit { visit, subject in
      nonisolated(unsafe) let (visit, subject) = (visit, subject)
      MainActor.assumeIsolated { hook(visit, subject) }
    }
  }

  /// Returns the schema with a hook on the main actor that is called before each event.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - hook: What to call: see ``beforeEvent(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func beforeEvent(
    on actor: MainActor.Type,
    _ hook:
      @escaping @MainActor @Sendable (_ state: State, _ event: Event, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    beforeEvent { state, event, subject in
      nonisolated(unsafe) let (state, event, subject) = (state, event, subject)
      MainActor.assumeIsolated { hook(state, event, subject) }
    }
  }

  /// Returns the schema with a hook on the main actor that is called after each event.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - hook: What to call: see ``afterEvent(_:)``.
  /// - Returns: A schema with the same rules and one hook more.
  public func afterEvent(
    on actor: MainActor.Type,
    _ hook:
      @escaping @MainActor @Sendable (
        _ state: State, _ event: Event, _ outcome: Outcome, _ subject: Subject
      ) -> Void
  ) -> StateMachineSchema {
    afterEvent { state, event, outcome, subject in
      nonisolated(unsafe) let (state, event, subject) = (state, event, subject)
      MainActor.assumeIsolated { hook(state, event, outcome, subject) }
    }
  }
}
