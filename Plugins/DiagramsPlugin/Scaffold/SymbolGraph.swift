/// The compiler's list of a module's symbols, as far as `scaffold` needs it.
struct SymbolGraph: Decodable {
  /// A relation of a symbol to another one, such as membership or conformance.
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// A declaration in a module, such as a type or a member of a type.
struct Symbol: Decodable {
  struct Kind: Decodable {
    let identifier: String
  }

  struct Identifier: Decodable {
    let precise: String
  }

  struct Names: Decodable {
    let title: String
  }

  /// A piece of a declaration, with the identifier of the type if it names one.
  struct Fragment: Decodable {
    let kind: String
    let spelling: String
    let preciseIdentifier: String?
  }

  struct Generics: Decodable {
    struct Parameter: Decodable {
      let name: String
      let depth: Int
    }

    struct Constraint: Decodable {
      let kind: String
      let lhs: String
      let rhs: String
    }

    let parameters: [Parameter]?
    let constraints: [Constraint]?
  }

  let kind: Kind
  let identifier: Identifier
  let pathComponents: [String]
  let names: Names
  let declarationFragments: [Fragment]
  let accessLevel: String
  let swiftGenerics: Generics?

  var id: String { identifier.precise }
  /// The module that declares the symbol.
  var module: String? { Self.module(of: id) }
  var name: String { pathComponents.last ?? names.title }
  var path: String { pathComponents.joined(separator: ".") }
  var declaration: String { declarationFragments.map(\.spelling).joined() }

  var isType: Bool {
    ["swift.struct", "swift.enum", "swift.class", "swift.actor"].contains(kind.identifier)
  }

  /// The word that hides the symbol from other files, or `nil` if none does.
  var hidingWord: String? {
    ["private", "fileprivate"].contains(accessLevel) ? accessLevel : nil
  }

  /// Returns the module in an identifier, such as `NIOCore` in `s:7NIOCore10ByteBufferV`.
  static func module(of id: String) -> String? {
    guard id.hasPrefix("s:") else { return nil }
    let rest = id.dropFirst(2)
    let digits = rest.prefix(while: \.isNumber)
    return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
  }

}

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
    for relationship in graph.relationships {
      switch relationship.kind {
      case "inheritsFrom": superclasses[relationship.source] = relationship.target
      case "memberOf": owners[relationship.source] = relationship.target
      case "conformsTo":
        let name = relationship.targetFallback ?? symbols[relationship.target]?.name
        protocols[relationship.source, default: []].insert(
          (name ?? relationship.target).split(separator: ".").last.map(String.init) ?? "")
        conformers[relationship.target, default: []].append(relationship.source)
      default: continue
      }
    }
    // The graph lists symbols in the order of their declarations.
    members = Dictionary(grouping: graph.symbols) { owners[$0.id] ?? "" }
    self.protocols = protocols
    self.conformers = conformers.mapValues { $0.sorted() }
    self.superclasses = superclasses
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

  /// Returns the members of a type in the order of their declarations, and then those that it inherits from a
  /// class of the same modules.
  ///
  /// A class with initializers of its own inherits none.
  func members(of type: Symbol, kind: String) -> [Symbol] {
    let own = members[type.id, default: []].filter { $0.kind.identifier == kind }
    guard let superclass = symbol(superclasses[type.id]), kind != "swift.init" || own.isEmpty else {
      return own
    }
    let names = Set(own.map(\.name))
    return own + members(of: superclass, kind: kind).filter { !names.contains($0.name) }
  }

  /// Returns a Boolean value that indicates whether a type conforms to the protocol with a name.
  func conforms(_ type: Symbol, to name: String) -> Bool {
    protocols[type.id, default: []].contains(name)
  }

  /// Returns the types in the index that conform to a protocol.
  func types(conformingTo id: String) -> [Symbol] {
    conformers[id, default: []].compactMap { symbols[$0] }.filter(\.isType)
  }

  /// Returns the types around a type, the outermost first.
  func enclosingTypes(of type: Symbol) -> [Symbol] {
    type.pathComponents.indices.dropFirst().compactMap { count in
      types.first { $0.pathComponents == Array(type.pathComponents.prefix(count)) }
    }
  }
}
