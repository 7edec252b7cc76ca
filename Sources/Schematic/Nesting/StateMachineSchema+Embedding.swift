// Composition: a machine inside a state of another machine. A single mapping translates everything
// in the inner schema to the states, events and subject of the outer one.
extension StateMachineSchema {
  /// Returns the schema with an inner machine embedded in one of its states.
  ///
  /// While the machine is in that state, everything in the inner schema applies: transitions,
  /// guards, entry and exit actions, timeouts, tasks, and final states, which finish the whole
  /// machine. If the inner rules ignore an event, the rules of this schema handle it. The inner
  /// schema's `onCommit(_:)` doesn't commit transitions that lead into the state or out of it.
  /// Commit those with this schema's `onCommit(_:)`; otherwise the diagram reports a finding.
  ///
  /// ```swift
  /// enum Player: Hierarchical { case off, on(Deck) }
  /// enum Deck: Hierarchical { case stopped, playing }
  ///
  /// let deck = StateMachineSchema<Deck, Button, Motor>(initialState: .stopped) { _, _ in … }
  /// let player = StateMachineSchema<Player, Button, Motor>(initialState: .off) { _, _ in … }
  ///   .embedding(deck, in: Player.on)
  /// ```
  ///
  /// The rules of this schema decide how the machine gets into the state and which inner state it
  /// enters; the initial state of the inner schema is not used. Inner machines can embed others. If
  /// an inner machine has a different subject or different events, adapt it with
  /// `mappingSubject(_:)` and ``mappingEvents(from:to:)``.
  ///
  /// The graph of the result, restricted to the composite state, is the graph of the inner schema.
  ///
  /// - Parameters:
  ///   - inner: The inner schema.
  ///   - embed: The case that carries the inner states.
  ///   - extract: Returns the inner state of a state, or `nil` if the state isn't the composite
  ///     one. By default, reflection reads the value that the case carries, which is slower than a
  ///     pattern.
  /// - Returns: A schema with the rules and answers of both. It uses this schema's policy for
  ///   unhandled events.
  public func embedding<Inner>(
    _ inner: StateMachineSchema<Inner, Event, Subject>,
    in embed: @escaping @Sendable (_ inner: Inner) -> State,
    from extract: (@Sendable (_ state: State) -> Inner?)? = nil
  ) -> StateMachineSchema {
    let payload: @Sendable (State) -> Inner? = { CasePath.payload(of: $0, in: embed) }
    let mapping = SchemaMapping<Inner, Event, Subject, State, Event, Subject>(
      state: extract ?? payload, outerState: embed,
      event: { $0 }, outerEvent: { $0 }, subject: { $0 }, action: { $0 }, guards: { $0 },
      behavior: { $0 }, depth: inner.depth(in: embed))
    let mapped = mapping.schema(inner)
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: Rules(mapped.storage.rules, else: storage.rules),
      additions: storage.additions.adding(mapped.storage.additions), source: storage.source)
    return schema
  }

  /// Returns the schema for a subject that holds the subject the schema was written for.
  ///
  /// ```swift
  /// player.embedding(Deck.schema.mappingSubject { $0.deck }, in: PlayerState.on)
  /// ```
  ///
  /// - Parameter map: Returns the schema's own subject from the outer one.
  /// - Returns: A schema with the same rules, whose actions, guards and tasks receive what `map`
  ///   returns.
  @_disfavoredOverload
  public func mappingSubject<Outer>(
    _ map: @escaping @Sendable (_ subject: Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mapped(map)
  }

  /// Returns the schema for an outer subject that contains its own subject.
  func mapped<Outer>(
    _ map: @escaping @Sendable (Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    SchemaMapping<State, Event, Subject, State, Event, Outer>(
      state: { $0 }, outerState: { $0 }, event: { $0 }, outerEvent: { $0 }, subject: map,
      action: { action in Action { try action(map($0)) } },
      guards: { $0.mappingSubject(map) }, behavior: { $0.mapping({ $0 }, map) }, depth: 0
    ).schema(self)
  }

  /// Returns the schema for other events, some of which stand for its own events.
  ///
  /// ```swift
  /// deck.mappingEvents(
  ///   from: { if case .button(let button) = $0 { button } else { nil } }, to: PlayerEvent.button)
  /// ```
  ///
  /// - Parameters:
  ///   - event: Returns the schema's own event that an outer event stands for. If it returns `nil`,
  ///     the schema ignores the outer event.
  ///   - outerEvent: Returns the outer event for one of the schema's own events, which timeouts and
  ///     tasks send.
  /// - Returns: A schema with the same rules.
  public func mappingEvents<Outer>(
    from event: @escaping @Sendable (_ event: Outer) -> Event?,
    to outerEvent: @escaping @Sendable (_ event: Event) -> Outer
  ) -> StateMachineSchema<State, Outer, Subject> {
    SchemaMapping<State, Event, Subject, State, Outer, Subject>(
      state: { $0 }, outerState: { $0 }, event: event, outerEvent: outerEvent, subject: { $0 },
      action: { $0 }, guards: { $0 }, behavior: { $0.mapping(outerEvent, { $0 }) }, depth: 0
    ).schema(self)
  }

  /// Returns the number of states around an embedded state.
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

/// A translation of one schema's states, events and subject to those of another.
private struct SchemaMapping<State, Event, Subject, OuterState, OuterEvent, OuterSubject>:
  Sendable
{
  let state: @Sendable (OuterState) -> State?
  let outerState: @Sendable (State) -> OuterState
  let event: @Sendable (OuterEvent) -> Event?
  let outerEvent: @Sendable (Event) -> OuterEvent
  let subject: @Sendable (OuterSubject) -> Subject
  // These follow from the functions above. If a type stays the same, the closure is used unchanged,
  // so it takes no memory of its own and can be cached.
  let action: @Sendable (Action<Subject>) -> Action<OuterSubject>
  let guards: @Sendable (Guard<OuterSubject>) -> Guard<Subject>
  let behavior: @Sendable (StateBehavior<Event, Subject>) -> StateBehavior<OuterEvent, OuterSubject>
  /// The number of states around the embedded ones.
  let depth: Int

  func schema(
    _ schema: StateMachineSchema<State, Event, Subject>
  ) -> StateMachineSchema<OuterState, OuterEvent, OuterSubject> {
    let rules = schema.storage.rules
    let mappedRules =
      rules.hasGuards
      ? Rules<OuterState, OuterEvent, OuterSubject> { outer, event, when in
        guard let state = self.state(outer), let event = self.event(event) else { return .ignored }
        return self.transition(rules.guarded(state, event, self.guards(when)))
      }
      : Rules { outer, event in
        guard let state = self.state(outer), let event = self.event(event) else { return .ignored }
        return self.transition(rules.plain(state, event))
      }
    let source = schema.storage.source
    let mapped = StateMachineSchema<OuterState, OuterEvent, OuterSubject>(
      storage: SchemaStorage(
        initialState: outerState(schema.initialState), rules: mappedRules,
        fileID: source.fileID, line: source.line))
    let additions = schema.storage.additions
    return mapped.adding {
      $0.states = additions.states.map { rule($0, deeperBy: depth) }
      $0.regions = additions.regions.map(region)
      $0.commits = additions.commits.map(commit)
      $0.unhandledEvents = additions.unhandledEvents
      $0.isOnMainActor = additions.isOnMainActor
    }
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
        label, action.map(self.action), to: target.map(outerState), isInternal: isInternal)
    case .reenter(let answer):
      Transition(
        .reenter(
          RegionTransition(
            region: answer.region, target: outerState(answer.target), label: answer.label,
            action: answer.action.map(self.action))))
    }
  }

  private func rule(
    _ rule: StateRule<State, Event, Subject>, deeperBy depth: Int
  ) -> StateRule<OuterState, OuterEvent, OuterSubject> {
    StateRule(level: rule.level == 0 ? nil : rule.level + depth) { outer in
      self.state(outer).map { self.behavior(rule.behavior($0)) } ?? .none
    }
  }

  private func region(
    _ region: Region<State, Event, Subject>
  ) -> Region<OuterState, OuterEvent, OuterSubject> {
    var mapped = Region<OuterState, OuterEvent, OuterSubject>(region) { outer in
      self.state(outer).flatMap(region.path)
    }
    mapped.rules = region.rules.map { rule($0, deeperBy: 0) }
    return mapped
  }

  private func commit(
    _ commit: Commit<State, Event, Subject>
  ) -> Commit<OuterState, OuterEvent, OuterSubject> {
    Commit { outerSource, outerTarget, outerEvent in
      guard let source = self.state(outerSource), let target = self.state(outerTarget),
        let event = self.event(outerEvent)
      else { return false }
      return commit.covers(source, target, event)
    } run: { outer, subject in
      guard let source = self.state(outer.source), let target = self.state(outer.target),
        let event = self.event(outer.event)
      else { return }
      let transition = HandledEvent(
        event, from: outer.sender, in: source, to: target, outer.outcome, outer.label, outer.answers
      )
      try commit.run(transition, self.subject(subject))
    }
  }
}

extension StateBehavior {
  /// Returns the behavior translated to other events and another subject.
  fileprivate func mapping<OuterEvent, OuterSubject>(
    _ outerEvent: @escaping @Sendable (Event) -> OuterEvent,
    _ inner: @escaping @Sendable (OuterSubject) -> Subject
  ) -> StateBehavior<OuterEvent, OuterSubject> {
    var mapped = StateBehavior<OuterEvent, OuterSubject>(
      after: earlier.map { EarlierBehavior($0.behavior.mapping(outerEvent, inner)) })
    func action(_ action: StateAction<Subject>) -> StateAction<OuterSubject> {
      StateAction(action.label, Action { try action.action(inner($0)) })
    }
    mapped.entry = entry.map(action)
    mapped.exit = exit.map(action)
    mapped.task = task.map { task in
      StateTask(
        task.label,
        .nonisolated(
          .init { subject, send in
            await task.run(inner(subject)) { send(outerEvent($0)) }.map(outerEvent)
          }))
    }
    mapped.timeout = timeout.map { $0.mapping(to: outerEvent($0.event), inner) }
    mapped.isFinalItself = isFinalItself
    return mapped
  }
}

extension Rules {
  /// Creates rules that pass the events the first rules ignore to the second.
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
  /// Returns the additions together with those of an embedded schema.
  fileprivate func adding(_ inner: SchemaAdditions) -> SchemaAdditions {
    var all = self
    all.states += inner.states
    all.regions += inner.regions
    all.commits += inner.commits
    all.isOnMainActor = isOnMainActor || inner.isOnMainActor
    return all
  }
}

extension CasePath {
  /// Returns the single value that a case carries, or `nil` if the value is another case.
  fileprivate static func payload<Value, Payload>(
    of value: Value, in embed: (Payload) -> Value
  ) -> Payload? {
    guard let name = caseName(of: value) else {
      fatalError("\(Value.self) is no enum; say `from:` how the inner state is found in it.")
    }
    guard let child = Mirror(reflecting: value).children.first?.value else { return nil }
    // A payload with an argument label is reflected as a tuple with one element.
    let payload = child as? Payload ?? Mirror(reflecting: child).children.first?.value as? Payload
    guard let payload, caseName(of: embed(payload)) == name else { return nil }
    return payload
  }
}
