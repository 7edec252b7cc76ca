/// The stored properties that lead to the state of a machine, the outermost first.
struct StatePath {
  struct Part {
    let symbol: Symbol
    let declaration: SwiftDeclaration
    /// The type that stores the property.
    let type: Symbol
    /// The method that opens the box with a lock in which the value is, such as `withLock`.
    let opening: String?
    /// The property of the box that stores the value, or `nil` if none is known.
    let boxed: String?
    /// The type of the value, without the box.
    let content: SwiftType?

    var name: String { declaration.name }

    init(_ symbol: Symbol, of type: Symbol, in index: SymbolIndex) {
      self.symbol = symbol
      self.type = type
      declaration = SwiftDeclaration(symbol)
      let box = LockedBox(declaration.type, in: index)
      opening = box?.opening
      boxed = box?.stored
      let stored = declaration.type?.replacing(index.inheritedArguments[type.id] ?? [:])
      // A type in source code has no identifier.
      content = (box?.content ?? stored)?.mapNames { path in
        let found =
          path.last?.id == nil
          ? index.type(named: path.map(\.name), inside: type.pathComponents) : nil
        return .named(
          found.map { $0.path(arguments: path.last?.arguments ?? []) } ?? path)
      }
    }

    /// A Boolean value that indicates whether the property is computed, as from a stored number.
    var isComputed = false

    /// A Boolean value that indicates whether a property wrapper stores the value under another name.
    var isWrapped: Bool {
      declaration.words.contains { word in
        word.first?.isUppercase == true && !word.hasSuffix("Actor") && word != "ObservationIgnored"
      }
    }

    /// A Boolean value that indicates whether Combine's wrapper stores the value, which reflection sees.
    var isPublished: Bool { declaration.words.contains("Published") }

    /// A Boolean value that indicates whether the type itself declares the property, and no superclass.
    var isOwn: Bool { symbol.pathComponents.dropLast().elementsEqual(type.pathComponents) }

    /// A Boolean value that indicates whether the property may get another value.
    var isVariable: Bool { opening != nil || !declaration.words.contains("let") }
  }

  let parts: [Part]

  var last: Part { parts[parts.count - 1] }

  /// A Boolean value that indicates whether the state is in the box of a lock.
  var isInBox: Bool { parts.contains { $0.opening != nil } }

  /// The names on the way to the state, as reflection sees them; `nil` if it doesn't see into a box.
  var reflectedPath: String? {
    guard parts.allSatisfy({ $0.opening == nil || $0.boxed != nil }) else { return nil }
    return parts.flatMap { [$0.name, $0.boxed].compactMap(\.self) }.joined(separator: ".")
  }

  private static let usual = ["state", "_state", "phase", "status", "stage", "mode"]

  /// Returns `nil` if a type stores nothing.
  init?(through type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources) {
    guard let parts = Self.way(through: type, in: index, sources, depth: 0) else { return nil }
    self.parts = parts
  }

  /// Returns the code that reads the state of a machine.
  func code(of machine: String) -> String {
    let braces = parts.reduce(into: (open: machine, close: "")) { code, part in
      code.open += ".\(part.name)"
      guard let opening = part.opening else { return }
      code = ("\(code.open).\(opening) { $0", " }\(code.close)")
    }
    return braces.open + braces.close
  }

  /// Returns the stored properties that lead to the state.
  ///
  /// The first choice is a property with a usual name, unless it is a number or the like; then an enum, then
  /// an enum inside of a struct, and at last any other property.
  private static func way(
    through type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources, depth: Int
  ) -> [Part]? {
    let stored = index.members(of: type, kind: "swift.property")
      .map { Part($0, of: type, in: index) }
      .filter { sources.isStored($0.declaration, $0.symbol) }
    let variables = stored.filter(\.isVariable)
    let enums = variables.filter { index.isEnum($0.content) }
    // Before the first event, there may be no state.
    let likely = variables.filter {
      $0.declaration.name.lowercased().hasSuffix("state") && index.stateEnum(in: $0.content) != nil
    }
    // A class, a protocol or another module's type may contain an enum, but a number can't.
    let named = usual.compactMap { name in variables.first { $0.name == name } }
      .filter { part in index.isEnum(part.content) || !isQuantity(part.content, in: index) }
    // The state of a superclass, such as a gesture recognizer, is often another one.
    let own = named.first?.isOwn == false ? likely.filter(\.isOwn) : []
    if let place = (own + named + likely + enums).first { return [place] }
    if depth == 0, let computed = computed(in: type, index, sources) { return [computed] }
    if depth < 2 {
      for part in variables {
        guard case .named(let path) = part.content, let inner = index.symbol(path.last?.id),
          inner.kind.identifier == "swift.struct"
        else { continue }
        if let rest = way(through: inner, in: index, sources, depth: depth + 1),
          index.isEnum(rest.last?.content)
        {
          return [part] + rest
        }
      }
    }
    guard depth == 0 else { return nil }
    // Another object, such as a delegate, has a state of its own.
    let values = variables.filter { part in
      !part.declaration.isUnowned
        && !index.isObject(part.declaration.type)
    }
    let optional = values.first { index.stateEnum(in: $0.content) != nil }
    let few = values.first { hasFewValues($0.content) }
    let usualName = values.first { usual.contains($0.name) }
    return (optional ?? few ?? usualName ?? values.first ?? variables.first ?? stored.first)
      .map { [$0] }
  }

  /// Returns the other stored properties that are named like a state and are enums.
  static func others(
    than way: StatePath, of type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources
  ) -> [Part] {
    index.members(of: type, kind: "swift.property").map { Part($0, of: type, in: index) }.filter {
      part in
      part.name != way.parts[0].name && part.isVariable && index.isEnum(part.content)
        && usual.contains { part.name.lowercased().hasSuffix($0) }
        && sources.isStored(part.declaration, part.symbol)
    }
  }

  /// Returns a computed property that is an enum and named like a state, unless it is hidden.
  static func computed(
    in type: Symbol, _ index: SymbolIndex, _ sources: ScaffoldSources
  ) -> Part? {
    let found = index.members(of: type, kind: "swift.property").filter { $0.hidingWord == nil }
      .map { Part($0, of: type, in: index) }
      .filter { part in
        let name = part.name
        return (usual.contains(name) || name.lowercased().hasSuffix("state"))
          && index.isEnum(part.content) && !sources.isStored(part.declaration, part.symbol)
      }
    guard !type.isElsewhere, var part = found.first else {
      return nil
    }
    part.isComputed = true
    return part
  }

  /// Returns the stored properties that together are the state, if no enum is: Booleans, optional values and
  /// collections or, without any, a number.
  static func flags(
    of type: Symbol, besides way: StatePath, in index: SymbolIndex, _ sources: ScaffoldSources
  ) -> [Part] {
    let content = way.last.content
    guard way.parts.count == 1, !way.last.isComputed, !usual.contains(way.last.name),
      hasFewValues(content) || isQuantity(content, in: index)
    else { return [] }
    let flags = flags(storedIn: type, in: index, sources)
    guard index.stateEnum(in: content) != nil else { return flags }
    // What waits to be sent is no state, even if it is an enum, as long as several Booleans tell more.
    let isNamed = usual.contains { way.last.name.lowercased().hasSuffix($0) }
    let booleans = flags.count { $0.content?.text == "Bool" }
    return !isNamed && booleans > 1 ? flags : []
  }

  /// Returns the properties of a struct or a class that together are a state.
  static func flags(
    storedIn type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources
  ) -> [Part] {
    let stored = index.members(of: type, kind: "swift.property")
      .map { Part($0, of: type, in: index) }
      .filter { part in
        part.isVariable && !index.isObject(part.content?.unwrapped)
          && !part.declaration.isUnowned
          && sources.isStored(part.declaration, part.symbol)
      }
    let kinds = stored.map { Flag($0.content) }
    func all(_ kind: Flag) -> [Part] { zip(stored, kinds).filter { $0.1 == kind }.map(\.0) }
    let flags = all(.boolean) + all(.optional)
    if flags.count > 1 { return Array(flags.prefix(mostFlags)) }
    let more = flags + all(.collection)
    return Array((more.isEmpty ? Array(all(.number).prefix(1)) : more).prefix(mostFlags))
  }

  /// The number of flags that make no more states than a picture can show.
  private static let mostFlags = 4

  /// The kind of a property that can be a part of a state.
  private enum Flag {
    case boolean, optional, collection, number

    init?(_ type: SwiftType?) {
      switch type {
      case .optional(.function), .none: return nil
      case .optional: self = .optional
      case .array, .dictionary: self = .collection
      case .named(let path) where path.count == 1:
        switch path[0].name {
        case "Bool": self = .boolean
        case "Array", "Dictionary", "Set", "Deque", "OrderedDictionary", "OrderedSet":
          self = .collection
        case "Int", "UInt", "Int64", "UInt64", "Int32", "UInt32": self = .number
        default: return nil
        }
      default: return nil
      }
    }
  }

  private static func hasFewValues(_ type: SwiftType?) -> Bool {
    type?.unwrapped != type || type?.text == "Bool"
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
}

/// A lock with the value that it guards, such as `Mutex<State>`.
struct LockedBox {
  /// The method that passes the value to a closure.
  let opening: String
  let content: SwiftType
  /// The property that stores the value, or `nil` if none is known.
  private(set) var stored: String?

  /// Returns `nil` unless a type is such a box with an enum or a struct of the module inside.
  init?(_ type: SwiftType?, in index: SymbolIndex) {
    guard case .named(let path) = type, let last = path.last, last.arguments.count == 1,
      let content = index.resolved(last.arguments[0].unwrapped), index.declares(content),
      ["swift.enum", "swift.struct"].contains(content.kind.identifier)
    else { return nil }
    let known: String?
    if let box = index.symbol(last.id), index.declares(box) {
      let methods = Set(
        index.members(of: box, kind: "swift.method").map { SwiftDeclaration($0).name })
      known = Self.openings.first(where: methods.contains)
      let parameter = box.swiftGenerics?.parameters?.first?.name
      stored =
        index.members(of: box, kind: "swift.property").map { SwiftDeclaration($0) }
        .first { $0.type?.text == parameter && !$0.hasAccessors }?.name
    } else {
      known = Self.wellKnown[last.name]
    }
    guard let known else { return nil }
    opening = known
    self.content = last.arguments[0]
  }

  private static let openings = [
    "withLockedValue", "withLock", "withValue", "withCriticalRegion", "read",
  ]
  private static let wellKnown = [
    "Mutex": "withLock", "OSAllocatedUnfairLock": "withLock",
    "NIOLockedValueBox": "withLockedValue", "LockedValueBox": "withLockedValue",
    "ManagedCriticalState": "withCriticalRegion", "LockIsolated": "withValue",
  ]
}
