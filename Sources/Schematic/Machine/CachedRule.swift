/// The cached answer to an event in a state, or the guard that the answer depends on.
@frozen @usableFromInline
struct CachedRule<State, Event, Subject>: ~Copyable {
  @frozen @usableFromInline
  enum Kind: UInt8 {
    case external, `internal`
    /// An external transition with an action on exit, on entry, or both.
    case externalWithBehavior
    case ignored, rejected
    /// A guard decides between two branches.
    case guarded
    /// The answer can't be cached.
    case unknown

    /// A Boolean value that indicates whether a step only moves and performs the action.
    @inlinable var isMove: Bool { rawValue <= Kind.internal.rawValue }

    /// A Boolean value that indicates whether the event is taken.
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
  /// A Boolean value that indicates whether a step only evaluates guards, moves, and performs
  /// actions.
  @usableFromInline let isPlain: Bool
  /// A Boolean value that indicates whether leaving and entering do nothing.
  @usableFromInline let isQuiet: Bool
  /// The state after the step.
  @usableFromInline let target: State
  @usableFromInline let action: InPlace<Action<Subject>>?
  /// The guard that decides between two branches.
  @usableFromInline let condition: InPlace<Condition<Subject>>?
  @usableFromInline let branches: RuleBranches<State, Event, Subject>?
  /// The label of the action.
  @usableFromInline let label: String?
  @usableFromInline let rejection: RejectedEventError?
  /// The answers of the guards on the way to the rule, for observers; `nil` if there are none.
  @usableFromInline let guards: EventDetails?
  @usableFromInline let details: CachedRuleDetails<Subject>

  init(
    _ kind: Kind, isPlain: Bool, isQuiet: Bool = true, target: State, label: String? = nil,
    action: Action<Subject>? = nil, condition: Condition<Subject>? = nil,
    branches: consuming RuleBranches<State, Event, Subject>? = nil,
    rejection: RejectedEventError? = nil, _ details: CachedRuleDetails<Subject>
  ) {
    self.kind = kind
    self.isPlain = isPlain
    self.isQuiet = isQuiet
    self.target = target
    self.label = label
    self.action = action.map { InPlace($0) }
    self.condition = condition.map { InPlace($0) }
    self.branches = branches
    self.rejection = rejection
    guards = EventDetails(details.answered)
    self.details = details
  }

  /// Performs the action, if there is one.
  @inlinable
  @inline(__always)
  func perform(_ subject: Subject) throws {
    switch action {
    case .some(let action): try action.value(subject)
    case .none: break
    }
  }

  /// Returns whether the guard holds.
  @inlinable
  @inline(__always)
  func holds(_ subject: Subject) -> Bool {
    switch condition {
    case .some(let condition): condition.value(subject)
    case .none: true
    }
  }
}

/// The data of a rule that a plain step doesn't use.
@usableFromInline
final class CachedRuleDetails<Subject> {
  /// The name of the guard that decides.
  let guardName: String
  /// The answers of the guards on the way to the rule.
  @usableFromInline let answered: [GuardRecorder<Subject>.Answer]
  /// The states that an external transition leaves and enters.
  @usableFromInline let change: StateChange
  @usableFromInline let exit: InPlace<StateAction<Subject>>?
  @usableFromInline let entry: InPlace<StateAction<Subject>>?

  init(
    guardName: String = "", answered: [GuardRecorder<Subject>.Answer], change: StateChange = .flat,
    exit: StateAction<Subject>? = nil, entry: StateAction<Subject>? = nil
  ) {
    self.guardName = guardName
    self.answered = answered
    self.change = change
    self.exit = exit.map { InPlace($0) }
    self.entry = entry.map { InPlace($0) }
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

  /// Runs the action on exit, if there is one.
  @inlinable
  @inline(__always)
  func runExit<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch exit {
    case .some(let exit): machine.run(exit.value, .exit, subject)
    case .none: break
    }
  }

  /// Runs the action on entry, if there is one.
  @inlinable
  @inline(__always)
  func runEntry<State, Event>(
    on machine: StateMachine<State, Event, Subject>, _ subject: Subject
  ) {
    switch entry {
    case .some(let entry): machine.run(entry.value, .entry, subject)
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
    let details = CachedRuleDetails(answered: guards)
    switch answer.form {
    case .ignored:
      return CachedRule(
        .ignored, isPlain: !features.contains(.unhandledEvents), target: state, details)
    case .rejected:
      return CachedRule(
        .rejected, isPlain: true, target: state,
        rejection: RejectedEventError(
          rules, to: event, in: state, answered: guards), details)
    case .move(let target): return move(nil, nil, state, target, guards)
    case .take(let label, let action, let target, let isInternal)
    where action?.capturesNothing ?? true:
      let target = target ?? state
      guard isInternal else { return move(label, action, state, target, guards) }
      // An internal transition to another state leaves timeouts and tasks running in a state that
      // didn't begin them.
      let isElsewhere =
        features.contains(.states)
        && RuleTable<State, Event, Subject>.byte(of: target)
          != RuleTable<State, Event, Subject>.byte(of: state)
      return CachedRule(
        .internal, isPlain: !features.contains(.commits) && !isElsewhere && !completes(target),
        target: target,
        label: label, action: action, details)
    // A state of one byte has hardly any regions, so their answers aren't cached.
    case .take, .joint: return CachedRule(.unknown, isPlain: false, target: state, details)
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
      isPlain: behavior.isCacheable && !features.contains(.commits) && !completes(target),
      isQuiet: behavior.isEmpty,
      target: target, label: label, action: action,
      CachedRuleDetails(
        answered: guards, change: change, exit: behavior.exit, entry: behavior.entry))
  }

  /// Returns whether a completion may follow a step that leads to a state.
  private func completes(_ target: State) -> Bool {
    features.contains(.completions) && completion(of: target) != nil
  }

  /// Returns what leaving and entering do, if a rule can contain it.
  func behavior(
    from source: State, to target: State, _ change: StateChange
  ) -> (exit: StateAction<Subject>?, entry: StateAction<Subject>?, isEmpty: Bool, isCacheable: Bool)
  {
    var (exits, entries) = ([StateAction<Subject>](), [StateAction<Subject>]())
    var hasMore = false
    forEachBehavior(in: source, enteredBy: change.undone) { behavior, _ in
      behavior.forEachPart { part in if let exit = part.exit { exits.append(exit) } }
      if behavior.hasActivities { hasMore = true }
    }
    forEachBehavior(in: target, enteredBy: change) { behavior, _ in
      behavior.forEachPart { part in if let entry = part.entry { entries.append(entry) } }
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

  /// Calls a function with the answer for each state that is entered, in the order of entering.
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
