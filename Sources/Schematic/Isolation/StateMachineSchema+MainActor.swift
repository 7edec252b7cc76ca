extension StateMachineSchema {
  /// Creates a schema from rules whose actions are isolated to the main actor.
  ///
  /// Use this for a subject that lives on the main actor, such as a view controller: actions can
  /// call its methods. A machine with this schema must be used on the main actor. The schema itself
  /// can be evaluated and drawn anywhere.
  ///
  /// ```swift
  /// @MainActor final class Lamp {
  ///   var watts = 0
  ///   func shine() {}
  ///   nonisolated static let schema = StateMachineSchema<LampState, Press, Lamp>(
  ///     initialState: .off, on: MainActor.self
  ///   ) { state, event in
  ///     return state == .off ? .to(.on, "draw power") { $0.watts = 5 } : .to(.off)
  ///   } states: { state in
  ///     return state == .on ? .entry("shine") { $0.shine() } : .none
  ///   }
  /// }
  /// ```
  ///
  /// If you also embed a schema of the main actor, embed it last: Swift 6.3 rejects a static
  /// property whose code mentions another static property and, further down, a task that awaits.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: `MainActor.self`.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - logic: Returns what an event means in a state. It must be a pure function, and it isn't
  ///     isolated itself.
  ///   - states: An answer for each state, as if added by ``states(level:on:_:)``, or `nil` for none.
  @inlinable
  public init(
    initialState: State,
    on actor: MainActor.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    logic:
      @escaping @Sendable (_ state: State, _ event: Event)
      -> Transition<State, Subject>.OnMainActor,
    states: (@Sendable (_ state: State) -> StateBehavior<Event, Subject>.OnMainActor)? = nil
  ) {
    self =
      StateMachineSchema(
        initialState: initialState, fileID: fileID, line: line, logic: { logic($0, $1).transition }
      ).livingOnMainActor
    if let states { self = self.states(on: actor, states) }
  }

  /// Creates a schema from rules whose actions and guards are isolated to the main actor.
  @inlinable
  public init(
    initialState: State,
    on actor: MainActor.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    logic:
      @escaping @Sendable (_ state: State, _ event: Event, _ when: Guard<Subject>.OnMainActor)
      -> Transition<State, Subject>.OnMainActor,
    states: (@Sendable (_ state: State) -> StateBehavior<Event, Subject>.OnMainActor)? = nil
  ) {
    self =
      StateMachineSchema(
        initialState: initialState, fileID: fileID, line: line,
        logic: { logic($0, $1, Guard.OnMainActor($2)).transition }
      ).livingOnMainActor
    if let states { self = self.states(on: actor, states) }
  }

  /// Returns the schema with an answer for each state, with actions and tasks that are isolated to
  /// the main actor: see ``states(level:_:)``.
  public func states(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ behavior: @escaping @Sendable (_ state: State) -> StateBehavior<Event, Subject>.OnMainActor
  ) -> StateMachineSchema {
    states(level: level) { behavior($0)._behavior }.livingOnMainActor
  }

  /// Returns the schema with a closure that is isolated to the main actor and commits each
  /// transition: see `onCommit(_:)`.
  public func onCommit(
    on actor: MainActor.Type,
    _ commit:
      @escaping @MainActor @Sendable (
        _ transition: HandledEvent<State, Event>, _ subject: Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    onCommit { transition, subject in
      // Sound because the closure is called synchronously, so the transition stays on the main
      // actor.
      nonisolated(unsafe) let transition = transition
      try callHere(MainActorAction { try commit(transition, $0) }, subject)
    }
  }

  /// Returns the schema for an outer subject that lives on the main actor and holds the schema's own
  /// subject: see `mappingSubject(_:)`.
  public func mappingSubject<Outer>(
    on actor: MainActor.Type,
    _ map: @escaping @MainActor @Sendable (_ subject: Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mapped { subject in
      // Sound because the subject is read and used only on the main actor.
      nonisolated(unsafe) let subject = subject
      nonisolated(unsafe) var result: Subject?
      if isOffMainThread() { explainIfOffMainActor(Outer.self) }
      MainActor.assumeIsolated { result = map(subject) }
      return result!
    }.livingOnMainActor
  }

  /// Returns the schema with an inner machine embedded in one of its states; the action on
  /// completion is isolated to the main actor: see ``embedding(_:in:from:completion:)``.
  public func embedding<Inner>(
    _ inner: StateMachineSchema<Inner, Event, Subject>,
    in embed: @escaping @Sendable (_ inner: Inner) -> State,
    from extract: (@Sendable (_ state: State) -> Inner?)? = nil,
    on actor: MainActor.Type,
    completion:
      @escaping @Sendable (_ inner: Inner, _ when: Guard<Subject>.OnMainActor)
      -> Transition<State, Subject>.OnMainActor
  ) -> StateMachineSchema {
    embedding(inner, in: embed, from: extract) { inner, when in
      completion(inner, Guard.OnMainActor(when)).transition
    }.livingOnMainActor
  }

  /// The schema, for machines whose timeouts and tasks send their events on the main actor.
  @usableFromInline var livingOnMainActor: StateMachineSchema {
    adding { $0.isOnMainActor = true }
  }
}
