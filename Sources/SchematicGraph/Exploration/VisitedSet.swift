/// The state values that were discovered so far, so that none is explored twice.
struct VisitedSet {
  private var values: Set<[AnyHashable]> = []

  /// Adds a value and returns whether it was new.
  ///
  /// Values of different nodes differ, even where the type calls them equal.
  mutating func insert(_ value: some Any, _ identifier: String) -> Bool {
    values.insert([Self.spelling(identifier), Self.identity(of: value)]).inserted
  }

  /// Returns an identity by which a value is told from others.
  ///
  /// A type that is not `Hashable` is told apart by its parts, because different values may print
  /// alike.
  static func identity(of value: some Any) -> AnyHashable {
    var objects: [ObjectIdentifier] = []
    return identity(of: value, &objects)
  }

  private static func identity(
    of value: Any, _ objects: inout [ObjectIdentifier]
  ) -> AnyHashable {
    if let parts = value as? any ExploredParts { return identity(of: parts.identity, &objects) }
    // Equal numbers of different types are one `AnyHashable`.
    let type = AnyHashable(ObjectIdentifier(Swift.type(of: value)))
    if let value = value as? AnyHashable {
      return [type, AnyHashable(ObjectIdentifier(Swift.type(of: value.base))), value]
    }
    // Objects may refer to each other, which `dump` comes to the end of.
    if Swift.type(of: value) is AnyClass { return spelling(text(of: value, &objects)) }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { child in
      [spelling(child.label ?? ""), identity(of: child.value, &objects)]
    }
    switch mirror.displayStyle {
    // Their order differs even between equal ones.
    case .set, .dictionary: return [type, AnyHashable(Set(parts))]
    case .struct, .tuple, .enum, .optional, .collection:
      if !parts.isEmpty { return [type, AnyHashable(parts)] }
    default: break
    }
    return [type, spelling(text(of: value, &objects))]
  }

  /// Returns a text by its bytes: equal texts may be written with different characters.
  private static func spelling(_ text: String) -> AnyHashable { Array(text.utf8) }

  /// Returns the text of a value without parts, or of an object: two objects that hold the same are
  /// told from one that stands in two places.
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
