/// The properties that make no difference in an exploration, as seen from one place inside a value.
///
/// Whoever looks into a value asks for each part how to read it, and with which ignored properties to
/// go on inside that part.
package struct IgnoredProperties {
  /// A property, given by names that occur in this order on the way to it.
  package struct Property: Hashable, Sendable {
    package let names: [String]
    /// The type whose values are ignored wherever they are, or `nil`.
    private let type: ObjectIdentifier?
    fileprivate let includes: (@Sendable (Any) -> Bool)?
    /// A Boolean value that indicates whether it still matters if a list is empty, whether an optional
    /// is `nil`, which case an enum is, and whether a number is zero.
    package let keepsOutline: Bool
    /// A Boolean value that indicates whether only objects in a value are ignored, and not the value itself.
    fileprivate var isOfObjects = false

    /// Creates a property from names with dots between them.
    package init(path: String, keepsOutline: Bool = false) {
      names = path.split(separator: ".").map(String.init)
      self.keepsOutline = keepsOutline
      (type, includes) = (nil, nil)
    }

    /// Creates the property that any value of a type is.
    package init<Value>(of type: Value.Type) {
      (names, keepsOutline) = ([], true)
      self.type = ObjectIdentifier(type)
      includes = { $0 is Value }
    }

    /// Creates the property that any object is.
    fileprivate init(_ includes: @escaping @Sendable (Any) -> Bool) {
      (names, keepsOutline, type, self.includes) = ([], true, nil, includes)
    }

    package static func == (one: Property, other: Property) -> Bool {
      one.names == other.names && one.keepsOutline == other.keepsOutline && one.type == other.type
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(names)
      hasher.combine(type)
    }
  }

  /// The properties, each with the number of its names that the way here has passed.
  private var properties: [(property: Property, passed: Int)]
  private let found: Found?

  /// The ignored properties that were found in some value.
  private final class Found { var properties: Set<Property> = [] }

  package static var none: IgnoredProperties { IgnoredProperties([]) }

  package init(_ properties: [Property]) {
    self.properties = properties.filter { !$0.names.isEmpty || $0.includes != nil }.map { ($0, 0) }
    found = self.properties.isEmpty ? nil : Found()
  }

  package var isEmpty: Bool { properties.isEmpty }

  /// What nobody looks into even to compare values: the objects in values of the ignored types.
  package var objects: IgnoredProperties {
    IgnoredProperties(
      properties.filter { $0.property.includes != nil }.map {
        var property = $0.property
        property.isOfObjects = true
        return property
      })
  }

  @Sendable private static func isObject(_ value: Any) -> Bool {
    ValueTree(value).unwrapped.map { $0.object != nil } ?? true
  }

  /// The properties that no value had until now.
  package var missing: [Property] {
    properties.map(\.property).filter {
      $0.includes == nil && found?.properties.contains($0) == false
    }
  }

  /// Returns a part of a value as an exploration reads it, and the ignored properties inside it.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - value: The part.
  ///   - isProperty: `false` for a case all of whose values have labels of their own. Its name is none of a property.
  /// - Returns: The part, and what is ignored in it.
  package func reading(
    _ name: String?, _ value: Any, isProperty: @autoclosure () -> Bool = true
  ) -> (value: Any, inside: IgnoredProperties) {
    guard !isEmpty else { return (value, self) }
    if let property = properties.first(where: { $0.property.includes?(value) == true })?.property {
      return property.isOfObjects && !Self.isObject(value)
        ? (value, IgnoredProperties([Property(Self.isObject)]))
        : (IgnoredValue.outline(of: value), self)
    }
    guard let name else { return (value, self) }
    var inside = self
    for (index, (property, passed)) in properties.enumerated()
    where property.includes == nil && property.names[passed] == name {
      if passed < property.names.count - 1 {
        inside.properties[index].passed += 1
      } else if isProperty() {
        found?.properties.insert(property)
        return (property.keepsOutline ? IgnoredValue.outline(of: value) : IgnoredValue(), inside)
      }
    }
    return (value, inside)
  }
}

/// The value that an exploration reads in place of one that it ignores.
package struct IgnoredValue: Hashable, CustomStringConvertible {
  package let description: String
  /// A Boolean value that indicates whether an optional contains the value.
  package let isOptional: Bool

  package init() { self.init("…") }

  private init(_ description: String, isOptional: Bool = false) {
    self.description = description
    self.isOptional = isOptional
  }

  private static func isZero(_ number: some BinaryInteger) -> Bool { number == 0 }

  /// Returns what is left of a value without its contents: whether it is empty, whether it is `nil`,
  /// which case it is, and whether a number is zero.
  static func outline(of value: Any) -> Any {
    let whole = ValueTree(value)
    guard let tree = whole.unwrapped else { return Any?.none as Any }
    if let list = tree.value as? any Collection { return IgnoredValue(list.isEmpty ? "[]" : "[…]") }
    if let number = tree.value as? any BinaryInteger {
      return IgnoredValue(isZero(number) ? "0" : "not 0")
    }
    if tree.isList || tree.isUnordered {
      return IgnoredValue(tree.children.isEmpty ? "[]" : "[…]")
    }
    guard let name = tree.caseName else {
      return IgnoredValue("…", isOptional: whole.kind == .optional)
    }
    return IgnoredValue(name + (tree.carried.isEmpty ? "" : "(…)"))
  }
}
