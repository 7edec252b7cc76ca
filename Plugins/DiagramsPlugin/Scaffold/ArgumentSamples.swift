/// The values of a type with which a step is tried, as Swift code.
struct Samples {
  var values: [String]
  /// The types of which the user must write values.
  var missing: [SwiftType] = []
  /// The types without samples that the initializers of the missing types take.
  var inside: [SwiftType] = []
  /// The symbols of the types that the values name.
  var types: [Symbol] = []
  /// A Boolean value that indicates whether the values are optional, because an initializer may fail.
  var areOptional = false
}

/// A source of samples: each case of each enum first, both Booleans, `nil`, and a few values of other types.
struct ArgumentSamples {
  let index: SymbolIndex
  /// The type inside of which names are looked up, as the names of the types around it and its own.
  var scope: [String]
  /// The types that are chosen for the generic parameters of the machine.
  var arguments: [String: SwiftType]

  /// The number of values of a type, unless an enum has more cases.
  static let most = 20
  /// The number of static properties of a type that are tried.
  static let mostNamed = 6
  /// The maximum depth of types inside of types, which ends the values of a type that contains itself.
  private static let depth = 6

  /// The samples that are known already, because a type may be inside of many others.
  private final class Memory {
    var samples: [[String]: Samples] = [:]
  }
  private let memory = Memory()
  /// The types of the keys by which the machine holds several values.
  private let keys: Set<String>
  /// A Boolean value that indicates whether the machine compares an identifier that it holds.
  private let comparesIdentifiers: Bool
  /// A Boolean value that indicates whether the machine counts the identifiers that it gives, from 0 on.
  let countsIdentifiers: Bool

  /// A Boolean value that indicates whether the samples are services with which a machine starts.
  var isForStart = false

  /// A Boolean value that indicates whether the module NIOEmbedded can be imported.
  let hasEmbedded: Bool

  /// Types whose values do nothing but identify something.
  static let identifiers: Set = ["UUID", "ObjectIdentifier"]

  /// A character that separates others, and so is none of them.
  private static let separator = #"",""#

  /// Values of SwiftNIO that need no thread.
  private static let embedded = [
    "Channel": "EmbeddedChannel()", "EventLoop": "EmbeddedEventLoop()",
    "EventLoopPromise": "promise()", "EventLoopFuture": "promise().futureResult",
  ]

  /// The values with which the machine compares arguments.
  let literals: ComparedLiterals
  /// A Boolean value that indicates whether the machine holds a character, which may separate others.
  private let hasSeparator: Bool

  init(
    index: SymbolIndex, scope: [String], arguments: [String: SwiftType],
    literals: ComparedLiterals, hasEmbedded: Bool
  ) {
    self.hasEmbedded = hasEmbedded
    self.literals = literals
    self.index = index
    self.scope = scope
    self.arguments = arguments
    let properties = index.type(named: scope, inside: []).map {
      index.members(of: $0, kind: "swift.property")
    }
    keys = (properties ?? []).reduce(into: []) { keys, property in
      if case .dictionary(let key, _) = SwiftDeclaration(property).type { keys.insert(key.text) }
    }
    hasSeparator = (properties ?? []).contains {
      SwiftDeclaration($0).type?.text == "Character"
    }
    let inside = index.types.filter { $0.pathComponents.starts(with: scope) }
    let held = inside.flatMap { type in
      index.members(of: type, kind: "swift.property").map { ($0.name, SwiftDeclaration($0).type) }
        + index.members(of: type, kind: "swift.enum.case").flatMap { symbol in
          SwiftDeclaration(symbol).parameters.map { ($0.label ?? "id", $0.type as SwiftType?) }
        }
    }
    comparesIdentifiers = held.contains { name, type in
      Self.identifiers.contains(type?.unwrapped.text ?? "")
        && literals.comparesIdentifier(named: name)
    }
    countsIdentifiers = inside.contains { type in
      let cases = index.members(of: type, kind: "swift.enum.case")
      return index.members(of: type, kind: "swift.property").contains {
        $0.name.isCounterOfIDs || $0.name.lowercased().hasSuffix("idgenerator")
      }
        || cases.flatMap { SwiftDeclaration($0).parameters }
          .contains { $0.label?.isCounterOfIDs == true }
    }
  }

  /// Returns a type as it is written outside of the machine.
  func text(of type: SwiftType) -> String { whole(type.replacing(arguments)).text }

  /// Returns a type in which names that are relative to the scope are replaced by whole names.
  private func whole(_ type: SwiftType) -> SwiftType {
    type.mapNames { path in
      guard let symbol = named(path), symbol.kind.identifier != "swift.typealias" else {
        return .named(path)
      }
      return .named(symbol.path(arguments: path[path.count - 1].arguments))
    }
  }

  /// Returns the type that a name without an identifier means.
  private func named(_ path: [SwiftType.Component]) -> Symbol? {
    guard path.last?.id == nil else { return nil }
    return index.type(named: path.map(\.name), inside: scope)
  }

  /// Returns the samples of a parameter.
  func samples(of parameter: SwiftParameter) -> Samples {
    samples(of: parameter.type.replacing(arguments), named: parameter.name, depth: 0)
  }

  /// Returns samples of a type, and only one for a number that identifies something, because a machine that is
  /// called with another number is seldom meant, unless it counts such numbers or holds several values by them.
  func samples(of type: SwiftType, named name: String?, depth: Int) -> Samples {
    if let name, let closure = standIn(for: type, named: name) {
      return Samples(values: [closure])
    }
    var samples = samples(of: type, depth: depth)
    if isForStart, samples.values.last == Self.separator { samples.values = [Self.separator] }
    if Self.identifiers.contains(type.text), !comparesIdentifiers {
      samples.values = Array(samples.values.prefix(1))
    }
    if samples.values == ["0", "1"], let name {
      // The first descriptors are those of the terminal.
      if name.lowercased().hasSuffix("descriptor") { samples.values = ["-1"] }
      let areWhole = !["Double", "Float", "TimeInterval", "CGFloat"].contains(
        (aliased(type) ?? type).text)
      samples.values += literals.numbers(comparedWith: name, areWhole: areWhole)
    }
    if let name, let value = literals.value(of: type.unwrapped.text, asLongAs: name) {
      samples.values.append(value)
    }
    let ends = ["id", "identifier", "channel", "token"]
    if samples.values == ["0", "1"], !keys.contains(type.text), !countsIdentifiers, let name,
      ends.contains(where: name.lowercased().hasSuffix)
    {
      samples.values = ["1"]
    }
    return samples
  }

  /// Returns the type for which a typealias is another name.
  func aliased(_ type: SwiftType) -> SwiftType? {
    guard case .named(let path) = type, let last = path.last,
      let symbol = index.symbol(last.id) ?? named(path), symbol.kind.identifier == "swift.typealias"
    else { return nil }
    return SwiftDeclaration(symbol).type
  }

  func samples(of type: SwiftType, depth: Int) -> Samples {
    let type = whole(type)
    guard depth <= Self.depth else { return Samples(values: []) }
    if type == .anyInt { return Samples(values: ["1"]) }
    let isAny = type.components.contains { $0.id == "any" }
    let key = ["\(depth)", "\(isForStart)", "\(isAny)", type.text] + scope
    if let known = memory.samples[key] { return known }
    let samples = newSamples(of: type, depth: depth)
    memory.samples[key] = samples
    return samples
  }

  private func newSamples(of type: SwiftType, depth: Int) -> Samples {
    switch type {
    case .optional(let wrapped):
      var samples = self.samples(of: wrapped, depth: depth)
      samples.values.insert("nil", at: 0)
      return samples
    case .array(let element):
      var samples = self.samples(of: element, depth: depth + 1)
      // An element of a type with cases is worth a list for each of them.
      let compared = compared(with: element).count
      let count = samples.types.isEmpty && compared == 0 ? 1 : max(Self.most, compared + 2)
      samples.values =
        ["[]"] + samples.values.prefix(count).map { "[\(implicit($0, as: element))]" }
      return samples
    case .dictionary(let key, let value):
      var samples = self.samples(of: key, depth: depth + 1)
      let others = self.samples(of: value, depth: depth + 1)
      let pairs = zip(samples.values, others.values).prefix(1)
      samples.values = ["[:]"] + pairs.map { "[\($0): \($1)]" }
      samples.missing += others.missing
      samples.types += others.types
      return samples
    case .tuple(let elements):
      return calls("", elements.map { ($0.label, $0.type) }, all: true, depth: depth)
    case .function(let parameters, let result, _):
      var samples = self.samples(of: result.replacing(arguments), depth: depth + 1)
      let names = Array(repeating: "_", count: parameters.count).joined(separator: ", ")
      let start = parameters.isEmpty ? "{" : "{ \(names) in"
      samples.values = samples.values.prefix(1).map { value in
        value == "()" ? (parameters.isEmpty ? "{}" : "\(start) }") : "\(start) \(value) }"
      }
      return samples
    case .any(.named(let path)), .named(let path): return samples(of: path, type, depth: depth)
    case .any, .other: return none(of: type)
    }
  }

  /// Returns the first value without `nil`, `0`, and empty texts and lists, or else the first one.
  ///
  /// A machine that starts with such a value often does nothing, and a number of threads isn't 0.
  static func usual(_ values: [String]) -> String? {
    let isEmpty: (String) -> Bool = { value in
      value.contains("\"\"") || ["[]", "[:]"].contains(value)
        || value.split { !$0.isLetter && !$0.isNumber && $0 != "." }
          .contains { ["nil", "0"].contains($0) }
    }
    return values.first { !isEmpty($0) } ?? values.first
  }

  func none(of type: SwiftType) -> Samples {
    Samples(values: [], missing: [type])
  }

  private func samples(
    of path: [SwiftType.Component], _ type: SwiftType, depth: Int
  ) -> Samples {
    let last = path[path.count - 1]
    let symbol = index.symbol(last.id) ?? named(path)
    // A name that is known means the type of another module, whose initializers say less.
    if symbol.map({ !index.declares($0) }) ?? true, !Self.isOther(last),
      let values = StandardSamples.values(
        path.map(\.name), text: type.text,
        arguments: last.arguments.map { self.samples(of: $0, depth: depth + 1).values })
    {
      // Deep inside of other values, many texts would make too many of these.
      var compared = depth <= 1 && !isForStart ? compared(with: type) : []
      if type.text == "Character", hasSeparator { compared.append(Self.separator) }
      return Samples(values: (values + compared).uniqued())
    }
    if hasEmbedded, let value = Self.embedded[last.name] { return Samples(values: [value]) }
    if last.name.hasSuffix("StandIn"),
      index.allProtocols.contains(where: { $0.standIn == last.name })
    {
      return Samples(values: ["\(last.name)()"])
    }
    guard let symbol else { return identifiers(of: path, depth: depth) ?? none(of: type) }
    let own = symbol.swiftGenerics?.parameters?.suffix(last.arguments.count).map(\.name) ?? []
    let arguments = Dictionary(zip(own, last.arguments)) { first, _ in first }
    var samples: Samples
    switch symbol.kind.identifier {
    case "swift.typealias":
      guard let other = SwiftDeclaration(symbol).type else { return none(of: type) }
      return self.samples(of: other.replacing(arguments).replacing(self.arguments), depth: depth)
    case "swift.enum": samples = cases(of: symbol, type, arguments, depth: depth)
    case "swift.struct", "swift.class": samples = values(of: symbol, type, arguments, depth: depth)
    case "swift.protocol": return conformers(of: symbol, depth: depth)
    default: return none(of: type)
    }
    samples.types.append(symbol)
    let isUnknown = samples.values.isEmpty && samples.missing.isEmpty && depth == 0
    return isUnknown ? none(of: type) : samples
  }

  /// Returns a Boolean value that indicates whether a type only has the name of a well-known one, such as another
  /// module's `HTTPRequest`.
  private static func isOther(_ type: SwiftType.Component) -> Bool {
    guard let module = Symbol.module(of: type.id ?? "") else { return false }
    if type.name == "Logger" { return !["Logging", "os"].contains(module) }
    let known = ["NIOHTTP1", "HTTPTypes", "Foundation", "FoundationNetworking"]
    return type.name.hasPrefix("HTTP") && !known.contains(module)
  }

  /// Returns the values of a type with which the machine's code compares something.
  private func compared(with type: SwiftType) -> [String] {
    let type = aliased(type) ?? type
    if case .named(let path) = type, ["ArraySlice", "ContiguousArray"].contains(path.last?.name),
      let element = path.last?.arguments.first
    {
      return compared(with: element).map { "[\($0)]" }
    }
    let constants = literals.constants.compactMap { path -> String? in
      let names = path.split(separator: ".").map(String.init)
      guard let symbol = index.type(named: [names[0]], inside: scope), symbol.hidingWord == nil
      else { return nil }
      let property = index.members(of: symbol, kind: "swift.type.property").first {
        $0.name == names[1] && $0.hidingWord == nil && SwiftDeclaration($0).type?.text == type.text
      }
      return property.map { "\(symbol.path).\($0.name)" }
    }
    let raw = literals.rawValues.flatMap { name, only -> [String] in
      guard let symbol = index.type(named: [name], inside: scope), symbol.hidingWord == nil,
        symbol.kind.identifier == "swift.enum",
        let maker = initializers(of: symbol, fallible: true).first(where: {
          $0.title == "init(rawValue:)"
        })
      else { return [] }
      let rawType = maker.parameters[0].type
      guard (aliased(rawType) ?? rawType).text == type.text else { return [] }
      return index.members(of: symbol, kind: "swift.enum.case").map { SwiftDeclaration($0).name }
        .filter { only == nil || only == $0.unquoted }.map { "\(symbol.path).\($0).rawValue" }
    }
    let requests =
      type.text != "HTTPRequestHead"
      ? []
      : ["CONNECT", "DELETE", "OPTIONS", "POST", "PUT"].filter(literals.reads).map {
        #"HTTPRequestHead(version: .http1_1, method: .\#($0), uri: "a:1", headers: ["host": "a"])"#
      }
    return (literals.values(of: type.text) + requests + constants.prefix(Self.most)).uniqued()
      + raw.uniqued().prefix(2 * Self.most)
  }

  /// Returns a value without the name of its type, where the type is known: `.close` for `Frame.close`.
  func implicit(_ value: String, as type: SwiftType) -> String {
    var type = whole(type)
    let isOptional: Bool
    if case .optional(let wrapped) = type {
      (type, isOptional) = (wrapped, true)
    } else {
      isOptional = false
    }
    // Values have the name of the type itself.
    if let other = aliased(type) { type = whole(other) }
    guard case .named(let path) = type, value.hasPrefix(type.text) else { return value }
    let rest = value.dropFirst(type.text.count)
    if rest.first == "(" {
      // The names of other modules' types tell more.
      let isOwn = index.symbol(path.last?.id).map { index.declares($0) } ?? false
      return isOwn && !isOptional ? ".init\(rest)" : value
    }
    let isOther = isOptional && (rest.hasPrefix(".none") || rest.hasPrefix(".some"))
    // The name of a type inside is seldom written small, but that of a case may be written large.
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isCase = index.resolved(type).map { symbol in
      index.members(of: symbol, kind: "swift.enum.case").contains {
        SwiftDeclaration($0).name == name
      }
    }
    guard rest.first == ".", name.first?.isUppercase == false || isCase == true, !isOther else {
      return value
    }
    return String(rest)
  }

  private func cases(
    of type: Symbol, _ written: SwiftType, _ arguments: [String: SwiftType], depth: Int
  ) -> Samples {
    var samples = Samples(values: [])
    var lists: [[String]] = []
    for symbol in index.members(of: type, kind: "swift.enum.case") {
      let declaration = SwiftDeclaration(symbol)
      let name = "\(written.text).\(declaration.name)"
      guard !declaration.parameters.isEmpty else {
        lists.append([name])
        continue
      }
      let parameters = declaration.parameters.map {
        ($0.label, $0.type.replacing(arguments).replacing(self.arguments))
      }
      var samplesInside = self
      samplesInside.scope = type.pathComponents
      let calls = samplesInside.calls(name, parameters, all: true, depth: depth)
      lists.append(calls.values)
      samples.missing += calls.missing
      samples.types += calls.types
    }
    // Each case of an event gets a step of its own, and so may have several values.
    samples.values = Self.fair(
      lists, most: depth == 0 ? max(Self.most, 4 * lists.count) : Self.most)
    return samples
  }

  /// Returns the first value of each list, and then as many others of each as there is room for.
  private static func fair(_ lists: [[String]], most: Int) -> [String] {
    var values: [String] = []
    for round in 0..<most {
      for list in lists where list.count > round && (round == 0 || values.count < most) {
        values.append(list[round])
      }
    }
    return values
  }

  /// Returns values that conform to a protocol; a service is stood in for, because others may act outside of the
  /// program.
  private func conformers(of symbol: Symbol, depth: Int) -> Samples {
    let standIn = index.canStandIn(for: symbol) ? Samples(values: ["\(symbol.standIn)()"]) : nil
    if let standIn, index.isService(symbol) || isForStart {
      return standIn
    }
    let found = index.types(conformingTo: symbol.id).filter {
      $0.swiftGenerics?.parameters == nil
    }.map { self.samples(of: .named($0.path(arguments: [])), depth: depth + 1) }
      .filter { !$0.values.isEmpty }
    if !found.isEmpty {
      return Samples(
        values: Self.fair(found.map(\.values), most: max(found.count, Self.most)),
        types: found.flatMap(\.types))
    }
    return standIn
      ?? none(of: .any(.named([.init(name: symbol.path, id: symbol.id, arguments: [])])))
  }
}
