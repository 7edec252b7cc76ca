// Composition: one mapping translates everything in a schema to other states, other events and
// another subject.

/// A translation of a schema to the states, the events and the subject of an outer schema.
struct SchemaMapping<State, Event, Subject, OuterState, OuterEvent, OuterSubject>:
  Sendable
{
  /// The place of the states in the outer states.
  enum Nesting: Sendable {
    /// The states are the outer states.
    case whole
    /// A case of the outer states carries the states.
    case state(depth: Int, path: [String])
    /// A property of the outer states holds the states, beside other properties.
    case region(name: String)
  }

  let state: @Sendable (OuterState) -> State?
  /// Returns an outer state whose inner state is replaced by another.
  let outerState: @Sendable (_ state: State, _ outer: OuterState) -> OuterState
  let event: @Sendable (OuterEvent) -> Event?
  let outerEvent: @Sendable (Event) -> OuterEvent
  let subject: @Sendable (OuterSubject) -> Subject
  // These three closures translate actions, guards and behaviors. If a type stays the same, they
  // return their argument unchanged, because an answer whose closure wraps another can't be cached.
  let action: @Sendable (Action<Subject>) -> Action<OuterSubject>
  let guards: @Sendable (Guard<OuterSubject>) -> Guard<Subject>
  let behavior: @Sendable (StateBehavior<Event, Subject>) -> StateBehavior<OuterEvent, OuterSubject>
  var nesting = Nesting.whole
  /// The number of regions of the outer schema that come before the regions of this schema.
  var offset = 0

  /// A Boolean value that indicates whether the outer machine continues when this machine is
  /// finished.
  private var isInner: Bool { if case .whole = nesting { false } else { true } }

  /// Returns the rules of a schema, translated to the outer schema.
  func rules(
    of schema: StateMachineSchema<State, Event, Subject>, _ rules: Rules<State, Event, Subject>
  ) -> Rules<OuterState, OuterEvent, OuterSubject> {
    let additions = schema.storage.additions
    // The rules of an inner machine don't apply in its final states.
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

  /// Returns a schema's answers for states, regions, commits and completions, translated to the
  /// outer schema.
  func additions(
    of schema: StateMachineSchema<State, Event, Subject>
  ) -> SchemaAdditions<OuterState, OuterEvent, OuterSubject> {
    let additions = schema.storage.additions
    let mayEnd = isInner && schema.hasStateAnswers
    var outer = SchemaAdditions<OuterState, OuterEvent, OuterSubject>()
    let states = additions.states.map { rule($0, of: mayEnd ? additions : nil) }
    if case .region(let name) = nesting {
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

  /// Returns a schema, translated to the outer events and the outer subject.
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
    if case .region = nesting { return regionTransition(transition, in: outer) }
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

  /// Returns the answer of a region, translated to an answer of the outer machine.
  private func regionTransition(
    _ transition: Transition<State, Subject>, in outer: OuterState
  ) -> Transition<OuterState, OuterSubject> {
    var answers = RegionAnswers<OuterState, OuterSubject>(in: outer)
    answers.add(transition.form, ofRegionAt: offset, { $0.map(action) }) { $1 = outerState($0, $1) }
    return answers.transition
  }

  /// Returns a rule for states, translated to the outer schema.
  ///
  /// If `inner` is given, the answer for a final state of `inner` has only entry actions.
  private func rule(
    _ rule: StateRule<State, Event, Subject>,
    of inner: SchemaAdditions<State, Event, Subject>? = nil, isDeeper: Bool = true
  ) -> StateRule<OuterState, OuterEvent, OuterSubject> {
    let depth = if isDeeper, case .state(let depth, _) = nesting { depth } else { 0 }
    return StateRule(level: rule.level == 0 ? nil : rule.level + depth) { outer in
      guard let state = self.state(outer) else { return .none }
      let behavior = self.behavior(rule.behavior(state))
      guard let inner, inner.isFinal(state) else { return behavior }
      // The behaviors of the states around the final state continue.
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
    switch nesting {
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
    let isRegion = if case .region = nesting { true } else { false }
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
    let isOfRegion = if case .region = nesting { true } else { commit.isOfRegion }
    return Commit(
      isOfRegion: isOfRegion,
      covers: { outerSource, outerTarget, outerEvent in
        guard let source = self.state(outerSource), let target = self.state(outerTarget) else {
          return false
        }
        guard let outerEvent else { return commit.covers(source, target, nil) }
        guard let event = self.event(outerEvent) else { return false }
        return commit.covers(source, target, event)
      }, takesEffects: commit.takesEffects
    ) { outer, effects, subject in
      guard let source = self.state(outer.source), let target = self.state(outer.target),
        let event = self.event(outer.event)
      else { return }
      let regions = self.inside(outer.regions)
      var (outcome, label) = (outer.outcome, outer.label)
      if case .region(let name) = nesting {
        // A region's closure commits only the steps that the region takes part in.
        let own = outer.regions.first { $0.region == name }
        let kinds = ([own].compactMap(\.self) + regions).map(\.kind)
        guard kinds.contains(.external) || kinds.contains(.internal) else { return }
        outcome = kinds.contains(.external) ? .moved : .stayed
        label = own?.label ?? regions.lazy.compactMap(\.label).first
      }
      let transition = HandledEvent(
        event, from: outer.sender, in: source, to: target, outcome, label,
        EventDetails(outer.details, regions))
      try commit.run(transition, effects, self.subject(subject))
    }
  }

  /// Returns the steps of the inner schema's regions, with their names in the inner schema.
  private func inside(_ regions: [RegionStep]) -> [RegionStep] {
    let prefix: String
    switch nesting {
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
  /// Returns whether the answer is for a state around the given state.
  fileprivate func isAround(_ state: State) -> Bool {
    level > 0 && level < PathChange.path(of: state).count
  }
}
