extension StateMachineSchema {
  /// Returns the schema with timeouts.
  ///
  /// A timeout begins when its state is entered and ends when it is left; entering the state again,
  /// also from itself, begins it anew. An internal transition lets it run on. A diagram shows it as
  /// `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3). A schema may have several: those of
  /// one state begin in the order in which they were added and run side by side.
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
  /// Where states lie inside one another, a timeout belongs to the innermost one, which every
  /// external transition leaves. With a level it belongs to the state that lies so far out, and
  /// runs on while machines move inside that state:
  ///
  /// ```swift
  /// schema.timeouts(level: 1) { state in
  ///   switch state {
  ///   case .active: return .after(.seconds(600), send: .endOfSession)  // whatever active does
  ///   case .off: return nil
  ///   }
  /// }
  /// ```
  ///
  /// The machine needs an actor to come back to: the subject must be an actor, or the schema be made
  /// `on: MainActor.self`.
  ///
  /// - Parameters:
  ///   - level: How far out the state lies that the timeouts belong to: 1 is the outermost state,
  ///     2 a state in that one. A state that lies less deep has none of them. Without a level they
  ///     belong to the innermost state.
  ///   - timeout: The timeout of a state; `nil` where it has none. It must be a pure function. With
  ///     a level it must answer the same for all that lies in one state of that level.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts(
    level: Int? = nil,
    _ timeout: @escaping @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    var schema = self
    schema.extras.activities.add(timeout, level: level)
    return schema
  }

  /// Returns the schema with timeouts that are told on the main actor.
  ///
  /// For state types whose `==` or properties live there, as in a module whose default isolation is
  /// `MainActor`.
  ///
  /// - Parameters:
  ///   - level: How far out the state lies that the timeouts belong to; the innermost state unless
  ///     you say otherwise.
  ///   - actor: `MainActor.self`.
  ///   - timeout: The timeout of a state: see ``timeouts(level:_:)``.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ timeout: @escaping @MainActor @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    var schema = timeouts(level: level) { state in
      MainActor.preconditionIsolated("Timeouts made with `on: MainActor.self` belong there.")
      typealias Nonisolated = (State) -> StateTimeout<Event>?
      return unsafeBitCast(timeout, to: Nonisolated.self)(state)
    }
    schema.extras.isOnMainActor = true
    return schema
  }

  /// Returns the timeouts that run in a state, those of the states it lies in included.
  ///
  /// ```swift
  /// schema.timeouts(in: .fetching).map(\.duration)  // [30 seconds]
  /// ```
  ///
  /// - Parameter state: The state.
  /// - Returns: The timeouts, in the order in which they were added.
  public func timeouts(in state: State) -> [StateTimeout<Event>] {
    let depth = extras.activities.haveLevels ? PathChange(entering: state).depth : 1
    return extras.activities.timeouts.compactMap { entry in
      (entry.level ?? 1) <= depth ? entry.activity(state) : nil
    }
  }
}
