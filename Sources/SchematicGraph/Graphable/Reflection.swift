import Schematic

/// The case of an enum value and the values that it carries, found by reflection.
struct ReflectedCase {
  /// The name of the case, without its argument labels.
  let name: String
  /// The carried values, with their argument labels.
  let values: [(label: String?, value: Any)]

  /// Reads the case of a value, or returns `nil` if its type isn't an enum.
  init?(of value: some Any) {
    guard let name = CasePath.caseName(of: value) else { return nil }
    self.name = name
    let children = Mirror(reflecting: value).children
    values = children.count == 1 ? children.first.map { Self.values(in: $0.value) } ?? [] : []
  }

  private static func values(in payload: Any) -> [(label: String?, value: Any)] {
    // No tuple; found at a fraction of the cost of a mirror, which deep nesting adds up.
    if payload is any Graphable { return [(nil, payload)] }
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return [(nil, payload)] }
    return mirror.children.map { ($0.label.flatMap(Self.argumentLabel), $0.value) }
  }

  /// Returns the label of a tuple's element, or `nil` if it has none and reflection numbers it:
  /// `.0`, `.1`.
  static func argumentLabel(_ label: String) -> String? {
    label.hasPrefix(".") ? nil : label
  }

  /// The name with its argument labels, such as `go(south:)`.
  var fullName: String {
    values.isEmpty ? name : "\(name)(\(values.map { "\($0.label ?? "_"):" }.joined()))"
  }

  /// Returns whether a value's type is an enum other than an optional.
  static func isEnum(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

  /// The inner state: the carried value if there is only one and it is `Graphable`.
  var nested: (any Graphable)? {
    values.count == 1 ? values[0].value as? any Graphable : nil
  }
}

// MARK: - Fields

/// A piece of a carried value, with the name that conditions use for it.
struct PayloadField: Hashable {
  /// The argument label or the property name.
  ///
  /// For the only value of a case, without a label, it is the name of the case.
  let name: String
  var value: Value
  /// The name without the case that carries the value, for a field of a region; `nil` for all
  /// others.
  var place: String?
  /// A Boolean value that indicates whether the field is a property of the machine and not of its
  /// state.
  var isOfMachine = false

  /// A value, as far as conditions distinguish it.
  enum Value: Hashable {
    case bool(Bool)
    case integer(Int)
    /// A value identified by its description and, if other values may have the same one, by its
    /// structure.
    case other(String, structure: String = "")
    /// An optional without a value.
    case none
    /// An optional with a value that has its own fields.
    case some
    /// There is no field with this name, because the value's case doesn't carry one.
    case missing
  }

  init(_ name: String, _ value: Any) {
    self.name = name
    self.value =
      switch value {
      case let value as Bool: .bool(value)
      case let value as Int: .integer(value)
      case _ where Self.isNil(value): .none
      default: .other(valueText(of: value), structure: valueStructure(of: value))
      }
  }

  init(name: String, value: Value, place: String? = nil) {
    self.name = name
    self.value = value
    self.place = place
  }

  /// Returns the fields of a state or event.
  ///
  /// A nested value is read from the inside: the cases around it form its node.
  static func fields(of value: some Graphable) -> [PayloadField] {
    if let parts = value as? any ExploredParts { return parts.fields }
    return (value as? any GraphableProduct).map(fields(ofProduct:)) ?? fields(ofAny: value)
  }

  /// Returns the label of each region of a state with what it carries, followed by the other
  /// properties.
  private static func fields(ofProduct value: any GraphableProduct) -> [PayloadField] {
    let parts = value.graphRegions
    let rest = Mirror(reflecting: value).children.filter { child in
      !(child.value is any Graphable) && !parts.contains { $0.name == child.label }
    }
    return parts.flatMap { name, state in
      let caseName = caseName(of: state)
      return [PayloadField(name: name, value: .other(state.diagramLabel))]
        + fields(of: state).map { field in
          let place = Self.place(of: field.name, in: caseName)
          return PayloadField(
            name: "\(name).\(field.name)", value: field.value,
            place: "\(name).\(field.place ?? place)")
        }
    } + fields(of: Array(rest))
  }

  /// Returns the name of a field without the name of the case that carries its value.
  ///
  /// A value without a label is named after its case. This way, it keeps its place if it moves to
  /// another case.
  static func place(of name: String, in caseName: String?) -> String {
    guard let caseName, let rest = name.after(caseName) else { return name }
    return rest.isEmpty || rest.hasPrefix(".") ? rest : name
  }

  /// Returns the fields that reflection has found.
  ///
  /// If a struct has no description of its own, its properties become fields: `header.length`. The
  /// same goes for an enum case with values: `phase` is its name, and `phase.count` a value that it
  /// carries.
  static func fields(
    of children: [Mirror.Child], in path: String = "",
    without isLeftOut: (Any) -> Bool = { _ in false }
  ) -> [PayloadField] {
    children.flatMap { child -> [PayloadField] in
      guard let label = child.label, !isLeftOut(child.value) else { return [] }
      return fields(of: child.value, named: path + label, depth: 0, without: isLeftOut)
    }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// The number of levels to which values are inspected.
  private static let deepest = 6

  private static func fields(
    of value: Any, named name: String, depth: Int, without isLeftOut: (Any) -> Bool
  ) -> [PayloadField] {
    let leaf = [PayloadField(name, value)]
    guard depth < deepest else { return leaf }
    let mirror = Mirror(reflecting: value)
    func inside(_ parts: [(name: String, value: Any)]) -> [PayloadField] {
      parts.flatMap { part in
        isLeftOut(part.value)
          ? [] : fields(of: part.value, named: part.name, depth: depth + 1, without: isLeftOut)
      }
    }
    if mirror.displayStyle == .optional {
      guard let wrapped = mirror.children.first?.value else { return leaf }
      // None of an optional inside is another value than none of the one around it.
      if isNil(wrapped) {
        return [PayloadField(name: name, value: .other("some(\(valueText(of: wrapped)))"))]
      }
      let fields = fields(of: wrapped, named: name, depth: depth, without: isLeftOut)
      let isTold = fields.contains { $0.name == name }
      return (isTold ? [] : [PayloadField(name: name, value: .some)]) + fields
    }
    // What has a text of its own is shown by it.
    guard !(value is any CustomStringConvertible || value is any Graphable) else { return leaf }
    switch mirror.displayStyle {
    case .struct where !mirror.children.isEmpty:
      return inside(
        mirror.children.compactMap { child in child.label.map { ("\(name).\($0)", child.value) } })
    case .tuple:
      return inside(
        mirror.children.map { child in
          (
            "\(name).\(child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "")",
            child.value
          )
        })
    case .enum:
      guard let reflected = ReflectedCase(of: value), !reflected.values.isEmpty else { return leaf }
      return [PayloadField(name: name, value: .other(reflected.name))]
        + inside(names(of: reflected).map { ("\(name).\($0.name)", $0.value) })
    default: return leaf
    }
  }

  /// Returns the values that a case carries with their labels; a value without a label is named
  /// after the case.
  private static func names(of reflected: ReflectedCase) -> [(name: String, value: Any)] {
    let isOnly = reflected.values.count == 1
    return reflected.values.enumerated().map { number, part in
      (part.label ?? reflected.name + (isOnly ? "" : ".\(number)"), part.value)
    }
  }

  private static func fields(ofAny value: Any) -> [PayloadField] {
    if let product = value as? any GraphableProduct { return fields(ofProduct: product) }
    guard let reflected = ReflectedCase(of: value) else {
      return fields(of: Array(Mirror(reflecting: value).children))
    }
    if let nested = reflected.nested { return fields(ofAny: nested) }
    return fields(of: reflected)
  }

  /// Returns the name of the innermost case of a state or event, or `nil` if the value isn't an
  /// enum.
  static func caseName(of value: some Graphable) -> String? {
    value is any ExploredParts ? value.casePath.last : innermostCase(of: value)
  }

  private static func innermostCase(of value: Any) -> String? {
    guard let reflected = ReflectedCase(of: value) else { return nil }
    return reflected.nested.flatMap { innermostCase(of: $0) } ?? reflected.name
  }

  /// Returns lists of fields in which different values have different descriptions.
  ///
  /// Values with the same description get a digest after it.
  static func distinguished(_ lists: [[PayloadField]]) -> [[PayloadField]] {
    var values: [String: [String: Set<Value>]] = [:]
    for field in lists.joined() {
      values[field.name, default: [:]][field.value.description, default: []].insert(field.value)
    }
    let alike = values.mapValues { texts in Set(texts.filter { $0.value.count > 1 }.map(\.key)) }
    guard alike.contains(where: { !$0.value.isEmpty }) else { return lists }
    return lists.map { fields in
      fields.map { field in
        guard alike[field.name]?.contains(field.value.description) == true else { return field }
        var field = field
        field.value = field.value.distinguished
        return field
      }
    }
  }

  /// Returns the fields of the values that an enum's case carries.
  static func fields(ofCase value: Any) -> [PayloadField] {
    ReflectedCase(of: value).map(fields) ?? []
  }

  /// Returns the fields of a method's argument; those of a tuple are named after its labels.
  static func fields(ofArgument value: Any, of method: String) -> [PayloadField] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return [PayloadField(method, value)] }
    return mirror.children.enumerated().map { number, child in
      PayloadField(
        child.label.flatMap(ReflectedCase.argumentLabel) ?? "\(method).\(number)", child.value)
    }
  }

  private static func fields(of reflected: ReflectedCase) -> [PayloadField] {
    names(of: reflected).flatMap {
      fields(of: $0.value, named: $0.name, depth: 0, without: { _ in false })
    }
  }
}

extension PayloadField.Value: CustomStringConvertible {
  /// The maximum length of a value in a condition, in characters.
  private static let longest = 40

  /// The value as a condition shows it.
  ///
  /// A shortened text ends with a digest of the full one.
  var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .none: "nil"
    case .some: "some"
    case .missing: ""
    case .other(let text, _):
      text.count > Self.longest
        ? "\(text.prefix(Self.longest - 1))… (\(Fingerprint(of: text).short))" : text
    }
  }
}

extension PayloadField.Value {
  /// The value with a digest of its kind and structure after its description.
  fileprivate var distinguished: PayloadField.Value {
    let (kind, structure) =
      switch self {
      case .bool: ("truth", "")
      case .integer: ("integer", "")
      case .other(_, let structure): ("value", structure)
      case .none: ("none", "")
      case .some: ("some", "")
      case .missing: ("missing", "")
      }
    return .other("\(description) (\(Fingerprint(of: "\(kind) \(structure)").short))")
  }
}

// MARK: - Texts

/// Returns a description of a value that is the same in every run, without addresses or random
/// order.
///
/// `String(describing:)` guarantees neither: it shows the address of a private type nested in
/// others, and the order of sets and dictionaries varies.
func valueText(of value: Any) -> String {
  if let value = value as? String { return value.debugDescription }
  if let value = value as? any Graphable { return value.diagramLabel }
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children
  switch mirror.displayStyle {
  case .optional: return parts.first.map { valueText(of: $0.value) } ?? "nil"
  case .set:
    return "[\(listed(parts.map { $0.value as? String ?? valueText(of: $0.value) }.sorted()))]"
  case .dictionary: return "[\(listed(parts.map { pairText(of: $0.value) }.sorted()))]"
  case .collection: return "[\(listed(parts.map { valueText(of: $0.value) }))]"
  case .tuple: return tupleText(of: parts.map { ($0.label, $0.value) })
  case .enum where !(value is any CustomStringConvertible):
    guard let reflected = ReflectedCase(of: value) else { return ownText(of: value) }
    return reflected.name + (reflected.values.isEmpty ? "" : tupleText(of: reflected.values))
  case .struct where !(value is any CustomStringConvertible):
    return "\(type(of: value))\(tupleText(of: parts.map { ($0.label, $0.value) }))"
  default: return ownText(of: value)
  }
}

/// Returns a value's description of itself, without the addresses of private types that it mentions.
func ownText(of value: Any) -> String { String(describing: value).withoutContexts }

/// Returns the structure of a value that describes itself in its own words; empty for all others.
///
/// It is the same in every run, because objects are named after their types.
private func valueStructure(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct, .enum, .tuple, .collection, .set, .dictionary, .optional:
    return mirror.children.isEmpty ? "" : structure(of: value, mirror, depth: 0)
  default: return ""
  }
}

private func structure(of value: Any, _ mirror: Mirror, depth: Int) -> String {
  if type(of: value) is AnyClass { return String(reflecting: type(of: value)) }
  if let value = value as? String { return value.debugDescription }
  guard depth < 6, !mirror.children.isEmpty else {
    return value is any CustomStringConvertible || mirror.displayStyle == .enum
      ? ownText(of: value) : "\(type(of: value))"
  }
  let parts = mirror.children.map { child in
    (child.label ?? "") + ":"
      + structure(of: child.value, Mirror(reflecting: child.value), depth: depth + 1)
  }
  let isOrdered = mirror.displayStyle != .set && mirror.displayStyle != .dictionary
  return "(\(listed(isOrdered ? parts : parts.sorted())))"
}

private func tupleText(of parts: [(label: String?, value: Any)]) -> String {
  let texts = parts.map { label, value in
    let label = label.flatMap(ReflectedCase.argumentLabel).map { "\($0): " } ?? ""
    return label + valueText(of: value)
  }
  return "(\(listed(texts)))"
}

private func pairText(of keyAndValue: Any) -> String {
  Mirror(reflecting: keyAndValue).children.map { valueText(of: $0.value) }.joined(separator: ": ")
}

private func listed(_ texts: [String]) -> String { texts.joined(separator: ", ") }

extension String {
  /// The text without the contexts of private types: `Buffer.(unknown context at $5a1b).State`.
  var withoutContexts: String {
    let parts = split(separator: "(unknown context at $", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      guard number > 0, let end = part.firstIndex(of: ")") else { return String(part) }
      let rest = part[part.index(after: end)...]
      return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
    }.joined()
  }
}
