/// A state value that defines its identity and its fields itself.
package protocol ExplorationIdentity {
  /// The value by which an exploration tells this state value from others.
  var identity: Any { get }
  /// The fields that conditions can name.
  var fields: [PayloadField] { get }
  /// The value whose names a diagram shows.
  var named: any Graphable { get }
}

extension ExplorationIdentity where Self: Graphable {
  package var named: any Graphable { self }
}

/// A piece of a carried value, with the name that conditions use for it.
package struct PayloadField: Hashable {
  /// The argument label or the property name.
  ///
  /// A value without a label is named after its case: `coin`, or `coin.0` if there are several values.
  package let name: String
  package var value: Value
  /// For a field of a region, its name without the name of the carrying case; otherwise `nil`.
  package var place: String?
  /// A Boolean value that indicates whether the field is a property of the machine and not of its
  /// state.
  package var isOfMachine = false

  /// A value, as far as conditions distinguish it.
  package enum Value: Hashable {
    case bool(Bool)
    case integer(Int)
    /// A value identified by its description and, if other values may have the same description, by
    /// its structure.
    case other(String, structure: String = "")
    /// An optional without a value.
    case none
    /// An optional with a value that has its own fields.
    case some
    /// There is no field with this name, because the value's case doesn't carry one.
    case missing
  }

  package init(_ name: String, _ value: Any) {
    self.name = name
    self.value =
      switch value {
      case let value as Bool: .bool(value)
      case let value as Int: .integer(value)
      case _ where ReflectedValue(value).isNil: .none
      default: .other(valueText(of: value), structure: valueStructure(of: value))
      }
  }

  package init(name: String, value: Value, place: String? = nil) {
    self.name = name
    self.value = value
    self.place = place
  }

  /// Returns the fields of a state or event.
  ///
  /// If cases are nested, only the innermost one has fields. The outer ones are in the identifier.
  package static func fields(of value: some Graphable) -> [PayloadField] {
    if let value = value as? any ExplorationIdentity { return value.fields }
    return (value as? any GraphableProduct).map(fields(ofProduct:)) ?? fields(ofAny: value)
  }

  /// Returns the fields of a product: each region's label and payload, and then the other properties.
  private static func fields(ofProduct value: any GraphableProduct) -> [PayloadField] {
    let regions = value.graphRegions
    let rest = ReflectedValue(value).parts.filter { part in
      !(part.value is any Graphable) && !regions.contains { $0.name == part.label }
    }
    return regions.flatMap { name, state in
      let caseName = caseName(of: state)
      return [PayloadField(name: name, value: .other(state.diagramLabel))]
        + fields(of: state).map { field in
          let place = Self.place(of: field.name, in: caseName)
          return PayloadField(
            name: "\(name).\(field.name)", value: field.value,
            place: "\(name).\(field.place ?? place)")
        }
    } + fields(of: rest)
  }

  /// Returns the place of a field: its name without the name of the case that carries the value.
  ///
  /// In the case `coin`, the place of `coin.0` is `.0`, and the place of `coin` is empty. If a value
  /// without a label moves to another case, its name changes, but not its place.
  package static func place(of name: String, in caseName: String?) -> String {
    guard let caseName, let rest = name.after(caseName) else { return name }
    return rest.isEmpty || rest.hasPrefix(".") ? rest : name
  }

  /// Returns the fields of a value's parts.
  ///
  /// If a struct has no description of its own, its properties become fields, such as
  /// `header.length`. For an enum, `phase` is the name of the case, and `phase.count` a value that the
  /// case carries.
  package static func fields(
    of parts: [ReflectedValue.Part], without isLeftOut: (Any) -> Bool = { _ in false }
  ) -> [PayloadField] {
    parts.flatMap { part -> [PayloadField] in
      guard let label = part.label, !isLeftOut(part.value) else { return [] }
      return fields(of: part.value, named: label, depth: 0, without: isLeftOut)
    }
  }

  /// The number of levels to which values are inspected.
  private static let deepest = 6

  private static func fields(
    of value: Any, named name: String, depth: Int, without isLeftOut: (Any) -> Bool
  ) -> [PayloadField] {
    let leaf = [PayloadField(name, value)]
    guard depth < deepest else { return leaf }
    let reflected = ReflectedValue(value)
    func inside(_ parts: [(name: String, value: Any)]) -> [PayloadField] {
      parts.flatMap { part in
        isLeftOut(part.value)
          ? []
          : fields(
            of: part.value, named: "\(name).\(part.name)", depth: depth + 1, without: isLeftOut)
      }
    }
    if reflected.kind == .optional {
      guard let wrapped = reflected.parts.first?.value else { return leaf }
      // An optional that contains an empty optional isn't empty itself, so its field isn't `nil`.
      if ReflectedValue(wrapped).isNil {
        return [PayloadField(name: name, value: .other("some(\(valueText(of: wrapped)))"))]
      }
      let fields = fields(of: wrapped, named: name, depth: depth, without: isLeftOut)
      let isShown = fields.contains { $0.name == name }
      return (isShown ? [] : [PayloadField(name: name, value: .some)]) + fields
    }
    // A value that describes itself is shown by its description.
    guard !(value is any CustomStringConvertible || value is any Graphable) else { return leaf }
    switch reflected.kind {
    case .struct, .tuple:
      let parts = reflected.parts.enumerated().map { ($1.label ?? "\($0)", $1.value) }
      return parts.isEmpty && reflected.kind == .struct ? leaf : inside(parts)
    case .enum:
      guard let reflected = ReflectedCase(of: value), !reflected.values.isEmpty else { return leaf }
      return [PayloadField(name: name, value: .other(reflected.name))]
        + inside(names(of: reflected))
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
      return fields(of: ReflectedValue(value).parts)
    }
    if let nested = reflected.nested { return fields(ofAny: nested) }
    return fields(of: reflected)
  }

  /// Returns the name of the innermost case of a state or event, or `nil` if the value isn't an
  /// enum.
  package static func caseName(of value: some Graphable) -> String? {
    value is any ExplorationIdentity ? value.casePath.last : innermostCase(of: value)
  }

  private static func innermostCase(of value: Any) -> String? {
    guard let reflected = ReflectedCase(of: value) else { return nil }
    return reflected.nested.flatMap { innermostCase(of: $0) } ?? reflected.name
  }

  /// Returns the lists of fields, changed so that different values have different descriptions.
  ///
  /// A digest follows each description that different values of a field share.
  package static func distinguished(_ lists: [[PayloadField]]) -> [[PayloadField]] {
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
  package static func fields(ofCase value: Any) -> [PayloadField] {
    ReflectedCase(of: value).map(fields) ?? []
  }

  /// Returns the fields of a method's argument.
  ///
  /// The elements of a tuple are named after their labels. If the argument is an enum value whose case
  /// has the method's name, the values in the case are the fields: `paid [cents = 5]`.
  package static func fields(ofArgument value: Any, of method: String) -> [PayloadField] {
    if let event = ReflectedCase(of: value), event.name == method, !event.values.isEmpty {
      return fields(of: event)
    }
    let reflected = ReflectedValue(value)
    guard reflected.kind == .tuple else { return [PayloadField(method, value)] }
    return reflected.parts.enumerated().map { number, part in
      PayloadField(part.label ?? "\(method).\(number)", part.value)
    }
  }

  private static func fields(of reflected: ReflectedCase) -> [PayloadField] {
    names(of: reflected).flatMap {
      fields(of: $0.value, named: $0.name, depth: 0, without: { _ in false })
    }
  }
}

extension PayloadField.Value: CustomStringConvertible {
  /// The maximum length of a value in a condition, in characters, without the digest.
  private static let longest = 40

  /// The value as a condition shows it.
  ///
  /// A shortened text ends with a digest of the full one.
  package var description: String {
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
