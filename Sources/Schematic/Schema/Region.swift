/// A region of a state: a property with a machine of its own, and that machine's answers for
/// states.
///
/// A schema lists its regions at any depth, each before the regions inside it.
@usableFromInline
struct Region<State, Event, Subject>: Sendable {
  /// The names that lead to the region: `drive`, or `trip/drive` inside the state `trip`.
  @usableFromInline let name: String
  /// The regions around this region.
  var around: RegionSet
  /// Returns the path of the region's state (see ``Hierarchical``), or `nil` if the machine isn't in a
  /// state that has the region.
  let path: @Sendable (State) -> [String]?
  /// Returns whether the machine is in a state that has the region, or `nil` if every state has it.
  let exists: (@Sendable (State) -> Bool)?
  @usableFromInline var rules: [StateRule<State, Event, Subject>]

  /// A Boolean value that indicates whether any answer is for a level of the region's states.
  private var hasLevels: Bool { rules.contains { $0.level > 0 } }

  /// Returns the region's states that a transition by the region's own rules leaves and enters.
  func ownChange(from source: State, to target: State) -> PathChange {
    guard hasLevels, let old = path(source), let new = path(target) else { return .flat }
    return PathChange(from: old, to: new)
  }

  /// Returns the region's states that are left and entered if a transition leaves the state around
  /// the region.
  func wholeChange(from source: State?, to target: State?) -> PathChange {
    PathChange(
      shared: 0, left: source.map(depth) ?? 0, entered: target.map(depth) ?? 0)
  }

  private func depth(in state: State) -> Int {
    if let exists, !exists(state) { return 0 }
    return hasLevels ? max(1, path(state)?.count ?? 1) : 1
  }
}
