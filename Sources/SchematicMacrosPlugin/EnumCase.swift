#if Macros
  import SwiftSyntax

  /// A case of the enum, with the contents of its attributes.
  struct EnumCase {
    /// The name as it is spelled, including any backticks.
    let spelling: String
    let payloads: [Payload]
    let availability: CaseAvailability
    /// The arguments of each sample, in the order of the payloads; `nil` if the types provide the
    /// samples.
    var samples: [[String]]?
    /// A Boolean value that indicates whether the payloads lack samples, so that no value
    /// represents the case.
    var isWithoutSamples = false
    var label: String?
    var display: PayloadDisplay?
    /// The `#if` clauses around the case, from the outermost.
    let conditions: [Condition]
    /// A Boolean value that indicates whether another case with the same name may be compiled too.
    var isOverloaded = false

    struct Condition: Equatable {
      let block: SyntaxIdentifier
      let clause: Int
    }

    var name: String { Self.name(spelled: spelling) }

    /// The name, with argument labels if it is overloaded.
    var identifier: String {
      guard isOverloaded, !payloads.isEmpty else { return name }
      let labels = payloads.map { $0.label ?? "_" }
      return "\(name)(\(labels.map { "\($0):" }.joined()))"
    }

    /// The name of the case as a function: `Self.failed(code:text:)`.
    var constructor: String {
      let labels = payloads.map { "\($0.label ?? "_"):" }.joined()
      return payloads.isEmpty ? "Self.\(spelling)" : "Self.\(spelling)(\(labels))"
    }

    /// The case with arguments: `Self.failed(code: 1, text: "")`.
    func call(_ arguments: [String]) -> String {
      guard !payloads.isEmpty else { return "Self.\(spelling)" }
      let list = zip(payloads, arguments).map { payload, argument in
        payload.label.map { "\($0): \(argument)" } ?? argument
      }
      return "Self.\(spelling)(\(list.joined(separator: ", ")))"
    }

    /// The positions of the carried values that may be a nested state.
    var nesting: [Int] { payloads.indices.filter { payloads[$0].mayNest } }

    /// Returns whether both cases can be compiled together.
    func canCoexist(with other: EnumCase) -> Bool {
      !conditions.contains { condition in
        other.conditions.contains { $0.block == condition.block && $0.clause != condition.clause }
      }
    }

    /// Returns a name without the backticks it is spelled with.
    static func name(spelled spelling: String) -> String {
      spelling.hasPrefix("`") ? String(spelling.dropFirst().dropLast()) : spelling
    }
  }

  /// A value that a case carries.
  struct Payload {
    /// The argument label without backticks.
    let label: String?
    let type: TypeSyntax

    init(label: String?, type: TypeSyntax) {
      self.label = label.map(EnumCase.name(spelled:))
      self.type = type
    }

    /// The kind of a type that has no samples, such as `a function`; `nil` for other types.
    var obstacle: String? { Self.obstacle(in: type) }

    /// A Boolean value that indicates whether the value may be a nested state.
    var mayNest: Bool {
      let type = Self.unwrapped(type)
      if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) { return false }
      if type.is(TupleTypeSyntax.self) || type.is(MetatypeTypeSyntax.self) { return false }
      if type.is(FunctionTypeSyntax.self) || type.is(AttributedTypeSyntax.self) { return false }
      guard let name = Self.standardName(of: type) else { return true }
      return !Self.plainTypes.contains(name)
    }

    /// A Boolean value that indicates whether the type is a tuple, which can't conform to anything.
    var isTuple: Bool {
      let type = Self.unwrapped(type)
      return type.is(TupleTypeSyntax.self) || Self.standardName(of: type) == "Void"
    }

    /// Types of the standard library that are not `Graphable`.
    private static let plainTypes: Set = [
      "Bool", "Character", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64",
      "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Void",
    ]

    /// Returns the type without redundant parentheses.
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

  /// The platforms on which a case can be created, according to its `@available` attributes.
  struct CaseAvailability {
    /// A Boolean value that indicates whether the case is unavailable on every platform.
    private(set) var isUnavailable = false
    /// The arguments of an `if #available` around the code that creates the case.
    private(set) var introduced: [String] = []
    /// The conditions of an `#if` around the code that creates the case.
    private(set) var platforms: [String] = []

    init(_ attributes: AttributeListSyntax) {
      for attribute in attributes {
        guard let attribute = attribute.as(AttributeSyntax.self),
          attribute.attributeName.trimmedDescription == "available",
          case .availability(let arguments) = attribute.arguments
        else { continue }
        record(Array(arguments))
      }
    }

    private mutating func record(_ arguments: [AvailabilityArgumentSyntax]) {
      guard let first = arguments.first?.argument else { return }
      switch first {
      case .availabilityVersionRestriction(let restriction):
        guard restriction.platform.text != "swift" else { return }
        let list = arguments.map { $0.argument.trimmedDescription }
        introduced.append(list.joined(separator: ", "))
      case .token(let platform):
        recordPlatform(platform.text, arguments.dropFirst())
      default: return
      }
    }

    private mutating func recordPlatform(
      _ platform: String, _ arguments: ArraySlice<AvailabilityArgumentSyntax>
    ) {
      for argument in arguments {
        switch argument.argument {
        case .token(let token) where token.text == "unavailable":
          if platform == "*" {
            isUnavailable = true
          } else if let condition = Self.condition(platform) {
            platforms.append(condition)
          }
        case .availabilityLabeledArgument(let labeled) where labeled.label.text == "introduced":
          guard platform != "swift", platform != "*" else { continue }
          introduced.append("\(platform) \(labeled.value.trimmedDescription), *")
        default: continue
        }
      }
    }

    /// Returns an `#if` condition that holds on all other platforms, or `nil` for an unknown platform.
    private static func condition(_ platform: String) -> String? {
      switch platform {
      case "macOS", "iOS", "tvOS", "watchOS", "visionOS": "!os(\(platform))"
      case "macCatalyst": "!targetEnvironment(macCatalyst)"
      default: nil
      }
    }
  }
#endif
