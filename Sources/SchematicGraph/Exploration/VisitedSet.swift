/// The state values that have been discovered, so that none is explored twice.
struct VisitedSet {
  /// The positions of the values in the queue, with ``unexplored`` for those beyond a bound.
  private var positions: [Visited: Int] = [:]

  /// The position of a value that isn't in the queue.
  static let unexplored = -1

  /// The identity of a value.
  struct Visited: Hashable {
    fileprivate let identifier: Spelling
    fileprivate let identity: AnyHashable
  }

  /// A value with its type, because equal numbers of two types are the same `AnyHashable`.
  private struct Typed: Hashable {
    let type: ObjectIdentifier
    let base: ObjectIdentifier
    let value: AnyHashable

    init(_ value: AnyHashable, in type: Any.Type) {
      self.type = ObjectIdentifier(type)
      base = ObjectIdentifier(Swift.type(of: value.base))
      self.value = value
    }
  }

  /// A string identified by its bytes, because equal strings may consist of different characters.
  fileprivate struct Spelling: Hashable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
  }

  /// Returns the key of a value.
  ///
  /// Values of different nodes are different, even if their type considers them equal.
  static func key(of value: some Any, in identifier: String) -> Visited {
    Visited(identifier: Spelling(identifier), identity: identity(of: value))
  }

  /// Adds a value, and returns whether it was new.
  mutating func insert(_ value: some Any, _ identifier: String) -> Bool {
    positions.updateValue(Self.unexplored, forKey: Self.key(of: value, in: identifier)) == nil
  }

  /// The position of a value in the queue, or `nil` if the value is new.
  subscript(key: Visited) -> Int? {
    get { positions[key] }
    set { positions[key] = newValue }
  }

  /// Returns an identity that distinguishes a value from others.
  ///
  /// If a type isn't `Hashable`, its values are distinguished by their properties, because
  /// different values may print the same.
  static func identity(of value: some Any) -> AnyHashable {
    var objects: [ObjectIdentifier] = []
    return identity(of: value, &objects)
  }

  private static func identity(
    of value: Any, _ objects: inout [ObjectIdentifier]
  ) -> AnyHashable {
    if let parts = value as? any ExploredParts { return identity(of: parts.identity, &objects) }
    let type = type(of: value)
    if let value = value as? AnyHashable { return Typed(value, in: type) }
    // Objects may refer to each other, which `dump` comes to the end of.
    if type is AnyClass { return Spelling(text(of: value, &objects)) }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { child in
      Visited(
        identifier: Spelling(child.label ?? ""), identity: identity(of: child.value, &objects))
    }
    switch mirror.displayStyle {
    // Their order differs even between equal ones.
    case .set, .dictionary: return Typed(Set(parts), in: type)
    case .struct, .tuple, .enum, .optional, .collection:
      if !parts.isEmpty { return Typed(parts, in: type) }
    default: break
    }
    return Typed(Spelling(text(of: value, &objects)), in: type)
  }

  /// Returns a description of an object, or of a value without properties.
  ///
  /// The description shows whether two places hold the same object or two objects with the same
  /// content.
  private static func text(of value: Any, _ objects: inout [ObjectIdentifier]) -> String {
    var text = ""
    dump(value, to: &text)
    guard type(of: value) is AnyClass else { return text }
    let object = ObjectIdentifier(value as AnyObject)
    let number = objects.firstIndex(of: object) ?? objects.count
    if number == objects.count { objects.append(object) }
    return "\(number): \(text)"
  }
}
