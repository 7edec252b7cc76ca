// Composition: a machine inside a state of another machine.
extension StateMachineSchema {
  /// Returns the schema with an inner machine embedded in one of its states.
  ///
  /// While the machine is in that state, the inner schema applies: its transitions, guards, entry
  /// and exit actions, timeouts and tasks. If the inner rules ignore an event, the rules of this
  /// schema handle it. The inner schema's `onCommit(_:)` doesn't commit transitions that lead into
  /// the state or out of it. Commit these transitions with this schema's `onCommit(_:)`; otherwise
  /// the diagram reports a finding.
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
  /// A final state of the inner machine completes the state around it: the inner rules no longer
  /// apply, and `completion` says what comes next.
  ///
  /// ```swift
  /// player.embedding(
  ///   Deck.schema.mappingSubject { $0.deck }, in: PlayerState.on,
  ///   completion: { _, _ in .to(.off, "rewind") { $0.rewind() } })  // off when the deck is done
  /// ```
  ///
  /// A machine takes the completion at the end of the step that reaches the final state, as a
  /// transition of its own and before any queued event. Observers are called a second time, with
  /// the sender ``EventSender/completion``. If that transition fails, or `completion` returns
  /// `.ignored`, the machine stays in the final state, and the rules of this schema handle events
  /// there. A machine that starts in a final state of the inner machine stays there, too.
  ///
  /// The rules of this schema decide how the machine gets into the state and which inner state it
  /// enters; the initial state of the inner schema is not used. Inner machines can embed others. If
  /// an inner machine has a different subject or different events, adapt it with
  /// `mappingSubject(_:)` and ``mappingEvents(from:to:)``.
  ///
  /// Inside the composite state, the graph of the result is the graph of the inner schema.
  ///
  /// - Parameters:
  ///   - inner: The inner schema.
  ///   - embed: The case that carries the inner states.
  ///   - extract: Returns the inner state of a state, or `nil` if the state isn't the composite
  ///     one. By default, reflection reads the value that the case carries, which is slower than a
  ///     pattern.
  ///   - completion: Returns the answer if the inner machine reaches a final state. The parameters
  ///     are that state and guards, which evaluate named conditions. It must be a pure function,
  ///     like the logic of a schema. By default, the machine stays in the final state.
  /// - Returns: A schema with the rules and answers of both. It uses this schema's policy for
  ///   unhandled events.
  public func embedding<Inner>(
    _ inner: StateMachineSchema<Inner, Event, Subject>,
    in embed: @escaping @Sendable (_ inner: Inner) -> State,
    from extract: (@Sendable (_ state: State) -> Inner?)? = nil,
    completion: (
      @Sendable (_ inner: Inner, _ when: Guard<Subject>) -> Transition<State, Subject>
    )? = nil
  ) -> StateMachineSchema {
    let payload: @Sendable (State) -> Inner? = { CasePath.payload(of: $0, in: embed) }
    let extract = extract ?? payload
    var mapping = SchemaMapping<Inner, Event, Subject, State, Event, Subject>(
      state: extract, outerState: { state, _ in embed(state) },
      event: { $0 }, outerEvent: { $0 }, subject: { $0 }, action: { $0 }, guards: { $0 },
      behavior: { $0 })
    let path = inner.path(in: embed)
    mapping.nesting = .state(depth: inner.depth(in: embed), path: path)
    mapping.offset = storage.additions.regions.count
    let rules = mapping.rules(of: inner, inner.storage.rules)
    var additions = storage.additions
    // An inner machine without answers for states is never in a final state.
    if inner.hasStateAnswers {
      let inside = inner.storage.additions
      additions.completions.append(
        Completion(
          isComplete: { extract($0).map(inside.isFinal) ?? false }, region: nil,
          answer: completion.map { completion in
            { state, when in extract(state).map { completion($0, when) } ?? .ignored }
          }))
    }
    additions = additions.adding(mapping.additions(of: inner))
    let composition = mapping.composition(of: inner)
    additions.composition.places += composition.places
    if let around = composition.rulesAround {
      additions.composition.rulesAround = Rules(
        around, else: additions.composition.rulesAround ?? storage.rules)
    } else if let around = additions.composition.rulesAround {
      additions.composition.rulesAround = Rules(rules, else: around)
    }
    var schema = self
    schema.storage = SchemaStorage(
      initialState: initialState, rules: Rules(rules, else: storage.rules),
      additions: additions, source: storage.source)
    return schema
  }

  /// Returns the schema for an outer subject that holds the schema's own subject.
  ///
  /// ```swift
  /// player.embedding(Deck.schema.mappingSubject { $0.deck }, in: PlayerState.on)
  /// ```
  ///
  /// - Parameter map: Returns the schema's own subject from the outer one.
  /// - Returns: A schema with the same rules, whose actions, guards and tasks receive the result of
  ///   `map`.
  @_disfavoredOverload
  public func mappingSubject<Outer>(
    _ map: @escaping @Sendable (_ subject: Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mapped(map)
  }

  /// Returns the schema for an outer subject that holds the schema's own subject.
  func mapped<Outer>(
    _ map: @escaping @Sendable (Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    SchemaMapping<State, Event, Subject, State, Event, Outer>(
      state: { $0 }, outerState: { state, _ in state }, event: { $0 }, outerEvent: { $0 },
      subject: map, action: { $0.mapping(map) },
      guards: { $0.mappingSubject(map) }, behavior: { $0.mapping({ $0 }, map) }
    ).schema(self, startingIn: initialState)
  }

  /// Returns the schema for outer events, some of which are translated to the schema's own events.
  ///
  /// ```swift
  /// deck.mappingEvents(
  ///   from: { if case .button(let button) = $0 { button } else { nil } }, to: PlayerEvent.button)
  /// ```
  ///
  /// - Parameters:
  ///   - event: Returns the schema's own event for an outer event. If it returns `nil`, the schema
  ///     ignores the outer event.
  ///   - outerEvent: Returns the outer event for one of the schema's own events, which timeouts and
  ///     tasks send.
  /// - Returns: A schema with the same rules.
  public func mappingEvents<Outer>(
    from event: @escaping @Sendable (_ event: Outer) -> Event?,
    to outerEvent: @escaping @Sendable (_ event: Event) -> Outer
  ) -> StateMachineSchema<State, Outer, Subject> {
    SchemaMapping<State, Event, Subject, State, Outer, Subject>(
      state: { $0 }, outerState: { state, _ in state }, event: event, outerEvent: outerEvent,
      subject: { $0 }, action: { $0 }, guards: { $0 },
      behavior: { $0.mapping(outerEvent, { $0 }) }
    ).schema(self, startingIn: initialState)
  }

  /// Returns the path of the state that carries the embedded states.
  fileprivate func path<Outer>(in embed: (State) -> Outer) -> [String] {
    PathChange.path(of: embed(initialState)).dropLast(PathChange.path(of: initialState).count)
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

extension Rules {
  /// Creates rules that ask the second rules about events that the first rules ignore.
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
  /// Returns the additions of this schema and of an inner schema, whose regions come last.
  func adding(_ inner: SchemaAdditions) -> SchemaAdditions {
    var all = self
    all.states += inner.states
    all.final += inner.final
    all.regions += inner.regions.map { region in
      var region = region
      region.around = region.around.shifted(by: regions.count)
      return region
    }
    all.commits += inner.commits
    all.completions += inner.completions.map { completion in
      var completion = completion
      completion.region = completion.region.map { $0 + regions.count }
      return completion
    }
    all.isOnMainActor = isOnMainActor || inner.isOnMainActor
    return all
  }
}

extension CasePath {
  /// Returns the payload of the case that `embed` creates, or `nil` if the value is another case.
  fileprivate static func payload<Value, Payload>(
    of value: Value, in embed: (Payload) -> Value
  ) -> Payload? {
    guard let name = caseName(of: value) else {
      fatalError("\(Value.self) is no enum; say `from:` how the inner state is found in it.")
    }
    guard let carried = payload(of: value) else { return nil }
    let payload = carried as? Payload ?? elements(of: carried)?.first?.value as? Payload
    guard let payload, caseName(of: embed(payload)) == name else { return nil }
    return payload
  }
}
