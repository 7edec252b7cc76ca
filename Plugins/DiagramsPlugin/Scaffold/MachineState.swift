/// The Swift code that reads the state of a machine.
struct MachineState {
  /// The expression for the state of the machine `$0`.
  let text: String
  /// A function that names the state if reflection can't, because the state can't be copied.
  var function: String?
  /// The names of the state's cases, if it is an enum.
  let cases: [String]
  /// Messages about code that the user should check before trusting the diagram.
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
    of type: Symbol, _ name: String, in index: SymbolIndex, _ sources: ScaffoldSources
  ) throws(ScaffoldError) {
    if type.kind.identifier == "swift.enum" {
      let isNoncopyable = sources.isNoncopyable(type)
      text = isNoncopyable ? "state(of: $0)" : "ReflectedState($0)"
      function = isNoncopyable ? Self.function(naming: type, "", of: name, in: index) : nil
      notes = isNoncopyable ? Self.notes(on: type, in: index, sources) : []
      cases = Self.cases(of: type, in: index)
      return
    }
    let way = Self.way(through: type, in: index, sources, depth: 0)
    let stored = way?.last?.declaration.type
    let stateEnum = Self.stateEnum(in: stored, index)
    cases =
      stateEnum.map { (Self.isOptional(stored) ? ["none"] : []) + Self.cases(of: $0, in: index) }
      ?? []
    guard let last = way?.last else {
      text = "ReflectedState(\"\\($0)\")"
      let place = sources.place(of: type)
      notes = ["\(place): \(type.path) stores nothing; write how to read its state"]
      return
    }
    let outer = (way ?? []).dropLast()
    if sources.isNoncopyable(type) {
      let parts = way ?? []
      let hidden = parts.filter { $0.symbol.hidingWord != nil }.map {
        "\(sources.place(of: $0.name, in: $0.type)): \($0.name) is \($0.symbol.accessLevel)"
      }
      guard hidden.isEmpty else { throw .hidden("the state of \(type.path)", hidden) }
      let path = parts.map { ".\($0.name)" }.joined()
      let state = Self.symbol(of: last.declaration.type, in: index)
      guard let state, sources.isNoncopyable(state) else {
        text = "ReflectedState($0\(path))"
        notes = []
        return
      }
      text = "state(of: $0)"
      function = Self.function(naming: state, path, of: name, in: index)
      notes = Self.notes(on: state, in: index, sources)
      return
    }
    let path = (["$0"] + outer.map(\.name)).joined(separator: ".")
    let labels = outer.map { "\"\($0.name)\"" }.joined(separator: ", ")
    // Only reflection can read private properties.
    let base =
      outer.contains { $0.symbol.hidingWord != nil }
      ? "Mirror(reflecting: $0).descendant(\(labels))!" : path
    // The macro `@Observable` stores a property under another name, and a wrapper stores another value.
    let isObserved = index.conforms(type, to: "Observable") && outer.isEmpty
    let name = (isObserved ? "_" : "") + last.name
    let property = name == "state" ? "" : ", property: \"\(name)\""
    text =
      last.declaration.words.contains("Published")
      ? "ReflectedState($0.\(last.name))" : "ReflectedState(of: \(base)\(property))"
    var notes: [String] = []
    if stateEnum == nil {
      notes.append(
        "\(sources.place(of: last.name, in: last.type)): \(last.name) is taken for the state, "
          + "although it is no enum; change state: if another property is, or several are")
    }
    let carriers = Self.carriers(in: last.declaration.type, index)
    if !carriers.isEmpty {
      notes.append(
        "\(sources.place(of: last.name, in: last.type)): \(carriers.joined(separator: ", ")) of "
          + "\(last.name) may carry a state of its own; with depth: 2, ReflectedState shows that, too"
      )
    }
    self.notes = notes
  }

  private static func cases(of type: Symbol, in index: SymbolIndex) -> [String] {
    index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0).name.unquoted }
  }

  /// Returns the names of an enum's cases that carry a value of any enum.
  private static func carriers(in type: SwiftType?, _ index: SymbolIndex) -> [String] {
    guard let symbol = symbol(of: type, in: index) else { return [] }
    return index.members(of: symbol, kind: "swift.enum.case").map { SwiftDeclaration($0) }
      .filter { $0.parameters.contains { isEnum($0.type, in: index) } }.map(\.name)
  }

  /// Returns the stored properties that lead to the state, the outermost first.
  ///
  /// The first choice is a property with a usual name, unless it is a number or the like; then an enum, then
  /// an enum inside of a struct, and at last any other property.
  private static func way(
    through type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources, depth: Int
  ) -> [Part]? {
    let stored = index.members(of: type, kind: "swift.property")
      .map { Part(symbol: $0, declaration: SwiftDeclaration($0), type: type) }
      .filter { sources.isStored($0.declaration, $0.symbol) }
    let variables = stored.filter { !$0.declaration.words.contains("let") }
    let enums = variables.filter { isEnum($0.declaration.type, in: index) }
    let likely = enums.filter { $0.declaration.name.lowercased().hasSuffix("state") }
    // A class, a protocol or another module's type may contain an enum, but a number can't.
    let named = usual.compactMap { name in variables.first { $0.name == name } }
      .filter { part in
        isEnum(part.declaration.type, in: index) || !isQuantity(part.declaration.type, in: index)
      }
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
    guard depth == 0 else { return nil }
    let optional = variables.first { stateEnum(in: $0.declaration.type, index) != nil }
    let few = variables.first { hasFewValues($0.declaration.type) }
    let usualName = variables.first { usual.contains($0.name) }
    return (optional ?? few ?? usualName ?? variables.first ?? stored.first).map { [$0] }
  }

  private static func hasFewValues(_ type: SwiftType?) -> Bool {
    isOptional(type) || type?.text == "Bool"
  }

  private static func isOptional(_ type: SwiftType?) -> Bool {
    if case .optional = type { true } else { false }
  }

  /// Returns the enum that a type is or, if the type is an optional, contains; `nil` if there is none.
  private static func stateEnum(in type: SwiftType?, _ index: SymbolIndex) -> Symbol? {
    if case .optional(let wrapped) = type { return stateEnum(in: wrapped, index) }
    return isEnum(type, in: index) ? symbol(of: type, in: index) : nil
  }

  /// Returns a Boolean value that indicates whether a type is no state itself, such as a number or another
  /// standard type, a collection, or a struct.
  private static func isQuantity(_ type: SwiftType?, in index: SymbolIndex) -> Bool {
    switch type {
    case .array, .dictionary, .tuple, .function: return true
    case .named(let path):
      if let symbol = index.symbol(path.last?.id) {
        return symbol.kind.identifier == "swift.struct"
      }
      let samples = StandardSamples.values(
        path.map(\.name), text: type?.text ?? "",
        arguments: path.last?.arguments.map { _ in [] } ?? [])
      return samples != nil
    default: return false
    }
  }

  private static func isEnum(_ type: SwiftType?, in index: SymbolIndex) -> Bool {
    symbol(of: type, in: index)?.kind.identifier == "swift.enum"
  }

  private static func symbol(of type: SwiftType?, in index: SymbolIndex) -> Symbol? {
    guard case .named(let path) = type, let symbol = index.symbol(path.last?.id) else { return nil }
    return symbol.kind.identifier == "swift.typealias"
      ? self.symbol(of: SwiftDeclaration(symbol).type, in: index) : symbol
  }

  /// Returns a message for the user if cases of a noncopyable enum carry values.
  private static func notes(
    on type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources
  ) -> [String] {
    let carriers = index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0) }
      .filter { !$0.parameters.isEmpty }.map(\.name)
    return carriers.isEmpty
      ? []
      : [
        "\(sources.place(of: type)): \(type.path) is ~Copyable, so what \(carriers.joined(separator: ", ")) "
          + "carries is not compared; where it makes a difference, add it to conditions:"
      ]
  }

  /// Returns the code of a function that names the cases of a noncopyable enum.
  private static func function(
    naming type: Symbol, _ path: String, of machine: String, in index: SymbolIndex
  ) -> String {
    let cases = index.members(of: type, kind: "swift.enum.case").map { symbol in
      let name = SwiftDeclaration(symbol).name
      return "    case .\(name): ReflectedState(\"\(name.unquoted)\")\n"
    }
    return """

        private static func state(of machine: borrowing \(machine)) -> ReflectedState {
          switch machine\(path) {
      \(cases.joined())    }
        }

      """
  }
}
