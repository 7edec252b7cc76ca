// Creating rules from answers.
extension SchemaStorage {
  /// Returns the rule for an answer, after all guards have been evaluated.
  func leaf(
    _ answer: Transition<State, Subject>, _ event: Event, _ state: State,
    _ guards: [GuardRecorder<Subject>.Answer]
  ) -> CachedRule<State, Event, Subject> {
    // Computed, because a move has other details.
    var details: CachedRuleDetails<Subject> {
      CachedRuleDetails(answered: guards, effects: answer.ownEffects)
    }
    switch answer.form {
    case .ignored:
      return CachedRule(
        .ignored, usesShortcut: !features.contains(.unhandledEvents), target: state, details)
    case .rejected:
      return CachedRule(
        .rejected, usesShortcut: true, target: state,
        rejection: RejectedEventError(
          rules, to: event, in: state, answered: guards), details)
    case .move(let target): return move(nil, nil, state, target, guards)
    case .take(var label, let action, let target, let isInternal)
    where action?.capturesNothing ?? true:
      let target = target ?? state
      if case .effects? = action { label = label ?? answer.label }
      guard isInternal else { return move(label, action, state, target, guards) }
      // An internal transition to another state doesn't end timeouts and tasks, which then run on
      // in a state that didn't begin them.
      let isElsewhere =
        features.contains(.states)
        && RuleTable<State, Event, Subject>.byte(of: target)
          != RuleTable<State, Event, Subject>.byte(of: state)
      return CachedRule(
        .internal, usesShortcut: !features.contains(.commits) && !isElsewhere && !completes(target),
        target: target,
        label: label, action: action, details)
    // Not cached: actions with captures, and answers of regions, whose states rarely fit into a byte.
    case .take, .joint: return CachedRule(.unknown, usesShortcut: false, target: state, details)
    }
  }

  private func move(
    _ label: String?, _ action: Action<Subject>?, _ source: State, _ target: State,
    _ guards: [GuardRecorder<Subject>.Answer]
  ) -> CachedRule<State, Event, Subject> {
    let change = change(from: source, to: target, by: nil)
    let behavior = behavior(from: source, to: target, change)
    return CachedRule(
      behavior.isEmpty ? .external : .externalWithBehavior,
      usesShortcut: behavior.isCacheable && !features.contains(.commits) && !completes(target),
      target: target, label: label, action: action,
      CachedRuleDetails(
        answered: guards, effects: action?.effects ?? [], change: change, exit: behavior.exit,
        entry: behavior.entry))
  }

  /// Returns whether a completion may follow a step that leads to a state.
  private func completes(_ target: State) -> Bool {
    features.contains(.completions) && completion(of: target) != nil
  }

  /// Returns the exit and entry actions of a transition, if a cached rule can contain them.
  ///
  /// A rule can contain one exit action and one entry action that capture nothing. It can't contain
  /// timeouts, tasks or final states.
  func behavior(
    from source: State, to target: State, _ change: StateChange
  ) -> (exit: StateAction<Subject>?, entry: StateAction<Subject>?, isEmpty: Bool, isCacheable: Bool)
  {
    var (exits, entries) = ([StateAction<Subject>](), [StateAction<Subject>]())
    var hasMore = false
    forEachBehavior(in: source, enteredBy: change.undone) { behavior, _ in
      behavior.forEach { if let exit = $0.exit { exits.append(exit) } }
      if behavior.hasActivities { hasMore = true }
    }
    forEachBehavior(in: target, enteredBy: change) { behavior, _ in
      behavior.forEach { if let entry = $0.entry { entries.append(entry) } }
      if behavior.hasActivities || behavior.isFinal { hasMore = true }
    }
    let isCacheable =
      !hasMore && exits.count <= 1 && entries.count <= 1
      && (exits + entries).allSatisfy(\.action.capturesNothing)
    return (
      isCacheable ? exits.first : nil, isCacheable ? entries.first : nil,
      !hasMore && exits.isEmpty && entries.isEmpty, isCacheable
    )
  }

  /// Calls a function with the answer for each state that a change enters, in the order of
  /// entering.
  func forEachBehavior(
    in target: State, enteredBy change: StateChange,
    _ body: (StateBehavior<Event, Subject>, BehaviorOwner) -> Void
  ) {
    func visit(
      _ rules: [StateRule<State, Event, Subject>], _ region: (position: Int, name: String)?,
      _ change: PathChange
    ) {
      for depth in stride(from: change.shared + 1, through: change.entered, by: 1) {
        for rule in rules where rule.isAbout(depth, of: change.entered) {
          body(rule.behavior(target), BehaviorOwner(region, level: rule.level))
        }
      }
    }
    visit(additions.states, nil, change.whole)
    for (position, change) in change.regions.enumerated() {
      let region = additions.regions[position]
      visit(region.rules, (position, region.name), change)
    }
  }
}

extension StateMachineSchema {
  /// The approximate size of the rule table in bytes.
  package var ruleTableSize: Int { storage.table.byteCount }

  /// Returns whether the answer to an event in a state is cached, or the first guard that the answer
  /// depends on.
  package func cachesAnswer(to event: Event, in state: State) -> Bool {
    storage.table.rule(state, event).map { $0.pointee.kind != .unknown } ?? false
  }
}
