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
    /// An effect carries the value.
    case effect
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

  /// Creates the field of a value that isn't looked into.
  package init(_ name: String, _ tree: ValueTree, from origin: Origin = .carried) {
    let value: Value =
      switch tree.value {
      case let value as Bool: .bool(value)
      case let value as Int: .integer(value)
      case let value as any FixedWidthInteger where Int(exactly: value) != nil: .integer(Int(value))
      case let value as IgnoredValue where value.isOptional: .some
      case _ where tree.isNil: .none
      default: .other(tree.text, structure: tree.structure)
      }
    self.init(name: name, value: value, origin: origin)
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

  /// Returns the field with another origin.
  func of(_ origin: Origin) -> PayloadField {
    var field = self
    field.origin = origin
    return field
  }

  /// Returns the fields of a state or event.
  ///
  /// If cases are nested, these are the fields of the innermost one, and of what the outer ones carry beside it. The
  /// outer cases themselves are in the identifier.
  package static func fields(
    of value: some Graphable, ignoring ignored: IgnoredProperties = .none,
    from origin: Origin = .carried
  ) -> [PayloadField] {
    if let value = value as? any ExplorationIdentity { return value.fields(ignoring: ignored) }
    return fields(ofAny: value, ignoring: ignored, from: origin)
  }

  private static func fields(
    ofAny value: any Graphable, ignoring ignored: IgnoredProperties, from origin: Origin
  ) -> [PayloadField] {
    if let product = value as? any GraphableProduct {
      return fields(ofProduct: product, from: origin)
    }
    let tree = ValueTree(value, ignoring: ignored)
    guard let name = tree.caseName else { return fields(of: tree.children, from: origin) }
    let own = fields(ofCase: tree, from: origin)
    guard let nested = tree.nested else { return own }
    let inside = fields(ofAny: nested, ignoring: ignored, from: origin)
    // If both carry a field of this name, that of the outer case begins with the case's name.
    let taken = Set(inside.map(\.name))
    return inside + own.map { taken.contains($0.name) ? $0.named("\(name).\($0.name)") : $0 }
  }

  /// Returns the fields of a product: each region's label and payload, and then the other properties.
  private static func fields(
    ofProduct value: any GraphableProduct, from origin: Origin
  ) -> [PayloadField] {
    let regions = value.graphRegions
    let rest = ValueTree(value).children.filter { part in
      !(part.value is any Graphable) && !regions.contains { $0.name == part.label }
    }
    return regions.flatMap { name, state in
      let caseName = caseName(of: state)
      return [PayloadField(name: name, value: .other(state.diagramLabel), origin: origin)]
        + fields(of: state, from: origin).map { field in
          var inner = field.named("\(name).\(field.name)")
          inner.place = "\(name).\(field.place ?? Self.place(of: field.name, in: caseName))"
          return inner
        }
    } + fields(of: rest, from: origin)
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
    of parts: [ValueTree], from origin: Origin = .carried,
    without isLeftOut: (ValueTree) -> Bool = { _ in false }
  ) -> [PayloadField] {
    parts.flatMap { part -> [PayloadField] in
      guard let label = part.label, !isLeftOut(part) else { return [] }
      return fields(of: part, named: label, from: origin, without: isLeftOut)
    }
  }

  /// Returns the fields of a value, which are those of its parts if it has no description of its own.
  ///
  /// A value that a state, an event or a machine has directly isn't inside of another one.
  static func fields(
    of tree: ValueTree, named name: String, from origin: Origin = .carried, isInside: Bool = false,
    without isLeftOut: (ValueTree) -> Bool = { _ in false }
  ) -> [PayloadField] {
    let value = tree.value
    // Of a task, nobody sees more than that it is there.
    if value is any RunningTask { return [PayloadField(name: name, value: .some, origin: origin)] }
    if tree.kind == .optional, let wrapped = tree.children.first {
      // An optional that contains an empty optional isn't empty itself, so its field isn't `nil`.
      if wrapped.isNil {
        let text = "some(\(wrapped.text))"
        return [PayloadField(name: name, value: .other(text), origin: origin)]
      }
      let fields = fields(
        of: wrapped, named: name, from: origin, isInside: isInside, without: isLeftOut)
      let isShown = fields.contains { $0.name == name }
      return (isShown ? [] : [PayloadField(name: name, value: .some, origin: origin)]) + fields
    }
    // A state is shown by its label, and what its case or its regions carry follows.
    let isState = tree.isEnum || value is any GraphableProduct || value is any GraphableRegions
    if isState, !tree.leavesOut, let state = value as? any Graphable {
      let carried = fields(of: state, from: origin).map { $0.named("\(name).\($0.name)") }
      guard !carried.isEmpty else { return [PayloadField(name, tree, from: origin)] }
      let label = state.diagramLabel
      return (label.isEmpty ? [] : [PayloadField(name: name, value: .other(label), origin: origin)])
        + carried
    }
    func inside(_ parts: [(name: String, tree: ValueTree)], from origin: Origin) -> [PayloadField] {
      parts.filter { !isLeftOut($0.tree) }.flatMap { part in
        fields(
          of: part.tree, named: "\(name).\(part.name)", from: origin, isInside: true,
          without: isLeftOut)
      }
    }
    // A value that describes itself is shown by its description.
    let describesItself =
      value is any CustomStringConvertible || value is any Graphable || value is any Continuation
    switch tree.kind {
    case _ where describesItself && !tree.leavesOut: break
    case .struct where !tree.children.isEmpty, .tuple where !tree.isCut:
      return inside(tree.children.enumerated().map { ($1.label ?? "\($0)", $1) }, from: origin)
    case .enum where !tree.carried.isEmpty:
      return [PayloadField(name: name, value: .other(tree.caseName ?? ""), origin: origin)]
        + inside(names(of: tree), from: origin)
    case .class where !isInside:
      let parts = tree.children.filter { isWord($0) || $0.value is any Collection }
      guard !parts.isEmpty else { break }
      return inside(
        parts.compactMap { part in part.label.map { ($0, part) } }, from: .object(of: origin))
    default: break
    }
    let field = PayloadField(name, tree, from: origin)
    guard let count = (value as? any Collection)?.count, !(value is any StringProtocol) else {
      return [field]
    }
    return [
      field,
      PayloadField(name: "\(name).count", value: .integer(count), origin: .count(of: origin)),
    ]
  }

  /// Returns whether a value says something in a word: a Boolean, a number, a text or a case.
  private static func isWord(_ tree: ValueTree) -> Bool {
    let tree = tree.unwrapped ?? tree
    return tree.value is Bool || tree.value is any BinaryInteger || tree.value is String
      || tree.isEnum
  }

  /// Returns the values that a case carries with their labels; a value without a label is named
  /// after the case.
  private static func names(
    of tree: ValueTree, _ carried: [ValueTree.Carried]? = nil
  ) -> [(name: String, tree: ValueTree)] {
    let carried = carried ?? tree.carried
    return carried.enumerated().map { number, part in
      (part.label ?? (tree.caseName ?? "") + (carried.count == 1 ? "" : ".\(number)"), part.tree)
    }
  }

  /// Returns the fields of the values that an enum's case carries beside a nested state.
  package static func fields(
    ofCase tree: ValueTree, from origin: Origin = .carried
  ) -> [PayloadField] {
    names(of: tree, tree.besideNested)
      .flatMap { fields(of: $0.tree, named: $0.name, from: origin) }
  }

  /// Returns the name of the innermost case of a state or event, or `nil` if the value isn't an
  /// enum.
  package static func caseName(of value: some Graphable) -> String? {
    value is any ExplorationIdentity ? value.casePath.last : innermostCase(of: value)
  }

  private static func innermostCase(of value: any Graphable) -> String? {
    let tree = ValueTree(value)
    return tree.caseName.map { name in tree.nested.flatMap { innermostCase(of: $0) } ?? name }
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
    let tree = ValueTree(value)
    if tree.caseName == method, !tree.carried.isEmpty { return fields(ofCase: tree) }
    let parts = tree.kind == .tuple ? tree.children : [tree]
    return parts.enumerated().flatMap { number, part in
      let name = part.label ?? (parameter ?? method) + (parts.count == 1 ? "" : ".\(number)")
      let fields = fields(of: part, named: name)
      guard parts.count == 1, part.kind == .struct, fields[0].name != name else { return fields }
      return fields.map { $0.named($0.name.after("\(name).") ?? $0.name) }
    }
  }
}

extension PayloadField.Origin {
  /// A Boolean value that indicates whether the field belongs to the machine and not to its state.
  package var isOfMachine: Bool {
    switch self {
    case .machine: true
    case .object(let origin), .count(let origin): origin.isOfMachine
    case .carried, .effect, .history: false
    }
  }

  /// A Boolean value that indicates whether the field belongs to an object.
  package var isOfObject: Bool {
    switch self {
    case .object: true
    case .count(let origin): origin.isOfObject
    case .carried, .machine, .effect, .history: false
    }
  }

  /// A Boolean value that indicates whether the field is the number of elements in another one.
  package var isCount: Bool { if case .count = self { true } else { false } }
}
