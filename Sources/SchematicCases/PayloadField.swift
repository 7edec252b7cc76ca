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
    /// A value given by a text that tells it apart from others with the same description.
    case told(String)
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
      case let value as IgnoredValue where value.isOptional: .some
      case _ where ReflectedValue(value).isNil: .none
      default:
        .other(
          valueText(of: value, ignoring: ignored),
          structure: valueStructure(of: value, ignoring: ignored))
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
    of parts: [ReflectedValue.ReadPart], without isLeftOut: (Any) -> Bool = { _ in false }
  ) -> [PayloadField] {
    parts.flatMap { part -> [PayloadField] in
      guard let label = part.label, !isLeftOut(part.value) else { return [] }
      return fields(
        of: part.value, named: label, ignoring: part.ignored, depth: 0, without: isLeftOut)
    }
  }

  /// The number of levels to which values are inspected.
  private static let deepest = 6

  private static func fields(
    of value: Any, named name: String, ignoring ignored: IgnoredProperties, depth: Int,
    without isLeftOut: (Any) -> Bool
  ) -> [PayloadField] {
    let leaf = [PayloadField(name, value, ignoring: ignored)]
    guard depth < deepest, !(value is IgnoredValue) else { return leaf }
    let reflected = ReflectedValue(value)
    func inside(_ parts: [(name: String, part: ReflectedValue.ReadPart)]) -> [PayloadField] {
      parts.flatMap { inner, part in
        isLeftOut(part.value)
          ? []
          : fields(
            of: part.value, named: "\(name).\(inner)", ignoring: part.ignored, depth: depth + 1,
            without: isLeftOut)
      }
    }
    if reflected.kind == .optional {
      guard let wrapped = reflected.parts.first?.value else { return leaf }
      // An optional that contains an empty optional isn't empty itself, so its field isn't `nil`.
      if ReflectedValue(wrapped).isNil {
        return [PayloadField(name: name, value: .other("some(\(valueText(of: wrapped)))"))]
      }
      let fields = fields(
        of: wrapped, named: name, ignoring: ignored, depth: depth, without: isLeftOut)
      let isShown = fields.contains { $0.name == name }
      return (isShown ? [] : [PayloadField(name: name, value: .some)]) + fields
    }
    // A value that describes itself is shown by its description.
    let describesItself = value is any CustomStringConvertible || value is any Graphable
    guard !describesItself || ignored.occur(in: value) else { return leaf }
    switch reflected.kind {
    case .struct, .tuple:
      let parts = reflected.parts(ignored).enumerated().map { ($1.label ?? "\($0)", $1) }
      return parts.isEmpty && reflected.kind == .struct ? leaf : inside(parts)
    case .enum:
      guard let reflected = ReflectedCase(of: value), !reflected.values.isEmpty else { return leaf }
      return [PayloadField(name: name, value: .other(reflected.name))]
        + inside(names(of: reflected, ignored))
    default: return leaf
    }
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

  /// Returns the lists of fields, changed so that different values have different descriptions.
  package static func distinguished(_ lists: [[PayloadField]]) -> [[PayloadField]] {
    var values: [String: [String: Set<Value>]] = [:]
    for field in lists.joined() {
      values[field.name, default: [:]][field.value.description, default: []].insert(field.value)
    }
    let told = values.compactMapValues { Value.told(apart: $0) }
    guard !told.isEmpty else { return lists }
    return lists.map { fields in
      fields.map { field in
        var field = field
        field.value = told[field.name]?[field.value].map { .told($0) } ?? field.value
        return field
      }
    }
  }

  /// Returns the fields of the values that an enum's case carries.
  package static func fields(
    ofCase value: Any, ignoring ignored: IgnoredProperties = .none
  ) -> [PayloadField] {
    ReflectedCase(of: value).map { fields(of: $0, ignored) } ?? []
  }

  /// Returns the fields of a method's argument.
  ///
  /// The elements of a tuple are named after their labels. If the argument is an enum value whose case
  /// has the method's name, the values in the case are the fields: `paid [cents = 5]`.
  package static func fields(ofArgument value: Any, of method: String) -> [PayloadField] {
    if let event = ReflectedCase(of: value), event.name == method, !event.values.isEmpty {
      return fields(of: event, .none)
    }
    let reflected = ReflectedValue(value)
    guard reflected.kind == .tuple else { return [PayloadField(method, value)] }
    return reflected.parts.enumerated().map { number, part in
      PayloadField(part.label ?? "\(method).\(number)", part.value)
    }
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

extension PayloadField.Value: CustomStringConvertible {
  /// The maximum length of a value in a condition, in characters.
  private static let longest = 40

  /// The value as a condition shows it, shortened if it is long.
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .none: "nil"
    case .some: "some"
    case .missing: ""
    case .told(let text): text
    case .other(let text, _):
      text.count > Self.longest ? "\(text.prefix(Self.longest - 1))…" : text
    }
  }
}

extension PayloadField.Value {
  /// Returns texts for the values that share a description with others, or `nil` if none do.
  ///
  /// A text shows where the values first differ: `…method: GET`. If that isn't enough, the values get
  /// numbers: `envelope (1 of 2)`.
  fileprivate static func told(apart alike: [String: Set<Self>]) -> [Self: String]? {
    var texts: [Self: String] = [:]
    var taken = Set(alike.keys)
    for (description, values) in alike.sorted(by: { $0.key < $1.key }) where values.count > 1 {
      // The order depends on nothing but the values, so every condition gives a value the same number.
      let sorted = values.sorted { $0.wholeText < $1.wholeText }
      let excerpts = excerpts(of: sorted.map(\.text))
      let isClear = Set(excerpts).count == sorted.count && taken.isDisjoint(with: excerpts)
      if isClear { taken.formUnion(excerpts) }
      for (number, value) in sorted.enumerated() {
        texts[value] =
          isClear ? excerpts[number] : "\(description) (\(number + 1) of \(sorted.count))"
      }
    }
    return texts.isEmpty ? nil : texts
  }

  /// Returns the part of each text that begins where the texts first differ.
  private static func excerpts(of texts: [String]) -> [String] {
    let shared = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    let start = shared.lastIndex { ",( ".contains($0) }.map { shared.index(after: $0) }
    let count = start.map { shared.distance(from: shared.startIndex, to: $0) } ?? 0
    return texts.map { text in
      var rest = text.dropFirst(count)
      // Without a separator nearby, the excerpt begins a little before the difference.
      if shared.count - count > longest / 2 { rest = text.dropFirst(shared.count - 4) }
      let isCut = rest.count > longest
      return (rest.count < text.count ? "…" : "")
        + balanced(isCut ? "\(rest.prefix(longest))…" : String(rest))
    }
  }

  /// Returns a part of a text with as many opening as closing parentheses, and no quotation mark alone.
  ///
  /// A condition would otherwise put the whole text in quotation marks.
  private static func balanced(_ excerpt: String) -> String {
    var (text, open) = ("", 0)
    let hasPairs = excerpt.count { $0 == "\"" }.isMultiple(of: 2)
    for character in excerpt where hasPairs || character != "\"" {
      if character == ")", open == 0 { continue }
      open += character == "(" ? 1 : character == ")" ? -1 : 0
      text.append(character)
    }
    return text + String(repeating: ")", count: open)
  }

  private var text: String { if case .other(let text, _) = self { text } else { description } }

  /// A text that differs for all different values.
  private var wholeText: String {
    switch self {
    case .bool: "truth"
    case .integer: "integer"
    case .other(let text, let structure): "value \(text) \(structure)"
    case .none: "none"
    case .some: "some"
    case .missing: "missing"
    case .told(let text): "told \(text)"
    }
  }
}

extension String {
  /// Returns the characters with which both texts begin.
  package func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
