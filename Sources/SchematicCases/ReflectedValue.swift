import Schematic

/// A value as reflection shows it: its kind, and the values that it consists of.
///
/// All other code of this module looks into values through this type.
package struct ReflectedValue {
  /// A value in another one, with the name of its property, element or case.
  package typealias Part = (label: String?, value: Any)

  private let mirror: Mirror

  /// What the compiler writes before the name of a lazy property.
  private static let lazyPrefix = "$__lazy_storage_$_"

  package init(_ value: Any) { mirror = Mirror(reflecting: value) }

  private init(_ mirror: Mirror) { self.mirror = mirror }

  /// The kind of the value, or `nil` if reflection shows none, as for a number.
  package var kind: Mirror.DisplayStyle? { mirror.displayStyle }

  /// The parts of the value: stored properties, beginning with the superclass; elements; or the
  /// payload of a case, with the case's name.
  package var parts: [Part] {
    var parts: [Part] = []
    if let inherited = mirror.superclassMirror { parts = ReflectedValue(inherited).parts }
    parts.reserveCapacity(parts.count + mirror.children.count)
    for child in mirror.children {
      var label = kind == .tuple ? Self.elementLabel(child.label) : child.label
      if let name = label, name.hasPrefix(Self.lazyPrefix) {
        label = String(name.dropFirst(Self.lazyPrefix.count))
      }
      parts.append((label, child.value))
    }
    return parts
  }

  /// A part as an exploration reads it, with the ignored properties inside.
  package typealias ReadPart = (label: String?, value: Any, ignored: IgnoredProperties)

  /// Returns the parts of the value as an exploration reads them.
  package func parts(_ ignored: IgnoredProperties) -> [ReadPart] {
    parts.map { label, value in
      let (value, inside) = ignored.reading(
        label, value, isProperty: kind != .enum || !ReflectedCase.hasLabels(in: value))
      return (label, value, inside)
    }
  }

  /// The error if a value has no part with a name.
  package struct MissingPart: Error {
    package let name: String
    /// The type of the value that lacks the part.
    package let type: String
    /// The names of the parts that it has.
    package let known: [String]
  }

  /// Returns the part to which names lead that have dots between them, such as `lock.value.state`.
  ///
  /// Inside of an optional that contains nothing, and of an enum that is in another case, each part is `nil`. The part
  /// `first` of a list or a dictionary is the first element.
  package static func part(_ path: String, of whole: Any) throws(MissingPart) -> Any {
    var part = whole
    for name in path.split(separator: ".").map(String.init) {
      guard let whole = unwrapped(part) else { return Any?.none as Any }
      let parts = ReflectedValue(whole).parts
      if let found = parts.first(where: { $0.label == name }) {
        part = found.value
      } else if ReflectedCase.isEnum(whole), !path.hasPrefix(name) {
        return Any?.none as Any
      } else {
        throw MissingPart(
          name: name, type: "\(Swift.type(of: whole))", known: parts.compactMap(\.label))
      }
    }
    return part
  }

  /// Returns the names of all properties and payloads in a value, the outer ones first.
  package static func labels(in value: Any) -> [String] {
    var objects: Set<ObjectIdentifier> = []
    return labels(in: value, &objects, depth: 0)
  }

  private static func labels(
    in value: Any, _ objects: inout Set<ObjectIdentifier>, depth: Int
  ) -> [String] {
    guard objects.admit(value), depth < 16 else { return [] }
    let parts = ReflectedValue(value).parts
    return parts.compactMap(\.label)
      + parts.flatMap { labels(in: $0.value, &objects, depth: depth + 1) }
  }

  /// The elements of a list or a set, or `nil` for another value.
  package var elements: [Any]? {
    kind == .collection || kind == .set ? mirror.children.map(\.value) : nil
  }

  /// A Boolean value that indicates whether the parts of equal values may differ in their order.
  package var isUnordered: Bool { kind == .set || kind == .dictionary }

  /// A Boolean value that indicates whether the value is an optional that contains nothing.
  package var isNil: Bool { kind == .optional && mirror.children.isEmpty }

  /// Returns a value without the optionals around it, or `nil` if one of them contains nothing.
  package static func unwrapped(_ value: Any) -> Any? {
    let reflected = ReflectedValue(value)
    guard reflected.kind == .optional else { return value }
    return reflected.mirror.children.first.flatMap { unwrapped($0.value) }
  }

  /// Returns the label of a tuple's element, or `nil` if it is only a number: `.0`, `.1`.
  private static func elementLabel(_ label: String?) -> String? {
    label?.hasPrefix(".") == true ? nil : label
  }
}

/// The case of an enum value and the values that it carries.
package struct ReflectedCase {
  /// The name of the case, without its argument labels.
  package let name: String
  /// The carried values, with their argument labels.
  package let values: [ReflectedValue.Part]

  /// Reads the case of a value, or returns `nil` if its type isn't an enum.
  package init?(of value: some Any) {
    guard let name = CasePath.caseName(of: value) else { return nil }
    self.name = name
    let carried = ReflectedValue(value).parts
    values = carried.count == 1 ? Self.values(in: carried[0].value) : []
  }

  /// Returns the carried values as an exploration reads them.
  package func values(_ ignored: IgnoredProperties) -> [ReflectedValue.ReadPart] {
    let isAlone = values.count == 1 && values[0].label == nil
    let (payload, inside) = ignored.reading(
      name, isAlone ? values[0].value : (), isProperty: !Self.haveLabels(values))
    if isAlone { return [(nil, payload, inside)] }
    if payload is IgnoredValue { return values.isEmpty ? [] : [(nil, payload, .none)] }
    return values.map { label, value in
      let (value, ignored) = inside.reading(label, value)
      return (label, value, ignored)
    }
  }

  /// Returns a Boolean value that indicates whether each value in the payload of a case has a label.
  fileprivate static func hasLabels(in payload: Any) -> Bool { haveLabels(values(in: payload)) }

  private static func haveLabels(_ values: [ReflectedValue.Part]) -> Bool {
    !values.isEmpty && values.allSatisfy { $0.label != nil }
  }

  private static func values(in payload: Any) -> [ReflectedValue.Part] {
    // A `Graphable` payload isn't a tuple. This check is much cheaper than a mirror, which matters if
    // cases are nested deeply.
    if payload is any Graphable { return [(nil, payload)] }
    let reflected = ReflectedValue(payload)
    return reflected.kind == .tuple ? reflected.parts : [(nil, payload)]
  }

  /// The name with its argument labels, such as `go(south:)`.
  package var fullName: String {
    values.isEmpty ? name : "\(name)(\(values.map { "\($0.label ?? "_"):" }.joined()))"
  }

  /// Returns whether a value's type is an enum other than an optional.
  package static func isEnum(_ value: Any) -> Bool { ReflectedValue(value).kind == .enum }

  /// The inner state: the carried value if there is only one and it is `Graphable`.
  package var nested: (any Graphable)? {
    values.count == 1 ? values[0].value as? any Graphable : nil
  }
}

extension Set<ObjectIdentifier> {
  /// Returns `false` for an object that was admitted before, and `true` for any other value.
  ///
  /// Objects may refer to each other in many ways, so a search looks into each of them once.
  package mutating func admit(_ value: Any) -> Bool {
    !(type(of: value) is AnyClass) || insert(ObjectIdentifier(value as AnyObject)).inserted
  }
}

/// A continuation, which may be resumed once, even if a value with it is copied.
package protocol Continuation {}

extension CheckedContinuation: Continuation {}
extension UnsafeContinuation: Continuation {}

/// A task, with any result.
package protocol RunningTask {}

extension Task: RunningTask {}
