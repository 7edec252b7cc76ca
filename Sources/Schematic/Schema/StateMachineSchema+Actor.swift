// Every form whose closure is isolated to a subject that is an actor, so that it may call its methods
// without waiting. Swift chooses an overload before it looks at isolation; these win because the
// general ones are disfavored. Each is the general form around `assumeIsolated`: nothing is sent
// anywhere, the closure is called here and now, on the actor that the machine lives in.

extension Transition where Subject: Actor {
  /// Returns an external transition whose action is isolated to the subject.
  ///
  /// The machine lives inside the actor and must be driven from there; driven from elsewhere, the
  /// action stops the program.
  ///
  /// ```swift
  /// actor Link {
  ///   func send() {}
  ///   static let schema = StateMachineSchema<LinkState, LinkEvent, Link>(initialState: .down) {
  ///     state, event in
  ///     return .to(.up) { $0.send() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor once the state has changed.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    Transition(
      .take(label: label, action: onActor(perform), target: state, isInternal: false))
  }

  /// Returns an external transition that leaves and enters a part, its action isolated to the subject.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - part: The part to leave and enter besides those that change.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor once the state has changed.
  /// - Returns: The transition; nothing has happened yet.
  public static func to(
    _ state: State,
    reentering part: PartialKeyPath<State>,
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    Transition(
      .reenter(
        PartTransition(part: part, target: state, label: label, action: onActor(perform))))
  }

  /// Returns an internal transition whose action is isolated to the subject.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    Transition(.take(label: label, action: onActor(perform), target: nil, isInternal: true))
  }

  /// Returns an internal transition that changes the payload, its action isolated to the subject.
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run on the actor once the payload has changed.
  /// - Returns: The transition; nothing has happened yet.
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    Transition(.take(label: label, action: onActor(perform), target: state, isInternal: true))
  }

  @inlinable
  static func onActor(
    _ perform: @escaping (isolated Subject) throws -> Void
  ) -> Action<Subject> {
    nonisolated(unsafe) let perform = perform
    return Action { subject in try subject.assumeIsolated { try perform($0) } }
  }
}

extension Guard where Subject: Actor {
  /// Returns whether the condition, isolated to the subject, holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition.
  ///   - condition: The meaning of the name; it may read the actor's state without waiting.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being tried.
  @inlinable
  public func callAsFunction(
    _ name: String, _ condition: @escaping (isolated Subject) -> Bool
  ) -> Bool {
    nonisolated(unsafe) let condition = condition
    return ask(name, Condition { subject in subject.assumeIsolated { condition($0) } })
  }
}

extension StateAction where Subject: Actor {
  /// Returns an action that is isolated to the subject.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - action: What is done with the subject.
  /// - Returns: The action; nothing has happened yet.
  @inlinable
  public static func perform(
    _ label: String? = nil, _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> StateAction {
    nonisolated(unsafe) let action = action
    return StateAction(label: label) { subject in subject.assumeIsolated { action($0) } }
  }
}

extension StateWork where Subject: Actor, Event: Sendable {
  /// Creates work that is isolated to the subject, and may send events on its way.
  ///
  /// - Parameters:
  ///   - label: The name of the work in diagrams.
  ///   - run: What to do, on the actor. It is given the subject and what sends an event, to be called
  ///     there, and returns the last event to send, or `nil` for none.
  public init(
    _ label: String? = nil,
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Event?
  ) {
    self.label = label
    self.run = .withSubject { subject, send in
      guard Self.lives(#isolation, on: subject) else { return await Self.run(run, subject, send) }
      nonisolated(unsafe) let send = send
      return await run(subject, send)
    }
  }

  // Out of line: the optimizer of Swift 6.3 makes invalid code of the comparison in place.
  @inline(never)
  private static func lives(_ isolation: (any Actor)?, on subject: Subject) -> Bool {
    isolation === subject
  }

  /// Runs work on its subject for a machine that lives elsewhere, on the main actor, and sends its
  /// events from there.
  private nonisolated(nonsending) static func run(
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Event?,
    _ subject: Subject, _ send: @escaping Send
  ) async -> Event? {
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    async let last = {
      defer { sender.finish() }
      return await run(subject) { sender.yield($0) }
    }()
    for await event in events { send(event) }
    return await last
  }
}

extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with a closure, isolated to the subject, that looks on.
  ///
  /// - Parameter observer: The closure: see ``onStep(_:)``.
  /// - Returns: A schema with the same rules and one closure more.
  public func onStep(
    _ observer:
      @escaping @Sendable (_ phase: StepPhase<State, Event>, _ subject: isolated Subject) -> Void
  ) -> StateMachineSchema {
    adding {
      $0.observers.append { phase, subject in
        nonisolated(unsafe) let phase = phase
        subject.assumeIsolated { observer(phase, $0) }
      }
    }
  }

  /// Returns the schema with a closure, isolated to the subject, that commits each transition.
  ///
  /// - Parameter commit: The closure: see ``committing(_:)``.
  /// - Returns: A schema with the same rules and one closure more.
  public func committing(
    _ commit:
      @escaping @Sendable (
        _ transition: TakenTransition<State, Event>, _ subject: isolated Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    adding {
      $0.add { transition, subject in
        nonisolated(unsafe) let transition = transition
        try subject.assumeIsolated { try commit(transition, $0) }
      }
    }
  }
}

extension StateMachineSchema {
  /// Returns the schema for an actor that holds the subject that it is written for.
  ///
  /// - Parameter map: The schema's own subject, which the closure may read without waiting.
  /// - Returns: A schema with the same rules, whose actions, guards and work are given what `map`
  ///   returns.
  public func mappingSubject<Outer: Actor>(
    _ map: @escaping @Sendable (_ subject: isolated Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    held { subject in
      nonisolated(unsafe) var result: Subject?
      subject.assumeIsolated { result = map($0) }
      return result!
    }
  }
}

extension StateMachineSchema where Event == State, Subject: Actor {
  /// Creates a schema of a machine without events of its own, whose reactions are isolated to the
  /// subject.
  ///
  /// - Parameters:
  ///   - initialState: The state in which a machine starts.
  ///   - shouldMove: Whether a machine may move from one state to another; a pure function.
  ///   - didMove: What to do after each move: the old state, the new one, and the subject.
  public init(
    initialState: State,
    shouldMove: @escaping @Sendable (_ state: State, _ next: State) -> Bool,
    didMove:
      @escaping @Sendable (_ previous: State, _ state: State, _ subject: isolated Subject) throws
      -> Void
  ) {
    self.init(initialState: initialState) { state, next in
      guard shouldMove(state, next) else { return .rejected }
      nonisolated(unsafe) let (previous, current) = (state, next)
      return .to(next) { try didMove(previous, current, $0) }
    }
  }
}

extension StateMachine where Subject: Actor {
  /// Registers an observer, isolated to the subject, that is given it with every transition.
  ///
  /// ```swift
  /// machine.observe { transition, link in link.log(transition.target) }
  /// ```
  ///
  /// - Parameter observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    _ observer:
      @escaping (_ transition: TakenTransition<State, Event>, _ subject: isolated Subject) -> Void
  ) -> ObserverToken {
    nonisolated(unsafe) let observer = observer
    return add { transition, subject in
      nonisolated(unsafe) let transition = transition
      subject.assumeIsolated { observer(transition, $0) }
    }
  }
}
