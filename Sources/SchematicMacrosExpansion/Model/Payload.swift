#if Macros
  import SwiftSyntax

  /// One value that a case carries.
  struct Payload {
    /// The argument label, which needs no backticks where it stands.
    let label: String?
    let type: TypeSyntax

    init(label: String?, type: TypeSyntax) {
      self.label = label.map(EnumCase.name(spelled:))
      self.type = type
    }

    /// What keeps the type from having samples, as far as its spelling tells.
    var obstacle: String? { Self.obstacle(in: type) }

    /// Whether a case that carries this alone may be a composite state.
    var mayNest: Bool {
      let type = Self.unwrapped(type)
      if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) { return false }
      if type.is(TupleTypeSyntax.self) || type.is(MetatypeTypeSyntax.self) { return false }
      if type.is(FunctionTypeSyntax.self) || type.is(AttributedTypeSyntax.self) { return false }
      guard let name = Self.standardName(of: type) else { return true }
      return !Self.plainTypes.contains(name)
    }

    /// Whether the type is made of others by parentheses, and so conforms to nothing.
    var isTuple: Bool {
      let type = Self.unwrapped(type)
      return type.is(TupleTypeSyntax.self) || Self.standardName(of: type) == "Void"
    }

    /// Types of the standard library that are not `Graphable`.
    private static let plainTypes: Set = [
      "Bool", "Character", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
      "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Void",
    ]

    /// Returns the type without parentheses that mean nothing.
    static func unwrapped(_ type: TypeSyntax) -> TypeSyntax {
      guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.firstName == nil
      else { return type }
      return unwrapped(element.type)
    }

    /// Returns the name of a type that is spelled `Name` or `Swift.Name`.
    private static func standardName(of type: TypeSyntax) -> String? {
      if let type = type.as(IdentifierTypeSyntax.self), type.genericArgumentClause == nil {
        return type.name.text
      }
      if let type = type.as(MemberTypeSyntax.self), type.baseType.trimmedDescription == "Swift" {
        return type.name.text
      }
      return nil
    }

    private static func obstacle(in type: TypeSyntax) -> String? {
      let type = unwrapped(type)
      if type.is(FunctionTypeSyntax.self) { return "a function" }
      if type.is(MetatypeTypeSyntax.self) { return "a metatype" }
      if type.is(CompositionTypeSyntax.self) { return "an existential" }
      if let type = type.as(SomeOrAnyTypeSyntax.self) {
        return type.someOrAnySpecifier.text == "any" ? "an existential" : "an opaque type"
      }
      if let name = standardName(of: type), ["Any", "AnyObject"].contains(name) {
        return "an existential"
      }
      if let type = type.as(AttributedTypeSyntax.self) { return obstacle(in: type.baseType) }
      if let type = type.as(OptionalTypeSyntax.self) { return obstacle(in: type.wrappedType) }
      if let type = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return obstacle(in: type.wrappedType)
      }
      if let type = type.as(ArrayTypeSyntax.self) { return obstacle(in: type.element) }
      if let type = type.as(DictionaryTypeSyntax.self) {
        return obstacle(in: type.key) ?? obstacle(in: type.value)
      }
      if let type = type.as(TupleTypeSyntax.self) {
        return type.elements.lazy.compactMap { obstacle(in: $0.type) }.first
      }
      return nil
    }
  }
#endif
