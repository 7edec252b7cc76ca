// Composition: a single mapping translates everything in a schema to other states, events and another
// subject.

/// A translation of one schema's states, events and subject to those of another.
struct SchemaMapping<State, Event, Subject, OuterState, OuterEvent, OuterSubject>:
  Sendable
{
  /// The place of the states in the outer ones.
  enum Place: Sendable {
    /// They are the outer states.
    case whole
    /// A case of the outer states carries them.
    case state(depth: Int, path: [String])
    /// A property of the outer states holds them, beside others.
    case region(name: String)
  }

  let state: @Sendable (OuterState) -> State?
  /// Returns an outer state with another state inside.
  let outerState: @Sendable (_ state: State, _ outer: OuterState) -> OuterState
  let event: @Sendable (OuterEvent) -> Event?
  let outerEvent: @Sendable (Event) -> OuterEvent
  let subject: @Sendable (OuterSubject) -> Subject
  // These follow from the functions above. If a type stays the same, the closure is used unchanged,
  // so it takes no memory of its own and can be cached.
  let action: @Sendable (Action<Subject>) -> Action<OuterSubject>
  let guards: @Sendable (Guard<OuterSubject>) -> Guard<Subject>
  let behavior: @Sendable (StateBehavior<Event, Subject>) -> StateBehavior<OuterEvent, OuterSubject>
  var place = Place.whole
  /// The number of regions of the outer schema that come before those of this one.
  var offset = 0

  /// A Boolean value that indicates whether the outer machine goes on if this one is finished.
  private var isInner: Bool { if case .whole = place { false } else { true } }

  /// Returns the rules of a schema in the outer one.
  func rules(
    of schema: StateMachineSchema<State, Event, Subject>, _ rules: Rules<State, Event, Subject>
  ) -> Rules<OuterState, OuterEvent, OuterSubject> {
    let additions = schema.storage.additions
    // An inner machine in a final state is asked nothing more.
    let mayEnd = isInner && schema.hasStateAnswers
    guard rules.hasGuards else {
      return Rules { outer, event in
        guard let state = self.state(outer), let event = self.event(event),
          !mayEnd || !additions.isFinal(state)
        else { return .ignored }
        return self.transition(rules.plain(state, event), in: outer)
      }
    }
    return Rules { outer, event, when in
      guard let state = self.state(outer), let event = self.event(event),
        !mayEnd || !additions.isFinal(state)
      else { return .ignored }
      return self.transition(rules.guarded(state, event, self.guards(when)), in: outer)
    }
  }

  /// Returns the answers and everything else in a schema besides its rules, for the outer one.
  func additions(
    of schema: StateMachineSchema<State, Event, Subject>
  ) -> SchemaAdditions<OuterState, OuterEvent, OuterSubject> {
    let additions = schema.storage.additions
    let mayEnd = isInner && schema.hasStateAnswers
    var outer = SchemaAdditions<OuterState, OuterEvent, OuterSubject>()
    let states = additions.states.map { rule($0, of: mayEnd ? additions : nil) }
    if case .region(let name) = place {
      outer.regions = [
        Region(
          name: name, around: [], path: { self.state($0).map(PathChange.path) }, exists: nil,
          rules: states)
      ]
    } else {
      outer.states = states
      outer.final = additions.final.map { rule($0) }
      if mayEnd {
        outer.final += additions.states.map { answer in
          rule(
            StateRule(level: nil) { state in
              additions.isFinal(state) && !answer.isAround(state) ? answer.behavior(state) : .none
            })
        }
      }
    }
    outer.regions += additions.regions.map(self.region)
    outer.commits = additions.commits.map(commit)
    outer.completions = additions.completions.map(completion)
    outer.isOnMainActor = additions.isOnMainActor
    return outer
  }

  /// Returns a schema for other events or another subject.
  func schema(
    _ schema: StateMachineSchema<State, Event, Subject>, startingIn initialState: OuterState
  ) -> StateMachineSchema<OuterState, OuterEvent, OuterSubject> {
    var additions = self.additions(of: schema)
    let inner = schema.storage.additions
    additions.unhandledEvents = inner.unhandledEvents
    additions.end = inner.end.map { end in { @Sendable in self.state($0).map(end) ?? false } }
    additions.composition = composition(of: schema)
    return StateMachineSchema<OuterState, OuterEvent, OuterSubject>(
      storage: SchemaStorage(
        initialState: initialState,
        rules: self.rules(of: schema, schema.storage.rules), additions: additions,
        source: schema.storage.source))
  }

  private func transition(
    _ transition: Transition<State, Subject>, in outer: OuterState
  ) -> Transition<OuterState, OuterSubject> {
    if case .region = place { return regionTransition(transition, in: outer) }
    switch transition.form {
    case .ignored: return .ignored
    case .rejected(let reason): return Transition(.rejected(reason: reason))
    case .move(let state): return Transition(.move(outerState(state, outer)))
    case .take(let label, let action, let target, let isInternal):
      return Transition(
        label, action.map(self.action), to: target.map { outerState($0, outer) },
        isInternal: isInternal)
    case .joint(let answer):
      return Transition(
        .joint(
          JointTransition(
            answer.answers.mapping(to: outerState(answer.state, outer), action, after: offset))))
    }
  }

  /// Returns the answer of a region, which leaves the region alone.
  private func regionTransition(
    _ transition: Transition<State, Subject>, in outer: OuterState
  ) -> Transition<OuterState, OuterSubject> {
    var answers = RegionAnswers<OuterState, OuterSubject>(in: outer)
    answers.add(transition.form, ofRegionAt: offset, { $0.map(action) }) { $1 = outerState($0, $1) }
    return answers.transition
  }

  /// Returns a rule, of which only entries are left in the final states of an inner machine.
  private func rule(
    _ rule: StateRule<State, Event, Subject>,
    of inner: SchemaAdditions<State, Event, Subject>? = nil, isDeeper: Bool = true
  ) -> StateRule<OuterState, OuterEvent, OuterSubject> {
    let depth = if isDeeper, case .state(let depth, _) = place { depth } else { 0 }
    return StateRule(level: rule.level == 0 ? nil : rule.level + depth) { outer in
      guard let state = self.state(outer) else { return .none }
      let behavior = self.behavior(rule.behavior(state))
      guard let inner, inner.isFinal(state) else { return behavior }
      // Those of states around the final one go on.
      return rule.isAround(state) ? behavior : behavior.entries
    }
  }

  private func region(
    _ region: Region<State, Event, Subject>
  ) -> Region<OuterState, OuterEvent, OuterSubject> {
    var (name, around, exists) = (
      region.name, region.around,
      region.exists.map { exists in
        { @Sendable (outer: OuterState) in self.state(outer).map(exists) ?? false }
      }
    )
    switch place {
    case .whole: break
    case .state(_, let path):
      name = path.joined(separator: ".") + "/" + name
      exists = exists ?? { self.state($0) != nil }
    case .region(let outer):
      name = outer + "/" + name
      around = around.shifted(by: 1).union(RegionSet(position: 0))
    }
    return Region(
      name: name, around: around, path: { outer in self.state(outer).flatMap(region.path) },
      exists: exists, rules: region.rules.map { rule($0, isDeeper: false) })
  }

  private func completion(
    _ completion: Completion<State, Subject>
  ) -> Completion<OuterState, OuterSubject> {
    let isRegion = if case .region = place { true } else { false }
    var answer: Completion<OuterState, OuterSubject>.Answer?
    if let inner = completion.answer {
      answer = { outer, when in
        guard let state = self.state(outer) else { return .ignored }
        let guards = self.guards(isRegion ? when.inside(outer) : when)
        return self.transition(inner(state, guards), in: outer)
      }
    }
    return Completion(
      isComplete: { outer in self.state(outer).map(completion.isComplete) ?? false },
      region: completion.region.map { $0 + (isRegion ? 1 : 0) } ?? (isRegion ? 0 : nil),
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
      let regions = self.inside(outer.regions)
      var (outcome, label) = (outer.outcome, outer.label)
      if case .region(let name) = place {
        // A region commits what it takes part in.
        let own = outer.regions.first { $0.region == name }
        let kinds = ([own].compactMap(\.self) + regions).map(\.kind)
        guard kinds.contains(.external) || kinds.contains(.internal) else { return }
        outcome = kinds.contains(.external) ? .moved : .stayed
        label = own?.label ?? regions.lazy.compactMap(\.label).first
      }
      let transition = HandledEvent(
        event, from: outer.sender, in: source, to: target, outcome, label,
        EventDetails(outer.details, regions))
      try commit.run(transition, self.subject(subject))
    }
  }

  /// Returns the steps of the regions that the inner schema has, by the names that they have there.
  private func inside(_ regions: [RegionStep]) -> [RegionStep] {
    let prefix: String
    switch place {
    case .whole: return regions
    case .state(_, let path): prefix = path.joined(separator: ".") + "/"
    case .region(let name): prefix = name + "/"
    }
    return regions.compactMap { step in
      guard step.region.hasPrefix(prefix) else { return nil }
      var step = step
      step.region = String(step.region.dropFirst(prefix.count))
      return step
    }
  }
}

extension StateRule {
  /// Returns whether the answer is about a state around a given one.
  fileprivate func isAround(_ state: State) -> Bool {
    level > 0 && level < PathChange.path(of: state).count
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
