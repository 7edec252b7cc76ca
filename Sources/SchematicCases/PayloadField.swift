/// A state value that defines its identity and its fields itself.
package protocol ExplorationIdentity {
  /// The value by which an exploration tells this state value from others.
  var identity: Any { get }
  /// Returns the fields that conditions can name.
  func fields(ignoring ignored: IgnoredProperties) -> [PayloadField]
  /// The value whose names a diagram shows.
  var named: any Graphable { get }
  /// The value with all of its properties, or `nil` if it can't be inspected.
  var whole: Any? { get }
}

extension ExplorationIdentity where Self: Graphable {
  package var named: any Graphable { self }
  package var whole: Any? { identity }
}

/// A piece of a carried value, with the name that conditions use for it.
package struct PayloadField: Hashable {
  /// The argument label or the property name.
  ///
  /// A value without a label is named after its case: `coin`, or `coin.0` if there are several values.
  package private(set) var name: String
  package var value: Value
  /// For a field of a region, its name without the name of the carrying case; otherwise `nil`.
  package var place: String?
  package private(set) var origin = Origin.carried

  /// The source of a field, which decides how much there is to read in a condition with the field.
  package indirect enum Origin: Hashable, Sendable {
    /// A state or an event carries the value.
    case carried
    /// The value is a property of the machine beside its state.
    case machine
    /// The value is a property of an object that the origin refers to.
    case object(of: Origin)
    /// The value is the number of elements in the field before it.
    case count(of: Origin)
    /// There is no value; the field tells how the machine came to its state.
    case history
  }

  /// A value, as far as conditions distinguish it.
  package enum Value: Hashable {
    case bool(Bool)
    case integer(Int)
    /// A value identified by its description and, if other values may have the same description, by
    /// its structure.
    case other(String, structure: String = "")
    /// A value given by a text that tells it apart from others with the same description.
    case told(String)
    /// A value that looks like others: their description, with a number that tells it apart.
    case alike(String)
    /// An optional without a value.
    case none
    /// An optional with a value that has its own fields.
    case some
    /// There is no field with this name, because the value's case doesn't carry one.
    case missing
  }

  package init(_ name: String, _ value: Any, ignoring ignored: IgnoredProperties = .none) {
    self.name = name
    self.value =
      switch value {
      case let value as Bool: .bool(value)
      case let value as Int: .integer(value)
      case let value as any FixedWidthInteger where Int(exactly: value) != nil: .integer(Int(value))
      case let value as IgnoredValue where value.isOptional: .some
      case _ where ReflectedValue(value).isNil: .none
      default:
        .other(
          valueText(of: value, ignoring: ignored),
          structure: valueStructure(of: value, ignoring: ignored))
      }
  }

  package init(name: String, value: Value, origin: Origin = .carried) {
    self.name = name
    self.value = value
    self.origin = origin
  }

  /// Returns the field with another name.
  package func named(_ name: String) -> PayloadField {
    var field = self
    field.name = name
    return field
  }

  /// Returns the field of a value that isn't looked into and, if it is a collection, the number of its elements.
  private static func leaf(
    _ name: String, _ value: Any, ignoring ignored: IgnoredProperties, from origin: Origin
  ) -> [PayloadField] {
    var field = PayloadField(name, value, ignoring: ignored)
    field.origin = origin
    guard let count = (value as? any Collection)?.count, !(value is any StringProtocol) else {
      return [field]
    }
    return [
      field,
      PayloadField(name: "\(name).count", value: .integer(count), origin: .count(of: origin)),
    ]
  }

  /// Returns the fields of a state or event.
  ///
  /// If cases are nested, only the innermost one has fields. The outer ones are in the identifier.
  package static func fields(
    of value: some Graphable, ignoring ignored: IgnoredProperties = .none
  ) -> [PayloadField] {
    if let value = value as? any ExplorationIdentity { return value.fields(ignoring: ignored) }
    return fields(ofAny: value, ignoring: ignored)
  }

  /// Returns the fields of a product: each region's label and payload, and then the other properties.
  private static func fields(ofProduct value: any GraphableProduct) -> [PayloadField] {
    let regions = value.graphRegions
    let rest = ReflectedValue(value).parts(.none).filter { part in
      !(part.value is any Graphable) && !regions.contains { $0.name == part.label }
    }
    return regions.flatMap { name, state in
      let caseName = caseName(of: state)
      return [PayloadField(name: name, value: .other(state.diagramLabel))]
        + fields(of: state).map { field in
          var inner = field.named("\(name).\(field.name)")
          inner.place = "\(name).\(field.place ?? Self.place(of: field.name, in: caseName))"
          return inner
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
    of parts: [ReflectedValue.ReadPart], from origin: Origin = .carried,
    without isLeftOut: (Any) -> Bool = { _ in false }
  ) -> [PayloadField] {
    parts.flatMap { part -> [PayloadField] in
      guard let label = part.label, !isLeftOut(part.value) else { return [] }
      return fields(
        of: part.value, named: label, ignoring: part.ignored, from: origin, depth: 0,
        without: isLeftOut)
    }
  }

  /// The number of levels to which values are inspected.
  private static let deepest = 6

  private static func fields(
    of value: Any, named name: String, ignoring ignored: IgnoredProperties,
    from origin: Origin = .carried, depth: Int,
    without isLeftOut: (Any) -> Bool
  ) -> [PayloadField] {
    // Of a task, nobody sees more than that it is there.
    if value is any RunningTask { return [PayloadField(name: name, value: .some, origin: origin)] }
    let leaf = leaf(name, value, ignoring: ignored, from: origin)
    guard depth < deepest, !(value is IgnoredValue) else { return leaf }
    let reflected = ReflectedValue(value)
    func inside(
      _ parts: [(name: String, part: ReflectedValue.ReadPart)], from origin: Origin
    ) -> [PayloadField] {
      parts.flatMap { inner, part in
        isLeftOut(part.value)
          ? []
          : fields(
            of: part.value, named: "\(name).\(inner)", ignoring: part.ignored, from: origin,
            depth: depth + 1, without: isLeftOut)
      }
    }
    if reflected.kind == .optional {
      guard let wrapped = reflected.parts.first?.value else { return leaf }
      // An optional that contains an empty optional isn't empty itself, so its field isn't `nil`.
      if ReflectedValue(wrapped).isNil {
        let text = "some(\(valueText(of: wrapped)))"
        return [PayloadField(name: name, value: .other(text), origin: origin)]
      }
      let fields = fields(
        of: wrapped, named: name, ignoring: ignored, from: origin, depth: depth, without: isLeftOut)
      let isShown = fields.contains { $0.name == name }
      return (isShown ? [] : [PayloadField(name: name, value: .some, origin: origin)]) + fields
    }
    // A state is shown by its label, and what its case or its regions carry follows.
    let isState =
      reflected.kind == .enum || value is any GraphableProduct || value is any GraphableRegions
    if isState, let state = value as? any Graphable, !ignored.occur(in: value) {
      let inside = fields(of: state).map { field in
        var field = field.named("\(name).\(field.name)")
        if origin != .carried { field.origin = origin }
        return field
      }
      guard !inside.isEmpty else { return leaf }
      let label = state.diagramLabel
      return (label.isEmpty ? [] : [PayloadField(name: name, value: .other(label), origin: origin)])
        + inside
    }
    // A value that describes itself is shown by its description.
    let describesItself =
      value is any CustomStringConvertible || value is any Graphable || value is any Continuation
    guard !describesItself || ignored.occur(in: value) else { return leaf }
    switch reflected.kind {
    case .struct, .tuple:
      let parts = reflected.parts(ignored).enumerated().map { ($1.label ?? "\($0)", $1) }
      return parts.isEmpty && reflected.kind == .struct ? leaf : inside(parts, from: origin)
    case .enum:
      guard let reflected = ReflectedCase(of: value), !reflected.values.isEmpty else { return leaf }
      return [PayloadField(name: name, value: .other(reflected.name), origin: origin)]
        + inside(names(of: reflected, ignored), from: origin)
    case .class where depth == 0:
      let parts = reflected.parts(ignored).filter { isWord($0.value) || $0.value is any Collection }
      let properties = parts.compactMap { part in part.label.map { ($0, part) } }
      return parts.isEmpty ? leaf : inside(properties, from: .object(of: origin))
    default: return leaf
    }
  }

  /// Returns whether a value says something in a word: a Boolean, a number, a text or a case.
  private static func isWord(_ value: Any) -> Bool {
    let value = ReflectedValue.unwrapped(value) ?? value
    return value is Bool || value is any BinaryInteger || value is String
      || ReflectedCase.isEnum(value)
  }

  /// Returns the values that a case carries with their labels; a value without a label is named
  /// after the case.
  private static func names(
    of reflected: ReflectedCase, _ ignored: IgnoredProperties
  ) -> [(name: String, part: ReflectedValue.ReadPart)] {
    let values = reflected.values(ignored)
    return values.enumerated().map { number, part in
      (part.label ?? reflected.name + (values.count == 1 ? "" : ".\(number)"), part)
    }
  }

  private static func fields(
    ofAny value: Any, ignoring ignored: IgnoredProperties = .none
  ) -> [PayloadField] {
    if let product = value as? any GraphableProduct { return fields(ofProduct: product) }
    guard let reflected = ReflectedCase(of: value) else {
      return fields(of: ReflectedValue(value).parts(ignored))
    }
    if let nested = reflected.nested { return fields(ofAny: nested, ignoring: ignored) }
    return fields(of: reflected, ignored)
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

  /// Returns the fields of the values that an enum's case carries.
  package static func fields(
    ofCase value: Any, ignoring ignored: IgnoredProperties = .none
  ) -> [PayloadField] {
    ReflectedCase(of: value).map { fields(of: $0, ignored) } ?? []
  }

  /// Returns the fields of a method's argument.
  ///
  /// The elements of a tuple are named after their labels, and the properties of a struct have no more than their
  /// own names: `receive [opcode = ping]`. If the argument is an enum value whose case has the method's name, the
  /// values in the case are the fields: `paid [cents = 5]`.
  ///
  /// Any other argument is named after its parameter or, without one, after the method.
  package static func fields(
    ofArgument value: Any, named parameter: String? = nil, of method: String
  ) -> [PayloadField] {
    if let event = ReflectedCase(of: value), event.name == method, !event.values.isEmpty {
      return fields(of: event, .none)
    }
    let reflected = ReflectedValue(value)
    let parts = reflected.kind == .tuple ? reflected.parts : [(nil, value)]
    return parts.enumerated().flatMap { number, part in
      let name = part.label ?? (parameter ?? method) + (parts.count == 1 ? "" : ".\(number)")
      if let object = fields(ofObject: part.value, named: name) { return object }
      let fields = fields(
        of: part.value, named: name, ignoring: .none, depth: 0, without: { _ in false })
      guard parts.count == 1, ReflectedValue(part.value).kind == .struct, fields[0].name != name
      else { return fields }
      return fields.map { $0.named($0.name.after("\(name).") ?? $0.name) }
    }
  }

  /// Returns the fields of an object with what its properties say in a word; `nil` for any other value, and for an
  /// object that describes itself or says nothing.
  private static func fields(ofObject value: Any, named name: String) -> [PayloadField]? {
    let reflected = ReflectedValue(value)
    guard reflected.kind == .class, !(value is any CustomStringConvertible) else { return nil }
    let parts = reflected.parts.filter { isWord($0.value) }
    let fields = parts.flatMap { part in
      part.label.map { [PayloadField("\(name).\($0)", part.value)] } ?? []
    }
    return fields.isEmpty ? nil : fields
  }

  private static func fields(
    of reflected: ReflectedCase, _ ignored: IgnoredProperties
  ) -> [PayloadField] {
    names(of: reflected, ignored).flatMap { name, part in
      fields(
        of: part.value, named: name, ignoring: part.ignored, depth: 0, without: { _ in false })
    }
  }
}

extension PayloadField.Origin {
  /// A Boolean value that indicates whether the field belongs to the machine and not to its state.
  package var isOfMachine: Bool {
    switch self {
    case .machine: true
    case .object(let origin), .count(let origin): origin.isOfMachine
    case .carried, .history: false
    }
  }

  /// A Boolean value that indicates whether the field belongs to an object.
  package var isOfObject: Bool {
    switch self {
    case .object: true
    case .count(let origin): origin.isOfObject
    case .carried, .machine, .history: false
    }
  }

  /// A Boolean value that indicates whether the field is the number of elements in another one.
  package var isCount: Bool { if case .count = self { true } else { false } }
}
