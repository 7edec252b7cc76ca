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
}

/// A value in a structure that can't be copied.
///
/// A machine uses its subject, and a rule its action, in place. A copy would retain and release a
/// reference at each step.
@frozen @usableFromInline
struct InPlace<Value>: ~Copyable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
