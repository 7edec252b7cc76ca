// Every form with the label `on: MainActor.self`. Swift does not choose between overloads by
// isolation, hence the label. Each is the general form around `onMainActor`.

/// Calls a closure of the main actor here and now; anywhere else the program stops.
///
/// `assumeIsolated` returns only what is sendable, and states, events and answers need not be. They
/// never leave the call. It checks the isolation, which costs more than a step: debug builds check before
/// it, to say more.
@inlinable
@inline(__always)
func onMainActor<Value>(
  _ message: @autoclosure () -> String, _ body: @MainActor () -> Value
) -> Value {
  MainActor.assertIsolated(message())
  nonisolated(unsafe) var result: Value?
  MainActor.assumeIsolated { result = body() }
  return result!
}

@inlinable
var askedElsewhere: String {
  """
  A schema made with `on: MainActor.self` was asked outside the main actor. \
  Create, drive and draw its machines on the main actor.
  """
}

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
    self = StateMachineSchema(initialState: initialState) { state, event in
      nonisolated(unsafe) let (state, event) = (state, event)
      return onMainActor(askedElsewhere) { logic(state, event) }
    }.adding { $0.isOnMainActor = true }
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
    self = StateMachineSchema(initialState: initialState) { state, event, when in
      nonisolated(unsafe) let (state, event, when) = (state, event, when)
      return onMainActor(askedElsewhere) { logic(state, event, when) }
    }.adding { $0.isOnMainActor = true }
  }

  /// Returns the schema with actions, answered on the main actor, on entry to states.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - action: The action of a state; `nil` where it has none.
  /// - Returns: A schema with the same rules and these actions more.
  @inlinable
  public func onEntry(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ action: @escaping @MainActor @Sendable (_ state: State) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    onEntry(level: level, Self.answered(action))
  }

  /// Returns the schema with actions, answered on the main actor, on exit from states.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - action: The action of a state; `nil` where it has none.
  /// - Returns: A schema with the same rules and these actions more.
  @inlinable
  public func onExit(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ action: @escaping @MainActor @Sendable (_ state: State) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    onExit(level: level, Self.answered(action))
  }

  /// Returns the schema with timeouts that are answered on the main actor.
  ///
  /// For state types whose `==` or properties live there, as in a module whose default isolation is
  /// `MainActor`.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - timeout: The timeout of a state: see ``timeouts(level:_:)``.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ timeout: @escaping @MainActor @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    timeouts(level: level, Self.answered(timeout)).adding { $0.isOnMainActor = true }
  }

  /// Returns the schema with asynchronous work on the main actor.
  ///
  /// ```swift
  /// schema.work(on: MainActor.self) { state in
  ///   guard case .loading(let page) = state else { return nil }
  ///   return StateWork("load") { screen, _ in await screen.load(page) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - work: The work of a state: see ``work(level:_:)``.
  /// - Returns: A schema with the same rules and this work more.
  public func work(
    level: Int? = nil,
    on actor: MainActor.Type,
    _ work: @escaping @MainActor @Sendable (_ state: State) -> StateWork<Event, Subject>?
  ) -> StateMachineSchema {
    self.work(level: level, Self.answered(work)).adding { $0.isOnMainActor = true }
  }

  /// Returns the schema with final states that are answered on the main actor.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - isFinal: The answer whether a state is final: see ``finalStates(_:)``.
  /// - Returns: A schema with the same rules and these final states more.
  public func finalStates(
    on actor: MainActor.Type, _ isFinal: @escaping @MainActor @Sendable (_ state: State) -> Bool
  ) -> StateMachineSchema {
    finalStates(Self.answered(isFinal))
  }

  /// Returns the schema with a closure on the main actor that looks on.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - observer: The closure: see `onStep(_:)`.
  /// - Returns: A schema with the same rules and one closure more.
  public func onStep(
    on actor: MainActor.Type,
    _ observer:
      @escaping @MainActor @Sendable (_ phase: StepPhase<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    onStep { phase, subject in
      nonisolated(unsafe) let (phase, subject) = (phase, subject)
      onMainActor(askedElsewhere) { observer(phase, subject) }
    }
  }

  /// Returns the schema with a closure on the main actor that commits each transition.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - commit: The closure: see `committing(_:)`.
  /// - Returns: A schema with the same rules and one closure more.
  public func committing(
    on actor: MainActor.Type,
    _ commit:
      @escaping @MainActor @Sendable (
        _ transition: TakenTransition<State, Event>, _ subject: Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    committing { transition, subject in
      nonisolated(unsafe) let (transition, subject) = (transition, subject)
      try onMainActor(askedElsewhere) { Result { try commit(transition, subject) } }.get()
    }
  }

  /// Returns the schema with actions, answered on the main actor, on entry to states of a part.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - action: The action of a state of the part; `nil` where it has none.
  /// - Returns: A schema with the same rules and these actions more.
  public func onEntry<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    on actor: MainActor.Type,
    _ action: @escaping @MainActor @Sendable (_ state: Part) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    onEntry(in: part, level: level, Self.answered(action))
  }

  /// Returns the schema with actions, answered on the main actor, on exit from states of a part.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - action: The action of a state of the part; `nil` where it has none.
  /// - Returns: A schema with the same rules and these actions more.
  public func onExit<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    on actor: MainActor.Type,
    _ action: @escaping @MainActor @Sendable (_ state: Part) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    onExit(in: part, level: level, Self.answered(action))
  }

  /// Returns the schema with timeouts of a part that are answered on the main actor.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - timeout: The timeout of a state of the part: see ``timeouts(level:_:)``.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    on actor: MainActor.Type,
    _ timeout: @escaping @MainActor @Sendable (_ state: Part) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    timeouts(in: part, level: level, Self.answered(timeout)).adding { $0.isOnMainActor = true }
  }

  /// Returns the schema with asynchronous work of a part on the main actor.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - actor: `MainActor.self`.
  ///   - work: The work of a state of the part: see ``work(level:_:)``.
  /// - Returns: A schema with the same rules and this work more.
  public func work<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    on actor: MainActor.Type,
    _ work: @escaping @MainActor @Sendable (_ state: Part) -> StateWork<Event, Subject>?
  ) -> StateMachineSchema {
    self.work(in: part, level: level, Self.answered(work)).adding { $0.isOnMainActor = true }
  }

  /// Returns the schema for a subject of the main actor that holds the one that it is written for.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - map: The schema's own subject in the other one: see `mappingSubject(_:)`.
  /// - Returns: A schema with the same rules.
  public func mappingSubject<Outer>(
    on actor: MainActor.Type,
    _ map: @escaping @MainActor @Sendable (_ subject: Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mappingSubject { subject in
      nonisolated(unsafe) let subject = subject
      return onMainActor(askedElsewhere) { map(subject) }
    }
  }

  @inlinable
  static func answered<Value, Answer>(
    _ answer: @escaping @MainActor @Sendable (Value) -> Answer
  ) -> @Sendable (Value) -> Answer {
    { state in
      nonisolated(unsafe) let state = state
      return onMainActor(askedElsewhere) { answer(state) }
    }
  }
}

extension StateMachineSchema where Event == State {
  /// Creates a schema on the main actor of a machine without events of its own.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - actor: `MainActor.self`.
  ///   - shouldMove: Whether a machine may move from one state to another; a pure function.
  ///   - didMove: What to do after each move: the old state, the new one, and the subject.
  public init(
    initialState: State,
    on actor: MainActor.Type,
    shouldMove: @escaping @MainActor @Sendable (_ state: State, _ next: State) -> Bool,
    didMove:
      @escaping @MainActor @Sendable (_ previous: State, _ state: State, _ subject: Subject) throws
      -> Void
  ) {
    self.init(initialState: initialState, on: actor) { state, next in
      guard shouldMove(state, next) else { return .rejected }
      return .to(next) { try didMove(state, next, $0) }
    }
  }
}

extension StateMachine {
  /// Registers an observer on the main actor that is given the subject with every transition.
  ///
  /// For observers that are written outside the main actor; inside, a closure is on it already.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    on actor: MainActor.Type,
    _ observer:
      @escaping @MainActor (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    add { transition, subject in
      nonisolated(unsafe) let (transition, subject) = (transition, subject)
      onMainActor(askedElsewhere) { observer(transition, subject) }
    }
  }
}
