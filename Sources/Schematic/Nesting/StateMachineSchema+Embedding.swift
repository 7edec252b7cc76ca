// Composition: a machine inside a state of another. Everything that a schema says is put in terms of
// other states, events and subjects by one mapping.
extension StateMachineSchema {
  /// Returns the schema with an inner machine embedded in one of its states.
  ///
  /// All that the inner schema says counts while the machine is in that state: transitions, guards,
  /// entry and exit actions, timeouts, work, what looks on, and final states, in which the whole
  /// machine is finished. What the inner rules ignore falls through to the rules of this schema.
  ///
  /// ```swift
  /// enum Player: Hierarchical { case off, on(Deck) }
  ///
  /// let deck = StateMachineSchema<Deck, Button, Motor>(initialState: .stopped) { … }
  /// let player = StateMachineSchema<Player, Button, Motor>(initialState: .off) { … }
  ///   .embedding(deck, in: Player.on)
  /// ```
  ///
  /// The rules of this schema still say how the machine gets into the state, and in which inner state
  /// that is; the initial state of the inner schema is not looked at. Inner machines may have others
  /// embedded. One whose subject or events differ is brought in line by `mappingSubject(_:)` and
  /// ``mappingEvents(from:to:)``.
  ///
  /// The graph of the result, restricted to the composite state, is the graph of the inner schema.
  ///
  /// - Parameters:
  ///   - inner: The inner schema.
  ///   - embed: The case that carries the inner states.
  ///   - extract: The inner state of a state; `nil` for states outside. Unless you say otherwise the
  ///     value that the case carries is read by reflection, which takes longer than a pattern.
  /// - Returns: A schema with all that both say. Its policy for unhandled events is that of this
  ///   schema.
  public func embedding<Inner>(
    _ inner: StateMachineSchema<Inner, Event, Subject>,
    in embed: @escaping @Sendable (_ inner: Inner) -> State,
    from extract: (@Sendable (_ state: State) -> Inner?)? = nil
  ) -> StateMachineSchema {
    let payload: @Sendable (State) -> Inner? = { CasePath.payload(of: $0, in: embed) }
    let mapping = SchemaMapping<Inner, Event, Subject, State, Event, Subject>(
      state: extract ?? payload, outerState: embed,
      event: { $0 }, outerEvent: { $0 }, subject: { $0 }, action: { $0 }, guards: { $0 },
      depth: inner.depth(in: embed))
    let mapped = mapping.schema(inner)
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: Rules(mapped.storage.rules, else: storage.rules),
      additions: storage.additions.adding(mapped.storage.additions))
    return schema
  }

  /// Returns the schema for a subject that holds the one that it is written for.
  ///
  /// ```swift
  /// player.embedding(Deck.schema.mappingSubject { $0.deck }, in: PlayerState.on)
  /// ```
  ///
  /// - Parameter map: The schema's own subject in the other one.
  /// - Returns: A schema with the same rules, whose actions, guards and work are given what `map`
  ///   returns.
  @_disfavoredOverload
  public func mappingSubject<Outer>(
    _ map: @escaping @Sendable (_ subject: Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    held(by: map)
  }

  /// Returns the schema for a subject in which its own one is found.
  func held<Outer>(
    by map: @escaping @Sendable (Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    SchemaMapping<State, Event, Subject, State, Event, Outer>(
      state: { $0 }, outerState: { $0 }, event: { $0 }, outerEvent: { $0 }, subject: map,
      action: { action in Action { try action.run(map($0)) } },
      guards: { $0.mappingSubject(map) }, depth: 0
    ).schema(self)
  }

  /// Returns the schema for other events, of which some stand for its own.
  ///
  /// ```swift
  /// deck.mappingEvents(
  ///   from: { if case .button(let button) = $0 { button } else { nil } }, to: PlayerEvent.button)
  /// ```
  ///
  /// - Parameters:
  ///   - event: The schema's own event that another stands for; `nil` for those that mean nothing to
  ///     it, which are ignored.
  ///   - outerEvent: The event that stands for one of the schema's own, which timeouts and work send.
  /// - Returns: A schema with the same rules.
  public func mappingEvents<Outer>(
    from event: @escaping @Sendable (_ event: Outer) -> Event?,
    to outerEvent: @escaping @Sendable (_ event: Event) -> Outer
  ) -> StateMachineSchema<State, Outer, Subject> {
    SchemaMapping<State, Event, Subject, State, Outer, Subject>(
      state: { $0 }, outerState: { $0 }, event: event, outerEvent: outerEvent, subject: { $0 },
      action: { $0 }, guards: { $0 }, depth: 0
    ).schema(self)
  }

  /// Returns the number of states around an inner state in the one that it is embedded in.
  fileprivate func depth<Outer>(in embed: (State) -> Outer) -> Int {
    let inner = PathChange(entering: initialState).entered
    let outer = PathChange(entering: embed(initialState)).entered
    guard outer < inner else { return outer - inner }
    fatalError(
      """
      \(State.self) has states inside one another, and \(Outer.self) does not say so; \
      make it Hierarchical.
      """)
  }
}

/// The way from the states, events and subject of one schema to those of another.
private struct SchemaMapping<State, Event, Subject, OuterState, OuterEvent, OuterSubject>:
  Sendable
{
  let state: @Sendable (OuterState) -> State?
  let outerState: @Sendable (State) -> OuterState
  let event: @Sendable (OuterEvent) -> Event?
  let outerEvent: @Sendable (Event) -> OuterEvent
  let subject: @Sendable (OuterSubject) -> Subject
  /// Returns an action for the outer subject: the same one where the subject is the same, so that
  /// answers with it can be kept.
  let action: @Sendable (Action<Subject>) -> Action<OuterSubject>
  let guards: @Sendable (Guard<OuterSubject>) -> Guard<Subject>
  /// The number of states around the embedded ones.
  let depth: Int

  func schema(
    _ schema: StateMachineSchema<State, Event, Subject>
  ) -> StateMachineSchema<OuterState, OuterEvent, OuterSubject> {
    let rules = schema.storage.rules
    var mapped =
      rules.hasGuards
      ? StateMachineSchema<OuterState, OuterEvent, OuterSubject>(
        initialState: outerState(schema.initialState)
      ) { outer, event, when in
        guard let state = self.state(outer), let event = self.event(event) else { return .ignored }
        return self.transition(rules.guarded(state, event, self.guards(when)))
      }
      : StateMachineSchema<OuterState, OuterEvent, OuterSubject>(
        initialState: outerState(schema.initialState)
      ) { outer, event in
        guard let state = self.state(outer), let event = self.event(event) else { return .ignored }
        return self.transition(rules.plain(state, event))
      }
    let additions = schema.storage.additions
    mapped = mapped.adding {
      $0.entries = answers(additions.entries, stateAction)
      $0.exits = answers(additions.exits, stateAction)
      $0.timeouts = answers(additions.timeouts, timeout)
      $0.works = answers(additions.works, work)
      $0.parts = additions.parts.map(part)
      $0.finalStates = additions.finalStates.map { isFinal in
        { outer in self.state(outer).map(isFinal) ?? false }
      }
      $0.observers = additions.observers.map(observer)
      $0.commit = additions.commit.map(commit)
      $0.unhandledEvents = additions.unhandledEvents
      $0.isOnMainActor = additions.isOnMainActor
    }
    return mapped
  }

  private func transition(
    _ transition: Transition<State, Subject>
  ) -> Transition<OuterState, OuterSubject> {
    switch transition.form {
    case .ignored: .ignored
    case .rejected(let reason): Transition(.rejected(reason: reason))
    case .move(let state): Transition(.move(outerState(state)))
    case .take(let label, let action, let target, let isInternal):
      Transition(
        .take(
          label: label, action: action.map(self.action), target: target.map(outerState),
          isInternal: isInternal))
    case .reenter(let answer):
      Transition(
        .reenter(
          PartTransition(
            part: answer.part, target: outerState(answer.target), label: answer.label,
            action: answer.action.map(self.action))))
    }
  }

  private func answers<Answer, OuterAnswer>(
    _ answers: StateAnswers<State, Answer>, deeperBy depth: Int? = nil,
    _ map: @escaping @Sendable (Answer) -> OuterAnswer
  ) -> StateAnswers<OuterState, OuterAnswer> {
    var mapped = StateAnswers<OuterState, OuterAnswer>()
    for entry in answers.entries {
      mapped.add(level: entry.level == 0 ? nil : entry.level + (depth ?? self.depth)) { outer in
        self.state(outer).flatMap(entry.answer).map(map)
      }
    }
    return mapped
  }

  private func stateAction(_ action: StateAction<Subject>) -> StateAction<OuterSubject> {
    StateAction(label: action.label) { action.run(self.subject($0)) }
  }

  private func timeout(_ timeout: StateTimeout<Event>) -> StateTimeout<OuterEvent> {
    .after(timeout.duration, send: outerEvent(timeout.event))
  }

  private func work(_ work: StateWork<Event, Subject>) -> StateWork<OuterEvent, OuterSubject> {
    switch work.run {
    case .alone(let run):
      StateWork(label: work.label, run: .alone { await run().map(self.outerEvent) })
    case .withSubject(let run):
      StateWork(
        label: work.label,
        run: .withSubject { subject, send in
          await run(self.subject(subject)) { send(self.outerEvent($0)) }.map(self.outerEvent)
        })
    }
  }

  private func part(
    _ part: StatePart<State, Event, Subject>
  ) -> StatePart<OuterState, OuterEvent, OuterSubject> {
    var mapped = StatePart<OuterState, OuterEvent, OuterSubject>(part) { outer in
      self.state(outer).flatMap(part.path)
    }
    mapped.entries = answers(part.entries, deeperBy: 0, stateAction)
    mapped.exits = answers(part.exits, deeperBy: 0, stateAction)
    mapped.timeouts = answers(part.timeouts, deeperBy: 0, timeout)
    mapped.works = answers(part.works, deeperBy: 0, work)
    return mapped
  }

  private func observer(
    _ observer: @escaping @Sendable (StepPhase<State, Event>, Subject) -> Void
  ) -> @Sendable (StepPhase<OuterState, OuterEvent>, OuterSubject) -> Void {
    { phase, subject in
      if let phase = self.phase(phase) { observer(phase, self.subject(subject)) }
    }
  }

  private func commit(
    _ commit: @escaping @Sendable (TakenTransition<State, Event>, Subject) throws -> Void
  ) -> @Sendable (TakenTransition<OuterState, OuterEvent>, OuterSubject) throws -> Void {
    { taken, subject in
      guard let source = self.state(taken.source), let target = self.state(taken.target),
        let event = self.event(taken.event)
      else { return }
      let transition = TakenTransition(
        source: source, target: target, event: event, label: taken.label,
        isInternal: taken.isInternal, firedTimeout: taken.firedTimeout)
      try commit(transition, self.subject(subject))
    }
  }

  /// Returns a moment of a step as the inner schema sees it; `nil` where it is outside.
  private func phase(_ phase: StepPhase<OuterState, OuterEvent>) -> StepPhase<State, Event>? {
    switch phase {
    case .before(let outerEvent, let outer):
      guard let event = event(outerEvent), let state = state(outer) else { return nil }
      return .before(event, state)
    case .left(let visit): return self.visit(visit).map { .left($0) }
    case .entered(let visit): return self.visit(visit).map { .entered($0) }
    case .after(let outerEvent, let outer, let outcome):
      guard let event = event(outerEvent), let state = state(outer) else { return nil }
      return .after(event, state, outcome)
    }
  }

  private func visit(_ visit: StateVisit<OuterState, OuterEvent>) -> StateVisit<State, Event>? {
    guard let state = state(visit.state), visit.path.count > depth || depth == 0 else { return nil }
    return StateVisit(
      state: state, path: Array(visit.path.dropFirst(depth)), event: visit.event.flatMap(event))
  }
}

extension Rules {
  /// Creates the rules that ask others about what they ignore.
  fileprivate init(_ first: Rules, else second: Rules) {
    guard first.hasGuards || second.hasGuards else {
      self.init { state, event in
        let answer = first.plain(state, event)
        guard case .ignored = answer.form else { return answer }
        return second.plain(state, event)
      }
      return
    }
    self.init { state, event, when in
      let answer = first.guarded(state, event, when)
      guard case .ignored = answer.form else { return answer }
      return second.guarded(state, event, when)
    }
  }
}

extension SchemaAdditions {
  /// Returns the additions with those of an embedded schema.
  fileprivate func adding(_ inner: SchemaAdditions) -> SchemaAdditions {
    var all = self
    all.entries.entries += inner.entries.entries
    all.exits.entries += inner.exits.entries
    all.timeouts.entries += inner.timeouts.entries
    all.works.entries += inner.works.entries
    all.parts += inner.parts
    all.finalStates += inner.finalStates
    all.observers += inner.observers
    if let commit = inner.commit { all.add(commit: commit) }
    all.isOnMainActor = isOnMainActor || inner.isOnMainActor
    return all
  }
}

extension CasePath {
  /// Returns the one value that a case carries; `nil` where the value is another case.
  fileprivate static func payload<Value, Payload>(
    of value: Value, in embed: (Payload) -> Value
  ) -> Payload? {
    guard let name = caseName(of: value) else {
      fatalError("\(Value.self) is no enum; say `from:` how the inner state is found in it.")
    }
    guard let child = Mirror(reflecting: value).children.first?.value else { return nil }
    // A payload with an argument label is reflected as a tuple of one.
    let payload = child as? Payload ?? Mirror(reflecting: child).children.first?.value as? Payload
    guard let payload, caseName(of: embed(payload)) == name else { return nil }
    return payload
  }
}
