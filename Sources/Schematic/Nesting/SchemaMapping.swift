// Composition: a single mapping translates everything in a schema to other states, events and another
// subject.

/// A translation of one schema's states, events and subject to those of another.
struct SchemaMapping<State, Event, Subject, OuterState, OuterEvent, OuterSubject>:
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
  /// The number of states around the embedded ones; `nil` if nothing is embedded.
  var embeddingDepth: Int?

  func schema(
    _ schema: StateMachineSchema<State, Event, Subject>
  ) -> StateMachineSchema<OuterState, OuterEvent, OuterSubject> {
    let (rules, additions) = (schema.storage.rules, schema.storage.additions)
    // An embedded machine in a final state is asked nothing more.
    let mayEnd = embeddingDepth != nil && schema.hasStateAnswers
    let mappedRules =
      rules.hasGuards
      ? Rules<OuterState, OuterEvent, OuterSubject> { outer, event, when in
        guard let state = self.state(outer), let event = self.event(event),
          !mayEnd || !additions.isFinal(state)
        else { return .ignored }
        return self.transition(rules.guarded(state, event, self.guards(when)))
      }
      : Rules { outer, event in
        guard let state = self.state(outer), let event = self.event(event),
          !mayEnd || !additions.isFinal(state)
        else { return .ignored }
        return self.transition(rules.plain(state, event))
      }
    let source = schema.storage.source
    let mapped = StateMachineSchema<OuterState, OuterEvent, OuterSubject>(
      storage: SchemaStorage(
        initialState: outerState(schema.initialState), rules: mappedRules,
        fileID: source.fileID, line: source.line))
    return mapped.adding {
      $0.states = additions.states.map { rule($0, of: mayEnd && $0.level == 0 ? additions : nil) }
      $0.final = additions.final.map { rule($0) }
      if mayEnd {
        $0.final += additions.states.filter { $0.level == 0 }.map { answer in
          rule(StateRule(level: nil) { additions.isFinal($0) ? answer.behavior($0) : .none })
        }
      }
      $0.regions = additions.regions.map(region)
      $0.commits = additions.commits.map(commit)
      $0.completions = additions.completions.map(completion)
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

  /// Returns a rule, of which only entries are left in the final states of an embedded machine.
  private func rule(
    _ rule: StateRule<State, Event, Subject>,
    of embedded: SchemaAdditions<State, Event, Subject>? = nil, isDeeper: Bool = true
  ) -> StateRule<OuterState, OuterEvent, OuterSubject> {
    let depth = isDeeper ? embeddingDepth ?? 0 : 0
    return StateRule(level: rule.level == 0 ? nil : rule.level + depth) { outer in
      guard let state = self.state(outer) else { return .none }
      let behavior = self.behavior(rule.behavior(state))
      return embedded?.isFinal(state) == true ? behavior.entries : behavior
    }
  }

  private func region(
    _ region: Region<State, Event, Subject>
  ) -> Region<OuterState, OuterEvent, OuterSubject> {
    var mapped = Region<OuterState, OuterEvent, OuterSubject>(region) { outer in
      self.state(outer).flatMap(region.path)
    }
    mapped.rules = region.rules.map { rule($0, isDeeper: false) }
    return mapped
  }

  private func completion(
    _ completion: Completion<State, Subject>
  ) -> Completion<OuterState, OuterSubject> {
    var answer: Completion<OuterState, OuterSubject>.Answer?
    if let inner = completion.answer {
      answer = { outer, when in
        guard let state = self.state(outer) else { return .ignored }
        return self.transition(inner(state, self.guards(when)))
      }
    }
    return Completion(
      isComplete: { outer in self.state(outer).map(completion.isComplete) ?? false },
      answer: answer)
  }

  private func commit(
    _ commit: Commit<State, Event, Subject>
  ) -> Commit<OuterState, OuterEvent, OuterSubject> {
    Commit { outerSource, outerTarget, outerEvent in
      guard let source = self.state(outerSource), let target = self.state(outerTarget) else {
        return false
      }
      guard let outerEvent else { return commit.covers(source, target, nil) }
      guard let event = self.event(outerEvent) else { return false }
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
  func mapping<OuterEvent, OuterSubject>(
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

  /// The entries of the behavior, which isn't final.
  fileprivate var entries: StateBehavior {
    StateBehavior(
      entry: entry, after: earlier.map { EarlierBehavior($0.behavior.entries) })
  }
}
