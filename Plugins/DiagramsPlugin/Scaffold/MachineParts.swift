/// What stands for the generic parameters of a machine.
struct GenericArguments {
  /// The type in Swift, with its arguments.
  let name: String
  /// The argument for each parameter.
  let types: [String: SwiftType]

  /// Chooses arguments: those that somebody wrote, or else any that fit.
  init(
    of type: Symbol, written: [SwiftType.Component], in index: SymbolIndex, place: String
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
          types[parameter] = try Self.argument(
            for: parameter, of: type, in: index, place: place)
        }
      }
      let texts = own.compactMap { types[$0]?.text }
      parts.append(symbol.name + (texts.isEmpty ? "" : "<\(texts.joined(separator: ", "))>"))
    }
    self.types = types
    name = parts.joined(separator: ".")
  }

  private static func argument(
    for parameter: String, of type: Symbol, in index: SymbolIndex, place: String
  ) throws(ScaffoldError) -> SwiftType {
    let constraints = (type.swiftGenerics?.constraints ?? []).filter { $0.lhs == parameter }
    let names = constraints.map { $0.rhs.split(separator: ".").last.map(String.init) ?? $0.rhs }
    let meant = names.filter { !harmless.contains($0) }
    guard let first = meant.first else { return .name("Int") }
    // What a sequence consists of is a constraint of its own.
    let others = (type.swiftGenerics?.parameters ?? []).map(\.name)
    let element = (type.swiftGenerics?.constraints ?? [])
      .first { constraint in
        constraint.kind == "sameType" && constraint.lhs == "\(parameter).Element"
          // Sequences of the same elements all have numbers.
          && !others.contains { constraint.rhs == $0 || constraint.rhs.hasPrefix("\($0).") }
      }
      .map { SwiftType(reading: $0.rhs) }
    if meant.count == 1, let known = known(first, of: element ?? .name("Int")) { return known }
    let conformers = index.types.filter { candidate in
      candidate.swiftGenerics?.parameters == nil
        && names.allSatisfy { harmless.contains($0) || index.conforms(candidate, to: $0) }
    }
    guard let only = conformers.first else {
      throw .genericParameter(type.path, place: place, parameter: parameter, constraints: meant)
    }
    return .named(
      only.pathComponents.dropLast().map { .init(name: $0, id: nil, arguments: []) }
        + [.init(name: only.name, id: only.id, arguments: [])])
  }

  /// What any number fulfills.
  private static let harmless: Set = [
    "Sendable", "SendableMetatype", "Copyable", "Escapable", "Equatable", "Hashable", "Comparable",
    "Encodable", "Decodable", "Codable", "CustomStringConvertible",
  ]

  /// Returns a type that conforms to a protocol of the standard library.
  private static func known(_ name: String, of element: SwiftType) -> SwiftType? {
    let sequence = SwiftType.Component(name: "AsyncStream", id: nil, arguments: [element])
    switch name {
    case "Error": return .any(.name("Error"))
    case "AsyncSequence": return .named([sequence])
    case "AsyncIteratorProtocol":
      return .named([sequence, .init(name: "Iterator", id: nil, arguments: [])])
    case "Sequence", "Collection": return .array(element)
    case "Clock": return .name("ContinuousClock")
    case "AdditiveArithmetic", "Numeric", "BinaryInteger", "FixedWidthInteger": return .name("Int")
    case "StringProtocol": return .name("String")
    default: return nil
    }
  }
}

/// Where a machine keeps its state.
struct MachineState {
  let text: String
  let notes: [String]

  private struct Part {
    let symbol: Symbol
    let declaration: SwiftDeclaration
    /// The type that stores the property.
    let type: Symbol

    var name: String { declaration.name }
  }

  private static let usual = ["state", "_state", "phase", "status", "stage", "mode"]

  init(
    of type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources
  ) {
    if type.kind.identifier == "swift.enum" {
      text = "ReflectedState($0)"
      notes = []
      return
    }
    let way = Self.way(through: type, in: index, sources, depth: 0)
    guard let last = way?.last else {
      text = "ReflectedState(\"\\($0)\")"
      let place = sources.place(of: type)
      notes = ["\(place): \(type.path) stores nothing; write how to read its state"]
      return
    }
    let outer = (way ?? []).dropLast()
    let path = (["$0"] + outer.map(\.name)).joined(separator: ".")
    let labels = outer.map { "\"\($0.name)\"" }.joined(separator: ", ")
    // What is private can be read by reflection only.
    let base =
      outer.contains { $0.symbol.hidingWord != nil }
      ? "Mirror(reflecting: $0).descendant(\(labels))!" : path
    let property = last.name == "state" ? "" : ", property: \"\(last.name)\""
    text = "ReflectedState(of: \(base)\(property))"
    var notes: [String] = []
    if !Self.isEnum(last.declaration.type, in: index) {
      notes.append(
        "\(sources.place(of: last.name, in: last.type)): \(last.name) is taken for the state, "
          + "although it is no enum; change state: if another property is, or several are")
    }
    self.notes = notes
  }

  /// Returns the stored properties that lead to an enum: one with a usual name, or else the first.
  private static func way(
    through type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources, depth: Int
  ) -> [Part]? {
    let stored = index.members(of: type, kind: "swift.property")
      .map { Part(symbol: $0, declaration: SwiftDeclaration($0), type: type) }
      .filter { sources.isStored($0.declaration, in: type) }
    let variables = stored.filter { !$0.declaration.words.contains("let") }
    let named = usual.compactMap { name in variables.first { $0.declaration.name == name } }
    let enums = variables.filter { isEnum($0.declaration.type, in: index) }
    let likely = enums.filter { $0.declaration.name.lowercased().hasSuffix("state") }
    if let place = (named + likely + enums).first { return [place] }
    if depth < 2 {
      for part in variables {
        guard case .named(let path) = part.declaration.type,
          let inner = index.symbol(path.last?.id),
          inner.kind.identifier == "swift.struct"
        else { continue }
        if let rest = way(through: inner, in: index, sources, depth: depth + 1),
          isEnum(rest.last?.declaration.type, in: index)
        {
          return [part] + rest
        }
      }
    }
    return depth == 0 ? (variables.first ?? stored.first).map { [$0] } : nil
  }

  private static func isEnum(_ type: SwiftType?, in index: SymbolIndex) -> Bool {
    guard case .named(let path) = type else { return false }
    guard let symbol = index.symbol(path.last?.id) else { return false }
    if symbol.kind.identifier == "swift.typealias" {
      return isEnum(SwiftDeclaration(symbol).type, in: index)
    }
    return symbol.kind.identifier == "swift.enum"
  }
}

/// How a machine is made.
struct MachineStart {
  /// Swift that makes it, or `nil` if somebody else must say how.
  let text: String?

  init(
    of type: Symbol, _ name: String, _ samples: ArgumentSamples
  ) {
    let initializers = samples.initializers(of: type)
    for initializer in initializers {
      if let call = Self.call(name, initializer.parameters, samples) {
        text = call
        return
      }
    }
    if type.kind.identifier == "swift.enum" {
      let cases = samples.index.members(of: type, kind: "swift.enum.case")
        .map { SwiftDeclaration($0) }
      let first = cases.lazy.compactMap { declaration in
        declaration.parameters.isEmpty
          ? "\(name).\(declaration.name)"
          : Self.call("\(name).\(declaration.name)", declaration.parameters, samples)
      }.first
      text = first
      return
    }
    text = nil
  }

  private static func call(
    _ name: String, _ parameters: [SwiftParameter], _ samples: ArgumentSamples
  ) -> String? {
    var arguments: [String] = []
    for parameter in parameters where !parameter.hasDefault {
      guard let value = samples.samples(of: parameter.type).values.first else { return nil }
      arguments.append((parameter.label.map { "\($0): " } ?? "") + value)
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}
