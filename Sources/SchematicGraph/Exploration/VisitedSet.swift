/// The state values that have been discovered, so that none is explored twice.
package struct VisitedSet {
  /// The position of each value in the queue, or ``unexplored`` if the value isn't there.
  private var positions: [Visited: Int] = [:]

  package init() {}

  /// The position of a value that isn't in the queue.
  static let unexplored = -1

  /// The key of a value in a state, or of a part of a value.
  struct Visited: Hashable {
    fileprivate let name: Spelling
    fileprivate let identity: Identity
  }

  /// A key that is equal for equal values only.
  package struct Identity: Hashable {
    fileprivate let type: ObjectIdentifier
    fileprivate let content: Content
  }

  fileprivate enum Content: Hashable {
    /// A `Hashable` value, with its type, because equal numbers of two types are the same
    /// `AnyHashable`.
    case value(AnyHashable, base: ObjectIdentifier)
    case parts([Visited])
    /// Parts whose order may differ between equal values.
    case unordered(Set<Visited>)
    case text(Spelling)
  }

  /// A string identified by its bytes, because strings with different Unicode scalars may be equal.
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
  /// Values of different nodes have different keys, even if their type considers them equal.
  static func key(of value: some Any, in identifier: String) -> Visited {
    Visited(name: Spelling(text: identifier), identity: identity(of: value))
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

  /// Returns an identity that distinguishes a value from others.
  ///
  /// If a type isn't `Hashable`, its values are distinguished by their properties, because
  /// different values may print the same.
  package static func identity(
    of value: some Any, ignoring ignored: IgnoredProperties = .none
  ) -> Identity {
    var objects: [ObjectIdentifier] = []
    return identity(of: value, ignored, &objects)
  }

  private static func identity(
    of value: Any, _ ignored: IgnoredProperties, _ objects: inout [ObjectIdentifier]
  ) -> Identity {
    if let value = value as? any ExplorationIdentity {
      return identity(of: value.identity, ignored, &objects)
    }
    return Identity(
      type: ObjectIdentifier(type(of: value)), content: content(of: value, ignored, &objects))
  }

  private static func content(
    of value: Any, _ ignored: IgnoredProperties, _ objects: inout [ObjectIdentifier]
  ) -> Content {
    let ignored = ignored.occur(in: value) ? ignored : .none
    // A task is another one each time, and what the machine does hardly depends on which.
    if value is any RunningTask { return .text(Spelling(text: "task")) }
    // On Linux, the hash of some errors of Foundation stops the program.
    if ignored.isEmpty, !(value is any Error), let value = value as? AnyHashable {
      return .value(value, base: ObjectIdentifier(type(of: value.base)))
    }
    if type(of: value) is AnyClass {
      let text = ObjectContent(of: value, ignoring: ignored).text
      let number = ignored.isEmpty ? "\(number(of: value as AnyObject, among: &objects)): " : ""
      return .text(Spelling(text: number + text))
    }
    let reflected = ReflectedValue(value)
    var all = reflected.parts(ignored)
    if reflected.isUnordered, all.count > 1 {
      // The objects inside get the same numbers in equal sets.
      all = all.stablySorted { ObjectContent(of: $0.value, ignoring: $0.ignored).text }
    }
    let parts = all.map { label, value, ignored in
      Visited(name: Spelling(text: label ?? ""), identity: identity(of: value, ignored, &objects))
    }
    if reflected.isUnordered { return .unordered(Set(parts)) }
    guard parts.isEmpty else { return .parts(parts) }
    var text = ""
    dump(value, to: &text)
    return .text(Spelling(text: text))
  }

  /// Returns the number of an object, which shows whether two places hold the same object or two objects with the same
  /// content.
  private static func number(
    of object: AnyObject, among objects: inout [ObjectIdentifier]
  ) -> Int {
    let object = ObjectIdentifier(object)
    let number = objects.firstIndex(of: object) ?? objects.count
    if number == objects.count { objects.append(object) }
    return number
  }
}
