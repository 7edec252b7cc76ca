/// The options that are written for a machine: what the diagram ignores, and the cases of the state.
struct ScaffoldedOptions {
  /// The properties to ignore, as Swift code.
  let ignored: [String]
  /// The names of the state's cases.
  let cases: [String]
  /// The names of the states that may be final: those of cases and of flags, without the one that starts.
  private let candidates: [String]

  init(
    of type: Symbol, ignoring more: [String], in state: MachineState, in index: SymbolIndex,
    _ sources: ScaffoldSources
  ) {
    cases = state.cases
    candidates = (state.cases + state.flags).filter { $0 != state.initial }
    var seen: Set<String> = []
    let state = StatePath(through: type, in: index, sources)?.parts[0].name
    let found = Self.ignored(in: type, except: state, index, sources, seen: &seen).uniqued()
    ignored =
      more.map { "\"\($0)\"" }
      + found.filter { code in
        // What is ignored as a whole has no content.
        !found.contains { ".contents(of: \($0))" == code }
      }
  }

  /// The code behind the list of steps, up to the bracket that closes the call.
  var text: String {
    var parts: [String] = []
    let last = names(like: Self.ends)
    if !last.isEmpty { parts.append(Self.final(last)) }
    if !ignored.isEmpty { parts.append(Self.list("ignoring", ignored)) }
    if !cases.isEmpty { parts.append(Self.list("cases", cases.map { "\"\($0)\"" })) }
    guard !parts.isEmpty else { return ")" }
    let line = "options: .init(\(parts.joined(separator: ", "))))"
    let lines = "options: .init(\n        \(parts.joined(separator: ",\n        "))))"
    return ",\n      " + (line.contains("\n") || line.count > 94 ? lines : line) + finals
  }

  /// A comment about states that are often final, or no text.
  private var finals: String {
    let last = names(like: Self.stops)
    guard !last.isEmpty, names(like: Self.ends).isEmpty else { return "" }
    return "\n    // If nothing happens afterwards, first in options: \(Self.final(last))"
  }

  /// Returns the names of states that are some words, maybe with `is` before them: `isShutdown`.
  private func names(like words: [String]) -> [String] {
    candidates.filter { name in
      words.contains((name.hasPrefix("is") ? String(name.dropFirst(2)) : name).lowercased())
    }
  }

  private static func final(_ names: [String]) -> String {
    let names = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return "isFinal: { [\(names)].contains($0.casePath[0]) }"
  }

  // A state in which something happens is not drawn as final, whatever its name is.
  private static let ends = [
    "finished", "done", "ended", "terminated", "complete", "completed", "cancelled", "canceled",
    "invalidated", "dead", "shutdown",
  ]
  private static let stops = [
    "closed", "failed", "stopped", "inactive", "error", "errored", "expired",
  ]

  private static func list(_ label: String, _ elements: [String]) -> String {
    let line = "\(label): [\(elements.joined(separator: ", "))]"
    guard line.count > 90 else { return line }
    return "\(label): [\n"
      + elements.map { "          \($0),\n" }.joined() + "        ]"
  }

  /// Returns the stored properties and the carried values that identify something, tell a time, log or
  /// buffer, in the type and in the types inside.
  private static func ignored(
    in type: Symbol, except state: String? = nil, _ index: SymbolIndex, _ sources: ScaffoldSources,
    seen: inout Set<String>
  ) -> [String] {
    let isOutermost = seen.isEmpty
    guard seen.insert(type.id).inserted else { return [] }
    let literals = sources.literals(of: type)
    var ignored: [String] = []
    let generics = (type.swiftGenerics?.parameters ?? []).map(\.name)
    func add(_ name: String?, _ type: SwiftType?) {
      var (type, isOptional) = (type, false)
      if case .optional(let wrapped) = type { (type, isOptional) = (wrapped, true) }
      switch type {
      case .array(let element), .dictionary(_, let element): add(nil, element)
      default: break
      }
      if let tool = tool(in: type, index) {
        // Outside of the type, nobody can write the names of its generic parameters.
        let isWritten = type?.components.contains { generics.contains($0.name) } == false
        ignored += isWritten ? [".values(of: \(tool).self)"] : name.map { ["\"\($0)\""] } ?? []
        return
      }
      if ArgumentSamples.identifiers.contains(type?.text ?? ""),
        literals.comparesIdentifier(named: name ?? "id")
      {
        return
      }
      // Bytes make a difference if the code looks for some.
      if let name, literals.searches(name), type?.text == "[UInt8]" { return }
      if let name, let isWhole = isVolatile(type, index) ?? (name.isCounterOfIDs ? true : nil) {
        // Whether there is such a value may make a difference.
        ignored.append(isWhole && !isOptional ? "\"\(name)\"" : ".contents(of: \"\(name)\")")
      } else if case .named(let path) = type, let inner = index.symbol(path.last?.id),
        index.declares(inner)
      {
        ignored += self.ignored(in: inner, index, sources, seen: &seen)
      }
    }
    for symbol in index.members(of: type, kind: "swift.property") {
      let property = SwiftDeclaration(symbol)
      guard sources.isStored(property, symbol) else { continue }
      // An object that the machine never replaces has a life of its own.
      if isOutermost, property.words.contains("let"), property.name != state,
        leadsOut(property.type, index, depth: 0)
          || ["settings", "metrics"].contains(where: property.name.lowercased().hasSuffix)
          || sources.startsWithUUID(symbol)
      {
        ignored.append("\"\(property.name.unquoted)\"")
      } else if case let part = StatePath.Part(symbol, of: type, in: index), part.isWrapped,
        !part.isPublished,
        isVolatile(property.type?.unwrapped, index) != nil
      {
        // A wrapper is stored under another name.
        ignored.append("\"_\(property.name.unquoted)\"")
      } else {
        add(property.name.unquoted, property.type)
      }
    }
    for symbol in index.members(of: type, kind: "swift.enum.case") {
      let declaration = SwiftDeclaration(symbol)
      for value in declaration.parameters {
        let isOnly = declaration.parameters.count == 1
        add(value.label ?? (isOnly ? declaration.name.unquoted : nil), value.type)
      }
    }
    return ignored
  }

  /// Returns the type of SwiftNIO's tools that a type is or lists, which have a life of their own.
  private static func tool(in type: SwiftType?, _ index: SymbolIndex) -> String? {
    let protocols = ["Channel", "EventLoop"]
    switch type {
    case .any(.named(let path)) where protocols.contains(path.last?.name ?? ""):
      if let own = index.symbol(path.last?.id), index.declares(own) { return nil }
      return "(\(type?.text ?? ""))"
    case .named(let path):
      let symbol = index.symbol(path.last?.id) ?? index.type(named: path.map(\.name), inside: [])
      // A typealias may give a type of another module its own name.
      if let symbol, symbol.kind.identifier == "swift.typealias",
        let other = SwiftDeclaration(symbol).type,
        !other.components.contains(where: { $0.name == symbol.name })
      {
        return tool(in: other, index).map { _ in type?.text ?? "" }
      }
      if let symbol, index.declares(symbol) { return nil }
      let name = path.last?.name ?? ""
      if protocols.contains(name), path.count == 1 { return "(any \(name))" }
      let isTool = ["EventLoopPromise", "EventLoopFuture", "ChannelHandlerContext"].contains(name)
      return isTool ? type?.text : nil
    default: return nil
    }
  }

  /// Returns a Boolean value that indicates whether a type is an object that other code changes: one of another
  /// module, of a protocol, or an object of this module that holds such an object.
  private static func leadsOut(_ type: SwiftType?, _ index: SymbolIndex, depth: Int) -> Bool {
    // A promise is a struct around an object.
    if case .named(let path) = type?.unwrapped, path.last?.name == "EventLoopPromise" {
      return true
    }
    guard index.isObject(type), depth < 3 else { return false }
    // What stands in for a service holds nothing but what the machine gives it.
    if case .any(.named(let path)) = type?.unwrapped, let service = index.symbol(path.last?.id),
      index.canStandIn(for: service)
    {
      return false
    }
    guard let symbol = index.resolved(type?.unwrapped), index.declares(symbol),
      symbol.kind.identifier == "swift.class"
    else { return type?.text != "any Error" }
    return index.members(of: symbol, kind: "swift.property").contains {
      let property = SwiftDeclaration($0)
      return !property.hasAccessors && leadsOut(property.type, index, depth: depth + 1)
    }
  }

  /// Returns a Boolean value that indicates whether the values of a type are functions, which can't be told apart.
  private static func isFunction(_ type: SwiftType, _ index: SymbolIndex) -> Bool {
    if case .function = type { return true }
    guard case .named(let path) = type, let alias = index.symbol(path.last?.id),
      alias.kind.identifier == "swift.typealias", let other = SwiftDeclaration(alias).type
    else { return false }
    if case .function = other { return true }
    return false
  }

  /// Returns `true` for a type whose values say nothing about what a machine does, `false` for one of
  /// which only the emptiness does, and otherwise `nil`.
  private static func isVolatile(_ type: SwiftType?, _ index: SymbolIndex) -> Bool? {
    switch type {
    case .any(let inner): isVolatile(inner, index)
    case .array(let element) where isFunction(element, index): false
    case .dictionary(_, let value) where isFunction(value, index): false
    case .array(.named(let path)): path.map(\.name) == ["UInt8"] ? false : nil
    case .named(let path):
      switch path.last?.name ?? "" {
      case "UUID", "ObjectIdentifier", "Date", "NIODeadline", "Instant", "Logger", "ByteBuffer",
        "AsyncStream", "AsyncThrowingStream", "DispatchSourceTimer", "DispatchWorkItem":
        true
      case "Data", "Continuation": false
      case let name: name.hasSuffix("ID") ? true : nil
      }
    default: nil
    }
  }
}

extension String {
  /// A Boolean value that indicates whether a property is named like a counter of identifiers, such as `nextID`.
  var isCounterOfIDs: Bool {
    lowercased().contains("next") && ["ID", "Token"].contains(where: hasSuffix)
      || ["serialnumber", "generation", "epoch"].contains(where: lowercased().hasSuffix)
  }
}
