/// The state values that have been discovered, so that none is explored twice.
package struct VisitedSet {
  /// The position of each value in the queue, or ``unexplored`` if the value isn't there.
  private var positions: [Visited: Int] = [:]

  package init() {}

  /// The position of a value that isn't in the queue.
  static let unexplored = -1

  /// The key of a value in a state.
  struct Visited: Hashable {
    fileprivate let name: Spelling
    fileprivate let identity: ValueTree.Identity
  }

  /// Returns the key of a value.
  ///
  /// Values of different nodes have different keys, even if their type considers them equal.
  static func key(of value: some Any, in identifier: String) -> Visited {
    Visited(name: Spelling(identifier), identity: ValueTree(value).identity)
  }

  /// Adds a value, and returns whether it was new.
  package mutating func insert(_ value: some Any, _ identifier: String) -> Bool {
    positions.updateValue(Self.unexplored, forKey: Self.key(of: value, in: identifier)) == nil
  }

  /// The position of a value in the queue, ``unexplored`` if it isn't there, or `nil` if it is new.
  ///
  /// A value whose position is set to `nil` is new again.
  subscript(key: Visited) -> Int? {
    get { positions[key] }
    set { positions[key] = newValue }
  }
}
