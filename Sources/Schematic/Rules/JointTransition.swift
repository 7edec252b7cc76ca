/// The transition of regions, at least one of which takes the event.
///
/// The type is a class, so that a `Transition` without regions stays small.
@usableFromInline
final class JointTransition<State, Subject> {
  @usableFromInline let answers: RegionAnswers<State, Subject>

  @usableFromInline var state: State { answers.state }
  @usableFromInline var target: State? { answers.changesState ? answers.state : nil }
  /// A Boolean value that indicates whether no region leaves a state.
  @usableFromInline var isInternal: Bool { answers.left.isEmpty }

  /// The labels of the regions' actions.
  @usableFromInline var label: String? {
    let labels = (answers.byRegion ?? []).compactMap(\.label)
    return labels.isEmpty ? nil : labels.joined(separator: ", ")
  }

  @usableFromInline
  init(_ answers: RegionAnswers<State, Subject>) {
    self.answers = answers
  }
}

/// The answers of regions to one event, which are gathered region by region.
@frozen @usableFromInline
struct RegionAnswers<State, Subject> {
  /// The state after the step, into which each region writes its own state.
  @usableFromInline var state: State
  /// A Boolean value that indicates whether a region takes the event.
  @usableFromInline var isTaken = false
  @usableFromInline var changesState = false
  /// The regions whose own rules leave a state and enter one.
  ///
  /// The regions inside such a state, which are left and entered along with it, aren't included.
  @usableFromInline var left: RegionSet = []
  /// One action that performs the actions of all regions, in their order.
  @usableFromInline var action: Action<Subject>?
  /// The recorded answers, or `nil` if none are recorded.
  ///
  /// Rejections are always recorded. Other answers may be left out if nobody needs them.
  @usableFromInline var byRegion: [RegionAnswer]?
  /// The guards for the rules, or `nil` if the rules have none.
  @usableFromInline let when: GuardBox<Subject>?

  /// The answer of all regions together.
  @usableFromInline var transition: Transition<State, Subject> {
    if isTaken { return Transition(.joint(JointTransition(self))) }
    return isRejected ? Transition(.rejected(reason: reason)) : .ignored
  }

  /// A Boolean value that indicates whether a region rejects the event, and no region takes it.
  @usableFromInline var isRejected: Bool { !isTaken && !(byRegion ?? []).isEmpty }

  /// The reasons of the regions that reject the event.
  @usableFromInline var reason: String? {
    let reasons = (byRegion ?? []).compactMap(\.reason)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  @inlinable
  init(in state: State, recording byRegion: [RegionAnswer]? = [], _ when: GuardBox<Subject>? = nil)
  {
    self.state = state
    self.byRegion = byRegion
    self.when = when
  }

  /// Adds the answer of the next region, whose rules were evaluated in the state before the step.
  ///
  /// `outer` translates an action of the region to the outer subject, and `write` writes the
  /// region's state into the outer state.
  @inlinable
  @inline(__always)
  mutating func add<Value, Inner>(
    _ form: consuming Transition<Value, Inner>.Form, ofRegionAt position: Int,
    _ outer: (Action<Inner>?) -> Action<Subject>?,
    _ write: (_ value: Value, _ state: inout State) -> Void
  ) {
    switch consume form {
    case .ignored: break
    case .rejected(let reason):
      note(RegionAnswer(position, .rejected, nil, reason: reason))
    case .move(let value):
      change(to: value, write)
      take(position, .external, nil)
    case .take(let label, let action, let value, let isInternal):
      if let value { change(to: value, write) }
      take(position, isInternal ? .internal : .external, label ?? action?.effectNames)
      perform(outer(action))
    case .joint(let inner):
      let answers = inner.answers
      if answers.changesState { change(to: answers.state, write) }
      perform(outer(answers.action))
      take(answers.left, answers.byRegion ?? [], after: position + 1)
    }
  }

  @inlinable
  @inline(__always)
  mutating func change<Value>(
    to value: Value, _ write: (_ value: Value, _ state: inout State) -> Void
  ) {
    write(value, &state)
    changesState = true
  }

  @inlinable
  @inline(__always)
  mutating func take(
    _ position: Int, _ kind: TransitionKind, _ label: @autoclosure () -> String?
  ) {
    isTaken = true
    if kind == .external { left.formUnion(RegionSet(rawValue: 1 << UInt64(position))) }
    if byRegion != nil { note(RegionAnswer(position, kind, label())) }
  }

  /// Adds the answers of the regions inside a region; their positions begin at `offset`.
  @usableFromInline
  mutating func take(_ left: RegionSet, _ answers: [RegionAnswer], after offset: Int) {
    isTaken = true
    self.left.formUnion(left.shifted(by: offset))
    for answer in answers { note(answer.shifted(by: offset)) }
  }

  @inlinable
  @inline(__always)
  mutating func perform(_ next: Action<Subject>?) {
    switch action {
    case nil: action = next
    case let earlier?: if let next { action = earlier.followed(by: next) }
    }
  }

  @usableFromInline
  mutating func note(_ answer: RegionAnswer) {
    byRegion = byRegion ?? []
    byRegion?.append(answer)
  }

  /// Returns the answers translated to an outer schema, which has `offset` other regions before
  /// these.
  func mapping<OuterState, OuterSubject>(
    to state: OuterState, _ outer: (Action<Subject>) -> Action<OuterSubject>, after offset: Int
  ) -> RegionAnswers<OuterState, OuterSubject> {
    var answers = RegionAnswers<OuterState, OuterSubject>(in: state)
    answers.changesState = changesState
    answers.action = action.map(outer)
    answers.take(left, byRegion ?? [], after: offset)
    return answers
  }
}

/// The answer of one region to an event.
@frozen @usableFromInline
struct RegionAnswer {
  @usableFromInline var position: Int
  @usableFromInline let kind: TransitionKind
  @usableFromInline let label: String?
  @usableFromInline let reason: String?

  @inlinable
  init(_ position: Int, _ kind: TransitionKind, _ label: String?, reason: String? = nil) {
    self.position = position
    self.kind = kind
    self.label = label
    self.reason = reason
  }

  /// Returns the same answer in a schema that has `offset` other regions before the answer's
  /// region.
  func shifted(by offset: Int) -> RegionAnswer {
    RegionAnswer(position + offset, kind, label, reason: reason)
  }
}

/// A set of regions of a schema, by their positions.
@frozen @usableFromInline
struct RegionSet: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt64

  @inlinable
  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The maximum number of regions in a schema.
  static let capacity = 64

  /// The set of one region.
  init(position: Int) {
    precondition(
      position < Self.capacity,
      "A schema has more than \(Self.capacity) regions; put some of them into machines of their own."
    )
    rawValue = 1 << UInt64(position)
  }

  /// Returns the same regions in a schema that has `offset` other regions before them.
  func shifted(by offset: Int) -> RegionSet {
    guard rawValue != 0, offset > 0 else { return self }
    precondition(
      offset <= rawValue.leadingZeroBitCount,
      "A schema has more than \(Self.capacity) regions; put some of them into machines of their own."
    )
    return RegionSet(rawValue: rawValue << UInt64(offset))
  }
}

/// Guards in an object, so that a `RegionAnswers` without guards stays small.
@usableFromInline
final class GuardBox<Subject> {
  @usableFromInline let guards: Guard<Subject>

  @usableFromInline
  init(_ guards: Guard<Subject>) { self.guards = guards }
}

extension Action {
  /// Returns an action that performs this action and then another.
  @inlinable
  @inline(never)
  func followed(by next: Action) -> Action {
    if hasEffects || next.hasEffects { return withEffects(followedBy: next) }
    return Action { subject in
      try self(subject)
      try next(subject)
    }
  }
}
