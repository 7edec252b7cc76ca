extension StateMachineSchema {
  /// Returns the schema with a hook that is called for each state that is entered.
  ///
  /// It runs after the action and sees the new state. Where states lie inside one another, it is
  /// called for each state entered, the outermost first. An internal transition enters nothing.
  ///
  /// ```swift
  /// schema.onEntry { visit, player in
  ///   if case .playing = visit.state { player.startClock() }
  /// }
  /// ```
  ///
  /// - Parameter hook: What to call; hooks of one kind run in the order in which they were added.
  /// - Returns: A schema with the same rules and one hook more.
  @_disfavoredOverload
  public func onEntry(
    _ hook: @escaping @Sendable (_ visit: StateVisit<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.entries, hook)
  }

  /// Returns the schema with a hook that is called for each state that is left.
  ///
  /// It runs once the rules have decided, and the machine is still in the old state. Where states
  /// lie inside one another, it is called for each state left, the innermost first. An internal
  /// transition leaves nothing.
  ///
  /// - Parameter hook: What to call.
  /// - Returns: A schema with the same rules and one hook more.
  @_disfavoredOverload
  public func onExit(
    _ hook: @escaping @Sendable (_ visit: StateVisit<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.exits, hook)
  }

  /// Returns the schema with a hook that is called before the rules are asked about an event.
  ///
  /// - Parameter hook: What to call, with the state that the event arrives in.
  /// - Returns: A schema with the same rules and one hook more.
  @_disfavoredOverload
  public func beforeEvent(
    _ hook: @escaping @Sendable (_ state: State, _ event: Event, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    appending(\.beforeEvent, hook)
  }

  /// Returns the schema with a hook that is called when an event has been handled, whatever became
  /// of it.
  ///
  /// It runs after the observers.
  ///
  /// - Parameter hook: What to call, with the state that the machine is in now.
  /// - Returns: A schema with the same rules and one hook more.
  @_disfavoredOverload
  public func afterEvent(
    _ hook:
      @escaping @Sendable (
        _ state: State, _ event: Event, _ outcome: Outcome, _ subject: Subject
      ) -> Void
  ) -> StateMachineSchema {
    appending(\.afterEvent, hook)
  }

  /// Returns the schema with a hook at the end of one of the lists.
  func appending<Hook>(
    _ list: WritableKeyPath<SchemaHooks<State, Event, Subject>, [Hook]>, _ hook: Hook
  ) -> StateMachineSchema {
    var schema = self
    schema.extras.hooks[keyPath: list].append(hook)
    return schema
  }
}
