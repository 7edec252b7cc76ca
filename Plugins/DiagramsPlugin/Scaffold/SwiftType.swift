/// A type as a declaration names it.
indirect enum SwiftType: Hashable, Sendable {
  /// A part of a name, such as `Failure` in `Stream<Int>.Failure`.
  struct Component: Hashable, Sendable {
    let name: String
    /// The identifier of the type in symbol graphs.
    let id: String?
    let arguments: [SwiftType]
  }

  struct Element: Hashable, Sendable {
    let label: String?
    let type: SwiftType
  }

  case named([Component])
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case tuple([Element])
  case function(parameters: [SwiftType], result: SwiftType, text: String)
  case any(SwiftType)
  case other(String)

  /// Returns the type with a name and without arguments.
  static func name(_ name: String) -> SwiftType {
    .named([Component(name: name, id: nil, arguments: [])])
  }

  /// The type that stands for any type, of which a machine is tried with one value only.
  static let anyInt = SwiftType.named([Component(name: "Int", id: "any", arguments: [])])

  /// The type in Swift.
  var text: String {
    switch self {
    case .named(let path):
      return path.map { component in
        let arguments = component.arguments.map(\.text).joined(separator: ", ")
        return component.name + (arguments.isEmpty ? "" : "<\(arguments)>")
      }.joined(separator: ".")
    case .optional(let wrapped):
      switch wrapped {
      case .any, .function, .other: return "(\(wrapped.text))?"
      default: return "\(wrapped.text)?"
      }
    case .array(let element): return "[\(element.text)]"
    case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
    case .tuple(let elements):
      let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text }
      return "(\(texts.joined(separator: ", ")))"
    case .function(_, _, let text), .other(let text): return text
    case .any(let type): return "any \(type.text)"
    }
  }

  /// Returns the type with each name that is a key of `types` replaced by its value.
  ///
  /// A name may be one of an associated type, such as `Self.Element`.
  func replacing(_ types: [String: SwiftType]) -> SwiftType {
    mapNames { path in
      if let type = types[path.map(\.name).joined(separator: ".")], path.last?.arguments == [] {
        return type
      }
      guard let first = path.first, let type = types[first.name], first.arguments.isEmpty else {
        return .named(path)
      }
      let rest = Array(path.dropFirst())
      return rest.isEmpty ? type : type.associatedType(rest)
    }
  }

  /// Returns the type with names replaced in the result of a function, too.
  func replacingInside(_ types: [String: SwiftType]) -> SwiftType {
    guard case .function(let parameters, let result, let text) = self else {
      return replacing(types)
    }
    return .function(
      parameters: parameters.map { $0.replacing(types) }, result: result.replacing(types),
      text: text)
  }

  /// Returns the type with each name transformed, beginning with the names in generic arguments.
  ///
  /// The names in function types, and in types that couldn't be read, stay as they are.
  func mapNames(_ transform: ([Component]) -> SwiftType) -> SwiftType {
    switch self {
    case .named(let path):
      transform(
        path.map { component in
          Component(
            name: component.name, id: component.id,
            arguments: component.arguments.map { $0.mapNames(transform) })
        })
    case .optional(let wrapped): .optional(wrapped.mapNames(transform))
    case .array(let element): .array(element.mapNames(transform))
    case .dictionary(let key, let value):
      .dictionary(key.mapNames(transform), value.mapNames(transform))
    case .tuple(let elements):
      .tuple(elements.map { Element(label: $0.label, type: $0.type.mapNames(transform)) })
    case .any(let type): .any(type.mapNames(transform))
    case .function, .other: self
    }
  }
}

extension SwiftType {
  /// The type inside of an optional, or else the type itself.
  var unwrapped: SwiftType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// A Boolean value that indicates whether the type has no value worth telling.
  var isVoid: Bool { ["Void", "()"].contains(text) }

  /// The names in the type; for a function, only the names in its result.
  var components: [Component] {
    switch self {
    case .named(let path): path + path.flatMap { $0.arguments.flatMap(\.components) }
    case .optional(let type), .array(let type), .any(let type): type.components
    case .dictionary(let key, let value): key.components + value.components
    case .tuple(let elements): elements.flatMap(\.type.components)
    case .function(_, let result, _): result.components
    case .other: []
    }
  }

  /// The types of what a function is called with; none if this is no function.
  var givenToFunctions: [SwiftType] {
    guard case .function(let parameters, _, _) = unwrapped else { return [] }
    return parameters
  }

  /// Returns an associated type.
  ///
  /// The `Element` of a type with one generic argument is that argument.
  private func associatedType(_ rest: [Component]) -> SwiftType {
    let isElement = rest.map(\.name) == ["Element"]
    switch self {
    case .array(let element) where isElement: return element
    case .named(let base):
      let arguments = base.flatMap(\.arguments)
      return isElement && arguments.count == 1 ? arguments[0] : .named(base + rest)
    default: return .other("\(text).\(rest.map(\.name).joined(separator: "."))")
    }
  }
}

extension Symbol {
  /// Returns the names of a type, the last with arguments.
  func path(arguments: [SwiftType]) -> [SwiftType.Component] {
    pathComponents.dropLast().map { .init(name: $0, id: nil, arguments: []) }
      + [.init(name: name, id: id, arguments: arguments)]
  }
}

/// A parameter of a method, an initializer or a case.
struct SwiftParameter: Hashable {
  /// The word before the argument, or `nil` for none.
  let label: String?
  /// The name inside of the function, which is the label unless a second name follows.
  let name: String
  var type: SwiftType
  /// The first word of the default, such as `nil`, or `nil` if there is no default.
  let defaultValue: String?
  let isInout: Bool

  var hasDefault: Bool { defaultValue != nil }
  /// A Boolean value that indicates whether the default tells the place of the call, such as `#line`.
  var isPlaceOfCall: Bool { defaultValue == "#" }
}

/// A declaration of a method, an initializer, a case, a property, a typealias or a type.
struct SwiftDeclaration {
  let name: String
  var parameters: [SwiftParameter]
  let isMutating: Bool
  let isAsync: Bool
  let canThrow: Bool
  let isGeneric: Bool
  let isStatic: Bool
  let isFailable: Bool
  /// The type of a property, or the type for which a typealias is another name.
  var type: SwiftType?
  /// The type of what a function returns, or `nil` for nothing.
  var result: SwiftType?
  /// A Boolean value that indicates whether accessors follow, such as `{ get }`.
  let hasAccessors: Bool
  let words: [String]

  /// A Boolean value that indicates whether the declaration is a property.
  var isProperty: Bool { type != nil && words.contains("var") }

  /// A Boolean value that indicates whether the declaration is a property that doesn't keep its object.
  var isUnowned: Bool { ["weak", "unowned"].contains(where: words.contains) }

  /// A Boolean value that indicates whether the last parameter is a function that gets the answer.
  var takesCompletion: Bool {
    guard case .function(_, let result, _) = parameters.last?.type.unwrapped else { return false }
    return result.isVoid
  }

  /// The name with the labels, such as `write(_:isLast:)`.
  var title: String { "\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))" }

  /// Returns the declaration with types in place of names.
  func replacing(_ types: [String: SwiftType]) -> SwiftDeclaration {
    var declaration = self
    for place in parameters.indices {
      declaration.parameters[place].type = parameters[place].type.replacingInside(types)
    }
    declaration.type = type?.replacing(types)
    declaration.result = result?.replacingInside(types)
    return declaration
  }

  /// The title with the types, such as `write(_: Int, isLast: Bool)`.
  var titleWithTypes: String {
    "\(name)(\(parameters.map { "\($0.label ?? "_"): \($0.type.text)" }.joined(separator: ", ")))"
  }
}
