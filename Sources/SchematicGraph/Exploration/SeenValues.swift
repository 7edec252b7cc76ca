/// The state values that were met so far, so that none is explored twice.
struct SeenValues {
  private var values: Set<[AnyHashable]> = []

  /// Adds a value and returns whether it was new.
  ///
  /// Values of different nodes differ, even where the type calls them equal. A type that is not
  /// `Hashable` is told apart by its parts, because different values may print alike.
  mutating func insert<Value: Graphable>(_ value: Value) -> Bool {
    let identifier = value.graphIdentifier
    if let value = value as? AnyHashable { return values.insert([identifier, value]).inserted }
    var parts = ""
    dump(value, to: &parts)
    return values.insert([identifier, parts]).inserted
  }
}
