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

/// The answers of regions to one event, as one transition.
///
/// It is an object, so that other transitions stay small.
@usableFromInline
final class JointTransition<State, Subject> {
  /// The regions that are left and entered, each with everything inside.
  @usableFromInline let left: RegionSet
  // No optional state: when it is released, the runtime would look up that type.
  @usableFromInline let state: State
  /// A Boolean value that indicates whether the state changes.
  @usableFromInline let changesState: Bool
  @usableFromInline let action: Action<Subject>?
  @inlinable var target: State? { changesState ? state : nil }
  /// A Boolean value that indicates whether no region is left.
  @usableFromInline var isInternal: Bool { left.isEmpty }
  // Most events mean something in one region only, which needs no array.
  @usableFromInline let first: RegionAnswer
  @usableFromInline let others: [RegionAnswer]
  /// The transition of earlier regions.
  @usableFromInline let before: JointTransition?

  /// The answers, in the order of the regions.
  @usableFromInline var parts: [RegionAnswer] { (before?.parts ?? []) + [first] + others }

  /// The names of the actions.
  @usableFromInline var label: String? {
    let labels = parts.compactMap(\.label)
    return labels.isEmpty ? nil : labels.joined(separator: ", ")
  }

  @inlinable
  init(
    leaving left: RegionSet, to state: State, changesState: Bool, action: Action<Subject>?,
    _ first: RegionAnswer, _ others: [RegionAnswer] = [], after before: JointTransition? = nil
  ) {
    self.left = left
    self.state = state
    self.changesState = changesState
    self.action = action
    self.first = first
    self.others = others
    self.before = before
  }

  /// Returns the transition together with that of a later region, which was asked in the same state.
  ///
  /// - Parameters:
  ///   - other: The transition of the later region.
  ///   - copy: Copies the later region's state from one state to another.
  /// - Returns: One transition, whose actions run in the order of the regions.
  @inlinable
  func joined(
    with other: JointTransition, _ copy: (_ source: State, _ target: inout State) -> Void
  ) -> JointTransition {
    var joined = self.state
    if other.changesState { copy(other.state, &joined) }
    let action: Action<Subject>? =
      if let first = self.action, let second = other.action {
        Action { subject in
          try first(subject)
          try second(subject)
        }
      } else {
        self.action ?? other.action
      }
    let (first, others) =
      other.before == nil ? (other.first, other.others) : Self.divided(other.parts)
    return JointTransition(
      leaving: left.union(other.left), to: joined, changesState: changesState || other.changesState,
      action: action, first, others, after: self)
  }

  /// Returns the transition with the rejections of other regions, which change nothing.
  func adding(_ rejections: [RegionAnswer]) -> JointTransition {
    JointTransition(
      leaving: left, to: state, changesState: changesState, action: action, first,
      others + rejections, after: before)
  }

  @usableFromInline
  static func divided(_ parts: [RegionAnswer]) -> (RegionAnswer, [RegionAnswer]) {
    (parts[0], Array(parts.dropFirst()))
  }

  /// Returns the transition of an outer schema, which has other regions before these.
  @usableFromInline
  func mapping<OuterState, OuterSubject>(
    to state: OuterState, _ action: Action<OuterSubject>?, after offset: Int
  ) -> JointTransition<OuterState, OuterSubject> {
    let (first, others) = Self.divided(parts.map { $0.shifted(by: offset) })
    return JointTransition<OuterState, OuterSubject>(
      leaving: left.shifted(by: offset), to: state, changesState: changesState, action: action,
      first, others)
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
  @usableFromInline
  func change(
    from source: State, to target: State, by answer: JointTransition<State, Subject>?
  ) -> StateChange {
    guard let left = answer?.left else {
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
