/// The state values that were met so far, so that none is explored twice.
struct SeenValues {
  private var values: Set<[AnyHashable]> = []

  /// Adds a value and returns whether it was new.
  ///
  /// Values of different nodes differ, even where the type calls them equal.
  mutating func insert(_ value: some Any, _ identifier: String) -> Bool {
    values.insert([identifier, Self.identity(of: value)]).inserted
  }

  /// Returns what tells a value from others.
  ///
  /// A type that is not `Hashable` is told apart by its parts, because different values may print
  /// alike.
  static func identity(of value: some Any) -> AnyHashable {
    if let parts = value as? any ExploredParts { return identity(of: parts.identity) }
    if let value = value as? AnyHashable { return value }
    var parts = ""
    dump(value, to: &parts)
    return parts
  }
}
