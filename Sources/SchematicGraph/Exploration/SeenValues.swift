/// The state values that were met so far, so that none is explored twice.
struct SeenValues {
  private var values: Set<AnyHashable> = []

  /// Adds a value and returns whether it was new.
  ///
  /// A type that is not `Hashable` is told apart by how its values print: good enough to stop, and
  /// no part of any identity.
  mutating func insert<Value>(_ value: Value) -> Bool {
    if let value = value as? AnyHashable { return values.insert(value).inserted }
    return values.insert(String(reflecting: value)).inserted
  }
}
