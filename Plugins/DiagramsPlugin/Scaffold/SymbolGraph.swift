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

  /// A statement about the versions that have a declaration.
  struct Availability: Decodable {
    let isUnconditionallyDeprecated: Bool?
  }

  let kind: Kind
  let identifier: Identifier
  let pathComponents: [String]
  let names: Names
  let declarationFragments: [Fragment]
  let accessLevel: String
  let swiftGenerics: Generics?
  var availability: [Availability]?

  var id: String { identifier.precise }
  /// The module that declares the symbol.
  var module: String? { Self.module(of: id) }
  var name: String { pathComponents.last ?? names.title }
  var path: String { pathComponents.joined(separator: ".") }
  ///
  /// What a protocol or a class has again is declared once: without `override`.
  var declaration: String {
    declarationFragments.map(\.spelling).joined().replacing("override ", with: "")
  }

  var isType: Bool {
    ["swift.struct", "swift.enum", "swift.class", "swift.actor"].contains(kind.identifier)
  }

  /// A Boolean value that indicates whether nobody should use the symbol any more.
  var isDeprecated: Bool {
    availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false
  }

  /// A Boolean value that indicates whether the symbol is an actor.
  var isActor: Bool { SwiftDeclaration(self).words.contains("actor") }

  /// The global actor to which the symbol is isolated, such as `MainActor`.
  var globalActor: String? { SwiftDeclaration(self).words.first { $0.hasSuffix("Actor") } }

  /// A Boolean value that indicates whether steps must wait for the symbol's methods, because it is an actor, or
  /// isolated to another one than the main actor.
  var isElsewhere: Bool { isActor || globalActor.map { $0 != "MainActor" } ?? false }

  /// A Boolean value that indicates whether the symbol is a class or an actor.
  var isObject: Bool { ["swift.class", "swift.actor"].contains(kind.identifier) }

  /// A Boolean value that indicates whether other files can set a property.
  var isSettable: Bool {
    let accessors = declaration.split(separator: "{").dropFirst().last ?? "set"
    let words = SwiftDeclaration(self).words
    return hidingWord == nil && !words.contains("let") && accessors.contains("set")
      && !words.contains { $0.contains("private") }
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
