/// The types that are chosen for the generic parameters of a machine.
struct GenericArguments {
  /// The machine's type in Swift, with its generic arguments.
  let name: String
  /// The chosen types, by the names of the parameters.
  let types: [String: SwiftType]

  /// Takes the generic arguments that the user wrote, or else chooses types that fulfill the constraints.
  init(
    of type: Symbol, written: [SwiftType.Component], in index: SymbolIndex,
    _ sources: ScaffoldSources
  ) throws(ScaffoldError) {
    var types: [String: SwiftType] = [:]
    var parts: [String] = []
    let path = index.enclosingTypes(of: type) + [type]
    var known = 0
    for (number, symbol) in path.enumerated() {
      let all = symbol.swiftGenerics?.parameters ?? []
      let own = all.dropFirst(known).map(\.name)
      known = all.count
      let part = written.count - path.count + number
      let chosen = written.indices.contains(part) ? written[part].arguments : []
      for (position, parameter) in own.enumerated() {
        if chosen.count == own.count {
          types[parameter] = chosen[position]
        } else {
          let example = path.map { $0.id == symbol.id ? "\($0.name)<…>" : $0.name }
          let argument = try Self.argument(
            for: parameter, of: type, in: index, sources, example.joined(separator: "."))
          types[parameter] = argument
          let service = index.allProtocols.first { $0.standIn == argument.text }
          let inside = service.flatMap { Self.associatedTypes(of: $0, in: index) } ?? [:]
          for (name, type) in inside { types["\(parameter).\(name)"] = type }
        }
      }
      let texts = own.compactMap { types[$0]?.text }
      parts.append(symbol.name + (texts.isEmpty ? "" : "<\(texts.joined(separator: ", "))>"))
    }
    self.types = types
    name = parts.joined(separator: ".")
  }

  private static func argument(
    for parameter: String, of type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources,
    _ example: String
  ) throws(ScaffoldError) -> SwiftType {
    let constraints = (type.swiftGenerics?.constraints ?? []).filter { $0.lhs == parameter }
    let names = constraints.map { $0.rhs.split(separator: ".").last.map(String.init) ?? $0.rhs }
    // The element type of a sequence has a constraint of its own.
    let others = (type.swiftGenerics?.parameters ?? []).map(\.name)
    let element = (type.swiftGenerics?.constraints ?? [])
      .first { constraint in
        constraint.kind == "sameType" && constraint.lhs == "\(parameter).Element"
          // If the type of the elements depends on another parameter, `Int` is taken below.
          && !others.contains { constraint.rhs == $0 || constraint.rhs.hasPrefix("\($0).") }
      }
      .map { SwiftType(reading: $0.rhs) }
    let found = self.type(fulfilling: names, of: element ?? .name("Int"), in: index)
    let meant = names.filter { !harmless.contains($0) }
    if let found, !found.text.hasSuffix("StandIn") { return found }
    if meant.count == 1, let standard = sources.standardType(conformingTo: meant[0]) {
      return .name(standard)
    }
    if let found { return found }
    throw .genericParameter(
      type.path, place: sources.place(of: type), parameter: parameter, constraints: meant,
      example: example)
  }

  /// Returns a type that conforms to protocols: one that is known, one of the module, or one that stands in.
  private static func type(
    fulfilling names: [String], of element: SwiftType, in index: SymbolIndex,
    around: Set<String> = []
  ) -> SwiftType? {
    let meant = names.filter { !harmless.contains($0) }
    guard let first = meant.first else {
      // A machine can't tell the values of a type apart about which it knows nothing.
      return names.allSatisfy(marks.contains) ? .anyInt : .name("Int")
    }
    if meant.count == 1, let known = known(first, of: element) { return known }
    let conformers = index.types.filter { candidate in
      candidate.swiftGenerics?.parameters == nil
        && names.allSatisfy { harmless.contains($0) || index.conforms(candidate, to: $0) }
    }
    if let only = conformers.first { return .named(only.path(arguments: [])) }
    // A generic type may fulfill the constraints with any arguments.
    let generic = index.types.first { candidate in
      candidate.pathComponents.count == 1
        && (candidate.swiftGenerics?.constraints ?? []).allSatisfy {
          harmless.contains($0.rhs.split(separator: ".").last.map(String.init) ?? "")
        }
        && names.allSatisfy { harmless.contains($0) || index.conforms(candidate, to: $0) }
    }
    if let generic {
      let count = generic.swiftGenerics?.parameters?.count ?? 0
      return .named(generic.path(arguments: Array(repeating: .name("Int"), count: count)))
    }
    guard names.allSatisfy({ $0 == first || marks.contains($0) }),
      let service = index.allProtocols.first(where: { $0.name == first }),
      index.canStandIn(for: service, around: around)
    else { return nil }
    return .name(service.standIn)
  }

  /// Returns the types that a type standing in for a protocol chooses for its associated types, by their names;
  /// `nil` if none is known for one of them.
  static func associatedTypes(
    of service: Symbol, in index: SymbolIndex, around: Set<String> = []
  ) -> [String: SwiftType]? {
    let around = around.union([service.name])
    var types: [String: SwiftType] = [:]
    for symbol in index.requirements(of: service) where symbol.isAssociatedType {
      let parts = symbol.declaration.split(separator: ":", maxSplits: 1).map(String.init)
      let names = (parts.dropFirst().first ?? "").split { ", &".contains($0) }.map(String.init)
      // A type that must be like one around it has no end.
      guard around.isDisjoint(with: names), !names.contains("where"),
        let type = type(fulfilling: names, of: .name("Int"), in: index, around: around)
      else { return nil }
      types[symbol.name] = type
    }
    return types
  }

  /// The constraints that require no member.
  private static let marks: Set = ["Sendable", "SendableMetatype", "Copyable", "Escapable"]
  /// The constraints that are ignored when a type is chosen.
  private static let harmless = marks.union([
    "Equatable", "Hashable", "Comparable", "Encodable", "Decodable", "Codable",
    "CustomStringConvertible",
  ])

  /// Returns a type of the standard library that fulfills the constraints of a parameter: `Int` if there are none that
  /// matter, and `nil` if none is known.
  static func standard(for parameter: String, _ constraints: [Symbol.Generics.Constraint])
    -> SwiftType?
  {
    func names(of path: String) -> [String] {
      constraints.filter { $0.lhs == path && $0.kind != "sameType" }
        .map { $0.rhs.split(separator: ".").last.map(String.init) ?? $0.rhs }
        .filter { !harmless.contains($0) }
    }
    let equal = constraints.first { $0.kind == "sameType" && $0.lhs == "\(parameter).Element" }
    let element =
      equal.map { SwiftType(reading: $0.rhs) }
      ?? names(of: "\(parameter).Element").first.flatMap { known($0, of: .name("Int")) }
    let meant = names(of: parameter)
    guard let first = meant.first else { return .name("Int") }
    return meant.count == 1 ? known(first, of: element ?? .name("Int")) : nil
  }

  /// Returns a type that conforms to a protocol of the standard library, or `nil` if none is known.
  private static func known(_ name: String, of element: SwiftType) -> SwiftType? {
    let sequence = SwiftType.Component(name: "AsyncStream", id: nil, arguments: [element])
    switch name {
    case "Error": return .any(.name("Error"))
    case "AsyncSequence": return .named([sequence])
    case "AsyncIteratorProtocol":
      return .named([sequence, .init(name: "Iterator", id: nil, arguments: [])])
    case "Sequence", "Collection": return .array(element)
    case "Clock": return .name("StandInClock")
    case "AdditiveArithmetic", "Numeric", "BinaryInteger", "FixedWidthInteger": return .name("Int")
    case "StringProtocol": return .name("String")
    default: return nil
    }
  }
}

/// The Swift code that makes a machine.
struct MachineStart {
  /// The expression, or `nil` if the user must write it.
  let text: String?
  /// The arguments that the user must give, because no sample is known of them.
  private(set) var given: [SwiftParameter] = []
  /// The argument that the start gives each of several values, such as the role of a peer.
  struct Role {
    let parameter: SwiftParameter
    let values: [String]
  }
  private(set) var role: Role?
  /// The stand-ins to set afterwards, such as a delegate, by the names of the properties.
  private(set) var settings: [(property: String, value: String)] = []

  init(text: String) { self.text = text }

  init(
    of type: Symbol, _ name: String, _ samples: ArgumentSamples, in initialCase: String? = nil,
    besides state: Symbol? = nil, hasRoles: Bool = false
  ) {
    var samples = samples
    samples.isForStart = true
    // Some types have a machine to start with, or one for previews and tests.
    let made = samples.index.members(of: type, kind: "swift.type.property").filter { property in
      guard case .named(let path) = SwiftDeclaration(property).type else { return false }
      return property.hidingWord == nil && (path.last?.id == type.id || path.last?.name == "Self")
        // The only machine of the program can't be made anew.
        && !(type.isObject && Self.onlyOnes.contains(where: property.name.lowercased().hasPrefix))
    }.map(\.name)
    settings = Self.settings(of: type, samples)
    if let initial = made.first(where: { $0.lowercased().hasPrefix("initial") }) {
      text = "\(name).\(initial)"
      return
    }
    // Without services, a machine makes its own, which may act outside of the program.
    let makers = samples.initializers(of: type)
    let counts = makers.map { maker in
      maker.parameters.count { samples.hasMethods($0.type) }
    }
    let initializers = makers.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      .map { (name, makers[$0].parameters) }
    let all = samples.index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0) }
    let cases = (all.filter { $0.name == initialCase } + all.filter { $0.name != initialCase })
      .map { ("\(name).\($0.name)", $0.parameters) }
    // An enum starts in the case with which a property of it does, or else in its first case, unless an
    // initializer without parameters says otherwise.
    let usual = initializers.filter { cases.isEmpty || $0.1.isEmpty }
    // A class may have the initializers of one in another module.
    let inherits =
      type.kind.identifier == "swift.class"
      && samples.index.members(of: type, kind: "swift.init").isEmpty
    let starts = usual + cases + initializers + (inherits ? [(name, [])] : [])
    for (start, parameters) in starts {
      let isPlain = parameters.isEmpty && cases.contains { $0.0 == start }
      let role =
        hasRoles && start == name
        ? Self.role(among: parameters, of: type, besides: state, samples) : nil
      if let call = isPlain
        ? start : Self.call(start, parameters, of: type, samples, role: role?.parameter)
      {
        (text, self.role) = (call, role)
        return
      }
    }
    for declaration in samples.initializers(of: type, fallible: true) where made.isEmpty {
      if let call = Self.call(name, declaration.parameters, of: type, samples) {
        text = (declaration.canThrow ? "try! " : "") + call + (declaration.isFailable ? "!" : "")
        return
      }
    }
    if made.isEmpty, let (start, parameters) = starts.first {
      let given = parameters.filter { !$0.hasDefault && samples.samples(of: $0).values.isEmpty }
      text = Self.call(start, parameters, of: type, samples, given: given)
      self.given = given
    } else {
      text = made.first.map { "\(name).\($0)" }
    }
  }

  /// What stands in the start for the argument with several values.
  static let placeOfRole = "<role>"

  /// The number of roles that are tried.
  private static let mostRoles = 4

  /// Returns the argument that makes different machines.
  ///
  /// It is a case of an enum without values, or a Boolean value that the machine keeps. The state to start in is no role.
  private static func role(
    among parameters: [SwiftParameter], of type: Symbol, besides state: Symbol?,
    _ samples: ArgumentSamples
  ) -> Role? {
    let index = samples.index
    let kept = index.members(of: type, kind: "swift.property").map { SwiftDeclaration($0) }
    let roles = parameters.compactMap { parameter -> Role? in
      // Of two players, each has a role, and not the same.
      guard !parameter.hasDefault, parameters.count(where: { $0.type == parameter.type }) == 1
      else { return nil }
      if parameter.type.text == "Bool" {
        let isKept = kept.contains { $0.name == parameter.name && $0.type?.text == "Bool" }
        return isKept ? Role(parameter: parameter, values: ["false", "true"]) : nil
      }
      guard let symbol = index.resolved(parameter.type), index.declares(symbol),
        symbol.kind.identifier == "swift.enum", symbol.id != state?.id,
        symbol.swiftGenerics?.parameters == nil
      else { return nil }
      let cases = index.members(of: symbol, kind: "swift.enum.case").map { SwiftDeclaration($0) }
      guard (2...mostRoles).contains(cases.count), cases.allSatisfy(\.parameters.isEmpty) else {
        return nil
      }
      return Role(
        parameter: parameter,
        values: cases.enumerated().map { ($0 == 0 ? symbol.path : "") + ".\($1.name)" })
    }
    return roles.first { $0.parameter.type.text != "Bool" } ?? roles.first
  }

  private static let onlyOnes = ["shared", "default", "standard", "current", "main", "live"]

  /// Returns the delegates and functions that a machine calls if somebody sets them.
  private static func settings(
    of type: Symbol, _ samples: ArgumentSamples
  ) -> [(property: String, value: String)] {
    guard type.kind.identifier == "swift.class" else { return [] }
    return samples.index.members(of: type, kind: "swift.property").compactMap { symbol in
      let property = SwiftDeclaration(symbol)
      guard symbol.isSettable, let type = property.type, type != type.unwrapped else { return nil }
      let name = property.name.unquoted
      switch samples.aliased(type.unwrapped) ?? type.unwrapped {
      case .any(.named(let path)):
        guard let service = samples.index.symbol(path.last?.id),
          service.kind.identifier == "swift.protocol", samples.index.hasMethods(service),
          samples.index.canStandIn(for: service),
          property.words.contains("weak") || name.lowercased().hasSuffix("delegate")
        else { return nil }
        return (property.name, "StandIn.kept(\(service.standIn)())")
      case .function:
        return samples.samples(of: type, named: name, depth: 0).values.last.map {
          (property.name, $0)
        }
      default: return nil
      }
    }
  }

  private static func call(
    _ name: String, _ parameters: [SwiftParameter], of type: Symbol, _ samples: ArgumentSamples,
    given: [SwiftParameter] = [], role: SwiftParameter? = nil
  ) -> String? {
    // Nobody else keeps what a machine doesn't own.
    let weak = samples.index.members(of: type, kind: "swift.property").map { SwiftDeclaration($0) }
      .filter(\.isUnowned)
      .map { $0.type?.unwrapped }
    var arguments: [String] = []
    var used: Set<String> = []
    var times = 0
    for parameter in parameters {
      var value: String
      if parameter == role {
        value = placeOfRole
      } else if given.contains(parameter) {
        value = parameter.name
      } else if parameter.hasDefault {
        guard let standIn = samples.standIn(forDefaultOf: parameter) else { continue }
        value = standIn
      } else {
        let values = samples.samples(of: parameter).values
        // Two players have two colors.
        let others = samples.index.resolved(parameter.type.unwrapped).map(samples.index.declares)
        let rest = others == true ? values.filter { !used.contains($0) } : values
        guard let usual = ArgumentSamples.usual(rest.isEmpty ? values : rest) else { return nil }
        value = usual
        used.insert(value)
        if ["TimeInterval", "Duration"].contains(parameter.type.text) {
          // Two timers are told apart by how long they run.
          times += 1
          value = value.replacing("1", with: "\(times)")
        }
        if Int(value) != nil, let limit = samples.literals.limit(of: parameter.name) {
          value = "\(limit)"
        }
      }
      value =
        weak.contains(parameter.type.unwrapped)
        ? "StandIn.kept(\(value))" : samples.implicit(value, as: parameter.type)
      arguments.append((parameter.label.map { "\($0): " } ?? "") + value)
    }
    let line = "\(name)(\(arguments.joined(separator: ", ")))"
    return line.count <= 90
      ? line : "\(name)(\n  \(arguments.joined(separator: ",\n  "))\n)"
  }
}
