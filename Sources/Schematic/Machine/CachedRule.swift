/// The cached answer to an event in a state, or the guard that the answer depends on.
@frozen @usableFromInline
struct CachedRule<State, Event, Subject>: ~Copyable {
  @frozen @usableFromInline
  enum Kind: UInt8 {
    case external, `internal`
    /// An external transition with more than a move and an action: for example, an entry action.
    case externalWithBehavior
    case ignored, rejected
    /// A guard decides between two branches.
    case guarded
    /// The answer can't be cached.
    case unknown

    /// A Boolean value that indicates whether a step only moves and performs the action.
    @inlinable var isTakenWithoutBehavior: Bool { rawValue <= Kind.internal.rawValue }

    @inlinable var isTaken: Bool { rawValue <= Kind.externalWithBehavior.rawValue }

    var transitionKind: TransitionKind {
      switch self {
      case .ignored: .ignored
      case .rejected: .rejected
      case .external, .externalWithBehavior: .external
      case .internal, .guarded, .unknown: .internal
      }
    }
  }

  @usableFromInline let kind: Kind
  /// A Boolean value that indicates whether a step does no more than evaluate guards, move, and
  /// perform actions: see `StateMachine+Handling.swift`.
  @usableFromInline let usesShortcut: Bool
  /// The state after the step, or the source state if guards or the rules must still decide.
  @usableFromInline let target: State
  @usableFromInline let action: InPlace<CachedAction<Subject>>?
  /// The guard that decides between two branches.
  @usableFromInline let condition: InPlace<GuardClosure<Subject>>?
  @usableFromInline let branches: RuleBranches<State, Event, Subject>?
  @usableFromInline let label: String?
  @usableFromInline let rejection: RejectedEventError?
  /// The answers of the guards that lead to the rule, for observers, or `nil` if there are none.
  @usableFromInline let guards: EventDetails?
  @usableFromInline let details: CachedRuleDetails<Subject>

  init(
    _ kind: Kind, usesShortcut: Bool, target: State, label: String? = nil,
    action: Action<Subject>? = nil, condition: GuardClosure<Subject>? = nil,
    branches: consuming RuleBranches<State, Event, Subject>? = nil,
    rejection: RejectedEventError? = nil, _ details: CachedRuleDetails<Subject>
  ) {
    self.kind = kind
    self.usesShortcut = usesShortcut
    self.target = target
    self.label = label
    self.action = action.map { InPlace(CachedAction($0)) }
    self.condition = condition.map { InPlace($0) }
    self.branches = branches
    self.rejection = rejection
    guards = EventDetails(details.answered)
    self.details = details
  }

  @inlinable
  @inline(__always)
  func perform(_ subject: Subject) throws {
    switch action {
    case .some(let action): try action.value(subject)
    case .none: break
    }
  }

  @inlinable
  @inline(__always)
  func holds(_ subject: Subject) -> Bool {
    switch condition {
    case .some(let condition): condition.value(subject)
    case .none: true
    }
  }
}

/// The part of a rule's data that the shortcut rarely needs.
@usableFromInline
final class CachedRuleDetails<Subject> {
  /// The name of the guard that decides between two branches.
  let guardName: String
  /// The answers of the guards that lead to the rule.
  @usableFromInline let answered: [GuardRecorder<Subject>.Answer]
  /// The states that an external transition leaves and enters.
  @usableFromInline let change: StateChange
  @usableFromInline let exit: InPlace<CachedAction<Subject>>?
  @usableFromInline let entry: InPlace<CachedAction<Subject>>?
  @usableFromInline let exitName: ActionName?
  @usableFromInline let entryName: ActionName?
  /// The effects of the transition, in order.
  @usableFromInline let effects: [Any]

  init(
    guardName: String = "", answered: [GuardRecorder<Subject>.Answer], effects: [Any] = [],
    change: StateChange = .flat,
    exit: StateAction<Subject>? = nil, entry: StateAction<Subject>? = nil
  ) {
    self.guardName = guardName
    self.answered = answered
    self.change = change
    self.exit = exit.map { InPlace(CachedAction($0.action)) }
    self.entry = entry.map { InPlace(CachedAction($0.action)) }
    (self.effects, exitName, entryName) = (effects, exit?.name, entry?.name)
  }

  var hasExit: Bool {
    switch exit {
    case .some: true
    case .none: false
    }
  }

  var hasEntry: Bool {
    switch entry {
    case .some: true
    case .none: false
    }
  }

  @inlinable
  @inline(__always)
  func runExit<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch exit {
    case .some(let exit):
      machine.note(.exit, exitName)
      // Never fails, because the public functions accept no closure that throws.
      try! exit.value(subject)
    case .none: break
    }
  }

  @inlinable
  @inline(__always)
  func runEntry<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch entry {
    case .some(let entry):
      machine.note(.entry, entryName)
      // Never fails, because the public functions accept no closure that throws.
      try! entry.value(subject)
    case .none: break
    }
  }
}

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
