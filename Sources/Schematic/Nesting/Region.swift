/// A region of a state: a property in which a machine of its own goes on, with that machine's answers
/// for states.
///
/// A schema has one for each region at any depth: those inside a region come after it.
@usableFromInline
struct Region<State, Event, Subject>: Sendable {
  /// The names that lead to the region: `drive`, or `trip/drive` inside the state `trip`.
  @usableFromInline let name: String
  /// The regions around it.
  var around: RegionSet
  /// Returns the path of the region's state (see ``Hierarchical``), or `nil` if the machine isn't in a
  /// state that has the region.
  let path: @Sendable (State) -> [String]?
  /// Returns whether the machine is in a state that has the region; `nil` if it always is.
  let exists: (@Sendable (State) -> Bool)?
  @usableFromInline var rules: [StateRule<State, Event, Subject>]

  /// A Boolean value that indicates whether answers are about levels of the region's states.
  private var hasLevels: Bool { rules.contains { $0.level > 0 } }

  /// Returns the states of the region that are left and entered if its own rules move it.
  fileprivate func ownChange(from source: State, to target: State) -> PathChange {
    guard hasLevels, let old = path(source), let new = path(target) else { return .flat }
    return PathChange(from: old, to: new)
  }

  /// Returns the states of the region that are left and entered if a state around it is left.
  fileprivate func wholeChange(from source: State?, to target: State?) -> PathChange {
    PathChange(
      shared: 0, left: source.map(depth) ?? 0, entered: target.map(depth) ?? 0)
  }

  private func depth(in state: State) -> Int {
    if let exists, !exists(state) { return 0 }
    return hasLevels ? max(1, path(state)?.count ?? 1) : 1
  }
}

/// Some regions of a schema, by their positions.
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

  /// Returns the same regions in a schema that has others before them.
  func shifted(by offset: Int) -> RegionSet {
    guard rawValue != 0, offset > 0 else { return self }
    precondition(
      offset <= rawValue.leadingZeroBitCount,
      "A schema has more than \(Self.capacity) regions; put some of them into machines of their own."
    )
    return RegionSet(rawValue: rawValue << UInt64(offset))
  }
}

/// The answer of one region to an event.
@usableFromInline
struct RegionAnswer {
  /// The position of the region.
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

  /// Returns the answer in a schema that has other regions before.
  func shifted(by offset: Int) -> RegionAnswer {
    RegionAnswer(position + offset, kind, label, reason: reason)
  }
}

/// The answers of regions to one event, which are gathered region by region.
@frozen @usableFromInline
struct RegionAnswers<State, Subject> {
  /// The state after the step, to which each region adds its own.
  @usableFromInline var state: State
  /// A Boolean value that indicates whether a region takes the event.
  @usableFromInline var isTaken = false
  /// A Boolean value that indicates whether the state changes.
  @usableFromInline var changesState = false
  /// The regions that are left and entered, each with everything inside.
  @usableFromInline var left: RegionSet = []
  /// The actions of all regions, in their order.
  @usableFromInline var action: Action<Subject>?
  /// The answers, in the order of the regions; `nil` if nobody asks and no region rejects the event.
  @usableFromInline var parts: [RegionAnswer]?
  /// The guards that the rules ask; `nil` if they have none.
  @usableFromInline let when: GuardBox<Subject>?

  /// The answer of all regions together.
  @usableFromInline var transition: Transition<State, Subject> {
    if isTaken { return Transition(.joint(JointTransition(self))) }
    return isRejected ? Transition(.rejected(reason: reason)) : .ignored
  }

  /// A Boolean value that indicates whether regions reject the event, and none takes it.
  @usableFromInline var isRejected: Bool { !isTaken && !(parts ?? []).isEmpty }

  /// The reasons of the regions that reject the event.
  @usableFromInline var reason: String? {
    let reasons = (parts ?? []).compactMap(\.reason)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  @inlinable
  init(in state: State, recording parts: [RegionAnswer]? = [], _ when: GuardBox<Subject>? = nil) {
    self.state = state
    self.parts = parts
    self.when = when
  }

  /// Adds the answer of the next region, which was asked in the state before the step.
  ///
  /// - Parameters:
  ///   - form: The answer of the region's own rules.
  ///   - position: The position of the region.
  ///   - outer: Returns an action of the region as one of all regions.
  ///   - write: Writes the region's state to its place.
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
      perform(outer(action))
      take(position, isInternal ? .internal : .external, label)
    case .joint(let inner):
      let answers = inner.answers
      if answers.changesState { change(to: answers.state, write) }
      perform(outer(answers.action))
      take(answers.left, answers.parts ?? [], after: position + 1)
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
  mutating func take(_ position: Int, _ kind: TransitionKind, _ label: String?) {
    isTaken = true
    if kind == .external { left.formUnion(RegionSet(rawValue: 1 << UInt64(position))) }
    if parts != nil { note(RegionAnswer(position, kind, label)) }
  }

  /// Takes what the regions of a region do, which has others before it.
  @usableFromInline
  mutating func take(_ left: RegionSet, _ parts: [RegionAnswer], after offset: Int) {
    isTaken = true
    self.left.formUnion(left.shifted(by: offset))
    for part in parts { note(part.shifted(by: offset)) }
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
  mutating func note(_ part: RegionAnswer) {
    parts = parts ?? []
    parts?.append(part)
  }

  /// Returns the answers in an outer schema, which has other regions before these.
  func mapping<OuterState, OuterSubject>(
    to state: OuterState, _ outer: (Action<Subject>) -> Action<OuterSubject>, after offset: Int
  ) -> RegionAnswers<OuterState, OuterSubject> {
    var answers = RegionAnswers<OuterState, OuterSubject>(in: state)
    answers.changesState = changesState
    answers.action = action.map(outer)
    answers.take(left, parts ?? [], after: offset)
    return answers
  }
}

/// Guards in an object, so that answers without any stay small.
@usableFromInline
final class GuardBox<Subject> {
  @usableFromInline let guards: Guard<Subject>

  @usableFromInline
  init(_ guards: Guard<Subject>) { self.guards = guards }
}

extension Action {
  /// Returns an action that performs this one and then another.
  @inlinable
  @inline(never)
  func followed(by next: Action) -> Action {
    Action { subject in
      try self(subject)
      try next(subject)
    }
  }
}

/// The answers of regions to one event, of which at least one takes it, as one transition.
///
/// It is an object, so that other transitions stay small.
@usableFromInline
final class JointTransition<State, Subject> {
  @usableFromInline let answers: RegionAnswers<State, Subject>

  @usableFromInline var state: State { answers.state }
  @usableFromInline var target: State? { answers.changesState ? answers.state : nil }
  /// A Boolean value that indicates whether no region is left.
  @usableFromInline var isInternal: Bool { answers.left.isEmpty }

  /// The names of the actions.
  @usableFromInline var label: String? {
    let labels = (answers.parts ?? []).compactMap(\.label)
    return labels.isEmpty ? nil : labels.joined(separator: ", ")
  }

  @usableFromInline
  init(_ answers: RegionAnswers<State, Subject>) {
    self.answers = answers
  }
}

extension SchemaStorage {
  /// Returns the states that a transition leaves and enters.
  ///
  /// - Parameters:
  ///   - source: The state before.
  ///   - target: The state after.
  ///   - answer: The answer of regions, which leaves the state around them alone; `nil` if the rules
  ///     around answer, which leaves all regions of the source and enters all of the target.
  /// - Returns: The states around regions, and those of each region.
  @usableFromInline
  func change(
    from source: State, to target: State, by answer: JointTransition<State, Subject>?
  ) -> StateChange {
    guard let left = answer?.answers.left else {
      let whole = features.contains(.levels) ? PathChange(from: source, to: target) : .flat
      return StateChange(
        whole, regions: additions.regions.map { $0.wholeChange(from: source, to: target) })
    }
    return StateChange(
      .none,
      regions: additions.regions.enumerated().map { position, region in
        if !left.isDisjoint(with: region.around) {
          return region.wholeChange(from: source, to: target)
        }
        return left.contains(RegionSet(position: position))
          ? region.ownChange(from: source, to: target) : .none
      })
  }

  /// Returns the states that a machine enters when it starts, from the outermost to the innermost.
  func change(entering state: State) -> StateChange {
    StateChange(
      PathChange(entering: state),
      regions: additions.regions.map { $0.wholeChange(from: nil, to: state) })
  }
}

extension StateMachineSchema {
  /// The names of all regions, at any depth: `drive`, or `trip/drive` inside the state `trip`.
  package var regionNames: [String] { storage.additions.regions.map(\.name) }
}
