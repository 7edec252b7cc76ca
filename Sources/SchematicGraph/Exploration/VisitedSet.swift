/// The state values that have been discovered, so that none is explored twice.
struct VisitedSet {
  /// The positions of the values in the queue, with ``unexplored`` for those beyond a bound.
  private var positions: [Visited: Int] = [:]

  /// The position of a value that isn't in the queue.
  static let unexplored = -1

  /// A value of a node, or a part of a value.
  struct Visited: Hashable {
    fileprivate let name: Spelling
    fileprivate let identity: Identity
  }

  /// What distinguishes a value from others.
  struct Identity: Hashable {
    fileprivate let type: ObjectIdentifier
    fileprivate let content: Content
  }

  fileprivate enum Content: Hashable {
    /// A value that compares itself, with its type, because equal numbers of two types are the same
    /// `AnyHashable`.
    case value(AnyHashable, base: ObjectIdentifier)
    case parts([Visited])
    /// Parts whose order differs even between equal values.
    case unordered(Set<Visited>)
    case text(Spelling)
  }

  /// A string identified by its bytes, because equal strings may consist of different characters.
  fileprivate struct Spelling: Hashable {
    let text: String

    static func == (one: Spelling, other: Spelling) -> Bool {
      one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Returns the key of a value.
  ///
  /// Values of different nodes are different, even if their type considers them equal.
  static func key(of value: some Any, in identifier: String) -> Visited {
    Visited(name: Spelling(text: identifier), identity: identity(of: value))
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
  static func identity(of value: some Any) -> Identity {
    var objects: [ObjectIdentifier] = []
    return identity(of: value, &objects)
  }

  private static func identity(
    of value: Any, _ objects: inout [ObjectIdentifier]
  ) -> Identity {
    if let parts = value as? any ExploredParts { return identity(of: parts.identity, &objects) }
    return Identity(
      type: ObjectIdentifier(type(of: value)), content: content(of: value, &objects))
  }

  private static func content(of value: Any, _ objects: inout [ObjectIdentifier]) -> Content {
    if let value = value as? AnyHashable {
      return .value(value, base: ObjectIdentifier(type(of: value.base)))
    }
    // Objects may refer to each other, which `dump` comes to the end of.
    if type(of: value) is AnyClass { return .text(Spelling(text: text(of: value, &objects))) }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { child in
      Visited(
        name: Spelling(text: child.label ?? ""), identity: identity(of: child.value, &objects))
    }
    switch mirror.displayStyle {
    case .set, .dictionary: return .unordered(Set(parts))
    case .struct, .tuple, .enum, .optional, .collection:
      if !parts.isEmpty { return .parts(parts) }
    default: break
    }
    return .text(Spelling(text: text(of: value, &objects)))
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
