/// An index that finds symbols by identifier, by name, and by the type that they belong to.
struct SymbolIndex {
  let types: [Symbol]
  private let own: Set<String>
  private let symbols: [String: Symbol]
  private let named: [[String]: Symbol]
  private let members: [String: [Symbol]]
  private let protocols: [String: Set<String>]
  private let conformers: [String: [String]]
  private let superclasses: [String: String]
  /// The types that classes choose for the generic parameters of their superclasses, by the names of these.
  private(set) var inheritedArguments: [String: [String: SwiftType]] = [:]
  /// The requirements that have an implementation.
  private let implemented: Set<String>
  /// The requirements of protocols without properties and generic methods that have an implementation.
  private let requirements: [String: [Symbol]]
  /// The protocols to which types and protocols conform.
  private let refined: [String: [(id: String, name: String)]]
  /// The protocols of the same modules to which a type conforms.
  private let extended: [String: [String]]

  /// Creates an index of a module, and of other modules whose values may be needed.
  init(_ module: SymbolGraph, others: [SymbolGraph] = []) {
    let graph = others.reduce(module) { all, other in
      SymbolGraph(
        symbols: all.symbols + other.symbols,
        relationships: all.relationships + other.relationships)
    }
    let symbols = Dictionary(graph.symbols.map { ($0.id, $0) }) { first, _ in first }
    self.symbols = symbols
    types = module.symbols.filter(\.isType)
    own = Set(module.symbols.map(\.id))
    let meant = graph.symbols.filter {
      $0.isType || ["swift.typealias", "swift.protocol"].contains($0.kind.identifier)
    }
    named = Dictionary(meant.map { ($0.pathComponents, $0) }) { first, _ in first }
    var owners: [String: String] = [:]
    var protocols: [String: Set<String>] = [:]
    var conformers: [String: [String]] = [:]
    var superclasses: [String: String] = [:]
    var required: [String: String] = [:]
    var implementations: [(source: String, target: String)] = []
    var refined: [String: [(id: String, name: String)]] = [:]
    for relationship in graph.relationships {
      switch relationship.kind {
      case "requirementOf": required[relationship.source] = relationship.target
      case "defaultImplementationOf":
        implementations.append((relationship.source, relationship.target))
      case "inheritsFrom": superclasses[relationship.source] = relationship.target
      case "memberOf": owners[relationship.source] = relationship.target
      case "conformsTo":
        let whole = relationship.targetFallback ?? symbols[relationship.target]?.name
        let name = (whole ?? relationship.target).split(separator: ".").last.map(String.init) ?? ""
        protocols[relationship.source, default: []].insert(name)
        refined[relationship.source, default: []].append((relationship.target, name))
        conformers[relationship.target, default: []].append(relationship.source)
      default: continue
      }
    }
    // The graph lists symbols in the order of their declarations.
    members = Dictionary(grouping: graph.symbols) { owners[$0.id] ?? "" }
    self.protocols = protocols
    self.conformers = conformers.mapValues { $0.sorted() }
    let own = own
    extended = conformers.keys.filter { own.contains($0) }.sorted().reduce(into: [:]) { all, id in
      for type in conformers[id] ?? [] { all[type, default: []].append(id) }
    }
    self.superclasses = superclasses
    // What refines a protocol may have an implementation that the protocol itself lacks.
    let implemented = Set(
      implementations.filter { source, target in
        guard let source = symbols[source], let target = symbols[target] else { return true }
        return source.pathComponents.dropLast() == target.pathComponents.dropLast()
      }.map(\.target))
    // An optional method of a delegate has an implementation that does nothing.
    let asked = graph.symbols.filter { !implemented.contains($0.id) || $0.isQuestion }
    self.implemented = implemented
    requirements = Dictionary(grouping: asked) {
      required[$0.id] ?? ""
    }
    self.refined = refined
  }

  /// Returns a Boolean value that indicates whether the module itself declares a symbol, and no other one.
  func declares(_ symbol: Symbol) -> Bool { own.contains(symbol.id) }

  /// Returns the symbol with an identifier.
  func symbol(_ id: String?) -> Symbol? { id.flatMap { symbols[$0] } }

  /// Returns the type that a name means inside of another type.
  ///
  /// Typealiases have no identifier in declarations, and types in source code have none either.
  func type(named path: [String], inside scope: [String]) -> Symbol? {
    (0...scope.count).reversed().lazy
      .compactMap { self.named[Array(scope.prefix($0)) + path] }.first
  }

  /// Returns the members of a type in the order of their declarations, then those that it inherits from a
  /// class of the same modules, and then the methods in extensions of its protocols.
  ///
  /// A class with initializers of its own inherits none.
  func members(of type: Symbol, kind: String) -> [Symbol] {
    var all = members[type.id, default: []].filter { $0.kind.identifier == kind }
    func add(_ more: [Symbol]) {
      let names = Set(all.map(\.name))
      all += more.filter { !names.contains($0.name) }
    }
    if let superclass = symbol(superclasses[type.id]), kind != "swift.init" || all.isEmpty {
      add(members(of: superclass, kind: kind))
    }
    guard kind == "swift.method" else { return all }
    for id in extended[type.id] ?? [] {
      add(members[id, default: []].filter { $0.kind.identifier == kind })
    }
    return all
  }

  /// Returns a Boolean value that indicates whether a type conforms to the protocol with a name.
  func conforms(_ type: Symbol, to name: String) -> Bool {
    protocols[type.id, default: []].contains(name)
  }

  /// Reads the generic arguments of a superclass in the declaration of a class: `State` is `Door` for
  /// `final class Model: Base<Door>`.
  mutating func readInheritedArguments(of type: Symbol, in sources: ScaffoldSources) {
    guard let superclass = symbol(superclasses[type.id]),
      let header = sources.declaration(of: type)?.header, let colon = header.firstIndex(of: ":")
    else { return }
    var depth = 0
    let first = header[colon...].dropFirst().prefix { character in
      depth += character == "<" ? 1 : character == ">" ? -1 : 0
      return character != "{" && (depth > 0 || character != ",")
    }
    guard case .named(let path) = SwiftType(reading: String(first).trimmed) else { return }
    let names = (superclass.swiftGenerics?.parameters ?? []).map(\.name)
    inheritedArguments[type.id] = Dictionary(zip(names, path.last?.arguments ?? [])) { $1 }
  }

  /// Returns a Boolean value that indicates whether a type is an error.
  func isError(_ type: Symbol) -> Bool {
    ["Error", "LocalizedError", "CustomNSError"].contains { conforms(type, to: $0) }
  }

  /// Returns the classes of the module that refine a class, without generic ones.
  func subclasses(of type: Symbol) -> [Symbol] {
    types.filter {
      superclasses[$0.id] == type.id && $0.swiftGenerics?.parameters == nil && $0.hidingWord == nil
    }
  }

  /// Returns the types in the index that conform to a protocol.
  func types(conformingTo id: String) -> [Symbol] {
    conformers[id, default: []].compactMap { symbols[$0] }.filter(\.isType)
  }

  /// The protocols that are known, in an order that depends on their identifiers alone.
  var allProtocols: [Symbol] {
    symbols.values.filter { $0.kind.identifier == "swift.protocol" }.sorted { $0.id < $1.id }
  }

  /// The types for which another one may stand in: the protocols, and the classes of the module that ask for something
  /// outside of the program.
  var allServices: [Symbol] { allProtocols + types.filter(isServiceClass) }

  /// Returns a Boolean value that indicates whether a type is a class whose answers come later, and that a subclass can
  /// give in its place.
  func isServiceClass(_ type: Symbol) -> Bool {
    type.kind.identifier == "swift.class" && !type.isActor && type.hidingWord == nil
      && declares(type)
      && type.swiftGenerics?.parameters == nil && !type.declaration.contains("final class")
      && questions(of: type).contains { method in
        let declaration = SwiftDeclaration(method)
        return declaration.isAsync || declaration.takesCompletion
      }
  }

  /// Returns the methods of a class that a subclass may have in its place.
  func questions(of type: Symbol) -> [Symbol] {
    members[type.id, default: []].filter { method in
      method.kind.identifier == "swift.method" && method.hidingWord == nil && method.isQuestion
        && !SwiftDeclaration(method).words.contains("final")
    }
  }

  /// Returns a Boolean value that indicates whether a requirement has an implementation.
  func hasDefault(_ requirement: Symbol) -> Bool { implemented.contains(requirement.id) }

  /// Returns the requirements of a protocol and of those that it refines, except properties and generic methods that
  /// have an implementation.
  func requirements(of symbol: Symbol) -> [Symbol] {
    if symbol.kind.identifier == "swift.class" { return questions(of: symbol) }
    let own = requirements[symbol.id, default: []]
    // Two protocols may ask for the same.
    var known = Set(own.map(\.declaration))
    return refined[symbol.id, default: []].compactMap { symbols[$0.id] }
      .flatMap { requirements(of: $0) }.filter { known.insert($0.declaration).inserted } + own
  }

  /// Returns a Boolean value that indicates whether a type can be written that stands in for a protocol.
  ///
  /// The protocols that ask for this one in an associated type are `around` it.
  func canStandIn(for symbol: Symbol, around: Set<String> = []) -> Bool {
    // What generates mocks marks protocols, and asks for nothing.
    let known = [
      "Sendable", "SendableMetatype", "AnyObject", "Actor", "AutoMockable", "ObservableObject",
      "Equatable", "Hashable", "Identifiable",
    ]
    // What belongs to the channels of SwiftNIO is no service.
    return symbol.hidingWord == nil && symbol.module?.hasPrefix("NIO") != true
      && refined[symbol.id, default: []].allSatisfy { other in
        symbols[other.id].map { canStandIn(for: $0, around: around) } ?? known.contains(other.name)
      }
      && requirements(of: symbol).allSatisfy {
        Self.members.contains($0.kind.identifier) || $0.isAssociatedType
      }
      && GenericArguments.associatedTypes(of: symbol, in: self, around: around) != nil
  }

  /// The kinds of the requirements that a type standing in can have.
  private static let members: Set = [
    "swift.init", "swift.method", "swift.property", "swift.type.method", "swift.type.property",
  ]

  /// Returns a Boolean value that indicates whether a protocol requires a method.
  func hasMethods(_ symbol: Symbol) -> Bool {
    requirements(of: symbol).contains { $0.kind.identifier == "swift.method" }
  }

  /// Returns a Boolean value that indicates whether a protocol has methods that do something, and isn't a value.
  func isService(_ symbol: Symbol) -> Bool {
    requirements(of: symbol).contains { requirement in
      let declaration = SwiftDeclaration(requirement)
      let isMethod = requirement.kind.identifier == "swift.method"
      return declaration.isAsync || declaration.canThrow
        || isMethod && declaration.result == nil && !declaration.isMutating
        || requirement.declaration.contains("get async")
    }
  }

  /// Returns the types around a type, the outermost first.
  func enclosingTypes(of type: Symbol) -> [Symbol] {
    type.pathComponents.indices.dropFirst().compactMap { count in
      types.first { $0.pathComponents == Array(type.pathComponents.prefix(count)) }
    }
  }

  // MARK: Types in declarations

  /// Returns the symbol of a type, or of the type for which a typealias is another name.
  func resolved(_ type: SwiftType?) -> Symbol? {
    guard case .named(let path) = type, let symbol = symbol(path.last?.id) else { return nil }
    guard symbol.kind.identifier == "swift.typealias" else { return symbol }
    let other = SwiftDeclaration(symbol).type
    return other == type ? nil : resolved(other)
  }

  /// Returns a Boolean value that indicates whether the case of an argument tells what a call means.
  func tells(_ type: SwiftType) -> Bool { isEnum(type) || type.text.hasPrefix("Result<") }

  func isEnum(_ type: SwiftType?) -> Bool { resolved(type)?.kind.identifier == "swift.enum" }

  /// Returns the enum that a type is or, if the type is an optional, contains; `nil` if there is none.
  func stateEnum(in type: SwiftType?) -> Symbol? {
    resolved(type?.unwrapped).flatMap { $0.kind.identifier == "swift.enum" ? $0 : nil }
  }

  /// Returns a Boolean value that indicates whether a type is a class or a protocol, or an optional of one.
  func isObject(_ type: SwiftType?) -> Bool {
    switch type?.unwrapped {
    case .any: return true
    case .named(let path):
      let id = path.last?.id ?? ""
      if let symbol = symbol(id) {
        let kind = (resolved(type?.unwrapped) ?? symbol).kind.identifier
        return ["swift.class", "swift.actor", "swift.protocol"].contains(kind)
      }
      // The identifiers of other modules' types end with a letter for the kind of the type.
      return id.hasPrefix("c:objc(")
        || id.hasPrefix("s:") && ["C", "P"].contains(where: id.hasSuffix)
    default: return false
    }
  }
}

extension Symbol {
  /// A Boolean value that indicates whether the symbol is an associated type of a protocol.
  var isAssociatedType: Bool { kind.identifier == "swift.associatedtype" }

  /// A Boolean value that indicates whether the symbol is a method that a service may answer.
  fileprivate var isQuestion: Bool {
    let declaration = SwiftDeclaration(self)
    return kind.identifier == "swift.method" && !declaration.isGeneric && !declaration.isMutating
  }
}
