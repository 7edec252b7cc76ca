// One grammar for all that a schema says besides its logic: a pure function of the state gives an
// answer, `level:` says whose answer it is where states lie inside one another, and what is added
// twice is there twice.
extension StateMachineSchema {
  /// Returns the schema with actions on entry to states.
  ///
  /// An entry action runs after the action of the transition and sees the new state. An internal
  /// transition enters nothing. A diagram shows it inside its state, as `entry / show spinner`.
  ///
  /// ```swift
  /// schema.onEntry { state in state == .loading ? .perform("show spinner") { $0.spin() } : nil }
  /// ```
  ///
  /// Where states lie inside one another, an answer is about the innermost one, which every external
  /// transition leaves and enters. With a level it is about the state that lies so far out, which
  /// machines enter when they come from outside of it:
  ///
  /// ```swift
  /// schema.onEntry(level: 1) { state in
  ///   if case .active = state { .perform("light up") { $0.lightUp() } } else { nil }
  /// }
  /// ```
  ///
  /// States are entered from the outermost to the innermost; the actions of one state run in the order
  /// in which they were added.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: 1 is the outermost state, 2 a state
  ///     in that one. A state that lies less deep has none of them. The innermost state unless you
  ///     say otherwise.
  ///   - action: The action of a state; `nil` where it has none. It must be a pure function. With a
  ///     level it must answer the same for all that lies in one state of that level.
  /// - Returns: A schema with the same rules and these actions more.
  public func onEntry(
    level: Int? = nil, _ action: @escaping @Sendable (_ state: State) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    adding { $0.entries.add(level: level, action) }
  }

  /// Returns the schema with actions on exit from states.
  ///
  /// An exit action runs once the rules have decided, and the machine is still in the old state. An
  /// internal transition leaves nothing. States are left from the innermost to the outermost.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - action: The action of a state; `nil` where it has none. It must be a pure function.
  /// - Returns: A schema with the same rules and these actions more.
  public func onExit(
    level: Int? = nil, _ action: @escaping @Sendable (_ state: State) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    adding { $0.exits.add(level: level, action) }
  }

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
  /// With a level a timeout belongs to the state that lies so far out, and runs on while machines
  /// move inside that state:
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
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - timeout: The timeout of a state; `nil` where it has none. It must be a pure function.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts(
    level: Int? = nil,
    _ timeout: @escaping @Sendable (_ state: State) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    adding { $0.timeouts.add(level: level, timeout) }
  }

  /// Returns the schema with asynchronous work.
  ///
  /// Work begins when its state is entered and is canceled when it is left, like a timeout. Work of
  /// one state begins in the order in which it was added, after the timeouts, and runs side by side. A
  /// diagram shows it inside its state, as `do / download`.
  ///
  /// ```swift
  /// schema.work { state in
  ///   if case .loading(let url) = state {
  ///     StateWork("download") { page, send in await page.load(url) { send(.progress($0)) } }
  ///   } else { nil }
  /// }
  /// ```
  ///
  /// The machine needs an actor to come back to, as for ``timeouts(level:_:)``.
  ///
  /// - Parameters:
  ///   - level: The level of the states that the answer is about: see ``onEntry(level:_:)``.
  ///   - work: The work of a state; `nil` where it has none. It must be a pure function.
  /// - Returns: A schema with the same rules and this work more.
  public func work(
    level: Int? = nil,
    _ work: @escaping @Sendable (_ state: State) -> StateWork<Event, Subject>?
  ) -> StateMachineSchema {
    adding { $0.works.add(level: level, work) }
  }

  /// Returns the schema with final states.
  ///
  /// A machine that reaches one is finished: it rejects every further event and says why, and the
  /// sequences of its transitions end. The rules are not asked in a final state.
  ///
  /// ```swift
  /// let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) { … }
  ///   .finalStates { $0 == .done }
  /// ```
  ///
  /// - Parameter isFinal: The answer whether a state is final. It must be a pure function.
  /// - Returns: A schema with the same rules and these final states more.
  public func finalStates(
    _ isFinal: @escaping @Sendable (_ state: State) -> Bool
  ) -> StateMachineSchema {
    adding { $0.finalStates.append(isFinal) }
  }

  /// Returns the schema with a closure that looks on while its machines take their steps.
  ///
  /// It is told when an event arrives, of each state left and entered, and when the event has been
  /// handled: see ``StepPhase``. It is for logging and for pushing a view model. No diagram shows it:
  /// what a machine does because of a state belongs into ``onEntry(level:_:)``, ``onExit(level:_:)``
  /// and ``work(level:_:)``.
  ///
  /// - Parameter observer: The closure; those of one schema are called in the order of their addition.
  /// - Returns: A schema with the same rules and one closure more.
  @_disfavoredOverload
  public func onStep(
    _ observer:
      @escaping @Sendable (_ phase: StepPhase<State, Event>, _ subject: Subject) -> Void
  ) -> StateMachineSchema {
    adding { $0.observers.append(observer) }
  }

  /// Returns the schema with a closure that commits each transition, such as to a database.
  ///
  /// It is called once the action has run, for external and internal transitions alike, before the
  /// state is entered and anybody is told. Where it throws, the step is undone like one whose action
  /// threw: the state is as it was, and the outcome is ``Outcome/failed(_:)``. What the exit action
  /// and the action have done to the subject stays done.
  ///
  /// ```swift
  /// schema.committing { transition, order in
  ///   try order.rows.update(order.id, from: transition.source, to: transition.target)
  /// }
  /// ```
  ///
  /// Diagrams say once that transitions are committed. For databases that are asked asynchronously see
  /// ``StateMachine/handle(_:swapping:)``.
  ///
  /// - Parameter commit: The closure; those of one schema are called in the order of their addition,
  ///   up to the first that throws.
  /// - Returns: A schema with the same rules and one closure more.
  @_disfavoredOverload
  public func committing(
    _ commit:
      @escaping @Sendable (_ transition: TakenTransition<State, Event>, _ subject: Subject) throws
      -> Void
  ) -> StateMachineSchema {
    adding { $0.add(commit: commit) }
  }

  /// A Boolean value that indicates whether closures commit each transition.
  package var commitsTransitions: Bool { storage.features.contains(.commits) }

  /// Returns the schema with another policy for events that the rules ignore.
  ///
  /// ```swift
  /// schema.unhandledEvents(.reject)
  /// ```
  ///
  /// - Parameter policy: The policy; such events are ignored unless you say otherwise.
  /// - Returns: A schema with the same rules.
  public func unhandledEvents(_ policy: UnhandledEventPolicy) -> StateMachineSchema {
    adding { $0.unhandledEvents = policy }
  }

  /// Returns the timeouts that run in a state, those of the states it lies in included.
  ///
  /// ```swift
  /// schema.timeouts(in: .fetching).map(\.duration)  // [30 seconds]
  /// ```
  ///
  /// - Parameter state: The state.
  /// - Returns: The timeouts, in the order in which they were added; those of parts come last.
  public func timeouts(in state: State) -> [StateTimeout<Event>] {
    ownedTimeouts(in: state).map(\.timeout)
  }
}

/// The fate of an event that the rules ignore.
public enum UnhandledEventPolicy: Hashable, Sendable {
  /// It is ignored, and the outcome says so.
  case ignore
  /// It is rejected, as a mistake.
  case reject
  /// In debug builds the program stops and names the event; in others it is ignored.
  case trap
}
