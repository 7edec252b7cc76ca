// Swift does not choose between overloads by isolation, hence the label `on`.
extension StateMachineSchema {
  /// Creates a schema from rules that live on the main actor and do not look at the subject.
  ///
  /// For a subject of the main actor, such as a view controller: actions may call its methods. A
  /// machine over this schema, and a diagram of it, must be used on the main actor; anywhere else
  /// the program stops.
  ///
  /// ```swift
  /// @MainActor final class Lamp {
  ///   func shine() {}
  ///   static let schema = StateMachineSchema<LampState, Press, Lamp>(
  ///     initialState: .off, on: MainActor.self
  ///   ) { state, event in
  ///     return .to(.on) { $0.shine() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: `MainActor.self`.
  ///   - logic: What an event means in a state; a pure function.
  public init(
    initialState: State,
    on actor: MainActor.Type,
    logic:
      @escaping @MainActor @Sendable (_ state: State, _ event: Event)
      -> Transition<State, Subject>
  ) {
    self.init(initialState: initialState, on: actor) { state, event, _ in logic(state, event) }
  }

  /// Creates a schema from rules with guards that live on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: `MainActor.self`.
  ///   - logic: What an event means in a state; the third parameter asks named conditions of the
  ///     subject.
  public init(
    initialState: State,
    on actor: MainActor.Type,
    logic:
      @escaping @MainActor @Sendable (_ state: State, _ event: Event, _ when: Guard<Subject>)
      -> Transition<State, Subject>
  ) {
    typealias Nonisolated = (State, Event, Guard<Subject>) -> Transition<State, Subject>
    self.init(initialState: initialState) { state, event, when in
      MainActor.preconditionIsolated(
        """
        A schema made with `on: MainActor.self` was asked outside the main actor. \
        Create, drive and draw its machines on the main actor.
        """
      )
      // `MainActor.assumeIsolated` would demand that states, events and transitions be Sendable.
      // They never leave this call, and the line above has made sure of where it runs.
      return unsafeBitCast(logic, to: Nonisolated.self)(state, event, when)
    }
    extras.isOnMainActor = true
  }
}
