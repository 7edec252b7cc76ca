extension StateMachineSchema {
  /// Returns the schema with final states.
  ///
  /// A machine that reaches one is finished: it rejects every further event and says why, and the
  /// sequences of its transitions end. The rules are not asked in a final state.
  ///
  /// ```swift
  /// let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) { … }
  ///   .final { $0 == .done }
  /// ```
  ///
  /// A schema to which final states are added twice has both.
  ///
  /// - Parameter isFinal: Whether a state is final. It must be a pure function.
  /// - Returns: A schema with the same rules and these final states more.
  public func final(_ isFinal: @escaping @Sendable (_ state: State) -> Bool) -> StateMachineSchema {
    var schema = self
    if let others = storage.final {
      schema.extras.final = { others($0) || isFinal($0) }
    } else {
      schema.extras.final = isFinal
    }
    return schema
  }

  /// Returns the schema with final states that are told on the main actor.
  ///
  /// For state types whose `==` or properties live there, as in a module whose default isolation is
  /// `MainActor`.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - isFinal: Whether a state is final: see ``final(_:)``.
  /// - Returns: A schema with the same rules and these final states more.
  public func final(
    on actor: MainActor.Type, _ isFinal: @escaping @MainActor @Sendable (_ state: State) -> Bool
  ) -> StateMachineSchema {
    final { state in
      nonisolated(unsafe) let state = state
      return MainActor.assumeIsolated { isFinal(state) }
    }
  }

  /// Returns whether a machine is finished in a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: `true` when the state is final.
  @inlinable
  public func isFinal(_ state: State) -> Bool {
    storage.final?(state) ?? false
  }

  /// Why a finished machine rejects events.
  @usableFromInline static var finishedReason: String { "the machine is finished" }
}
