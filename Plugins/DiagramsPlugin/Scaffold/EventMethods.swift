/// The methods of a type that can be steps, and those that can't.
struct EventMethods {
  private(set) var methods: [SwiftDeclaration] = []
  private(set) var leftOut: [ScaffoldedMachine.LeftOut] = []
  /// A Boolean value that indicates whether the methods return the next state and change nothing.
  private(set) var returnState = false

  private typealias Method = (symbol: Symbol, declaration: SwiftDeclaration)

  /// Finds the methods.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isShared: A Boolean value that indicates whether any method may change the state, because
  ///     it is in an object.
  ///   - index: The symbols of the module.
  ///   - sources: The files of the module.
  init(of type: Symbol, isShared: Bool, in index: SymbolIndex, _ sources: ScaffoldSources) {
    let isObserved = index.conforms(type, to: "Observable")
    let declared: [Method] = index.members(of: type, kind: "swift.method")
      .map { ($0, SwiftDeclaration($0)) }
      .filter { !isObserved || !Self.methodsOfObservable.contains($0.1.name) }
    let isPublic = ["public", "open"].contains(type.accessLevel)
    // A module without most of the callers, such as a library, doesn't tell who else calls a method.
    let callers = declared.filter { method in
      method.symbol.hidingWord == nil && !sources.isHelper(method.symbol, method.declaration.name)
    }.map { sources.isCalledOutside($0.symbol, $0.declaration.name) }
    let hasCallers = callers.contains(true) && callers.count(where: { $0 }) * 2 >= callers.count
    func obstacle(to method: Method) -> String? {
      let (symbol, declaration) = method
      // A call doesn't tell which of several methods with one name it means.
      let isHelper =
        (hasCallers || isPublic) && symbol.accessLevel == "internal"
        && sources.isHelper(symbol, declaration.name)
        && declared.count { $0.declaration.name == declaration.name } == 1
      return isHelper
        ? "is called by other methods only"
        : Self.obstacle(to: symbol, declaration, of: type, sources)
    }
    var isEvent: (Method) -> Bool = { $0.declaration.isMutating || isShared }
    if !declared.contains(where: { isEvent($0) && obstacle(to: $0) == nil }) {
      isEvent = { NextState(in: $0.declaration.result, of: type, index) != nil }
      returnState = declared.contains(where: isEvent)
      if !returnState { isEvent = { $0.declaration.isMutating || isShared } }
    }
    // What most events return is an action, and not a piece of the state that somebody asks for.
    let results = declared.filter { isEvent($0) && $0.declaration.result != nil }
      .map { Set(Self.enums(in: $0.declaration, of: type, index)) }
    let isAction: (String) -> Bool = { id in
      results.count { $0.contains(id) } * 2 >= max(results.count, 1)
    }
    for method in declared {
      if isEvent(method) {
        if let reason = obstacle(to: method) {
          leftOut.append(.init(title: method.declaration.title, reason: reason))
          continue
        }
      } else {
        // A method that changes nothing may still answer an event.
        let answers = Self.enums(in: method.declaration, of: type, index).contains { id in
          let name = index.symbol(id)?.name ?? ""
          return !name.hasSuffix("State")
            && (isAction(id)
              || ["Action", "Effect", "Command"].contains(where: name.hasSuffix))
        }
        guard answers, obstacle(to: method) == nil else { continue }
      }
      var declaration = method.declaration
      // What says nothing about the event, such as a logger, is left at its default.
      declaration.parameters.removeAll { parameter in
        parameter.hasDefault && index.isObject(parameter.type)
      }
      // A method of a superclass names that one's generic parameters.
      let isOwn = method.symbol.pathComponents.dropLast().elementsEqual(type.pathComponents)
      let inherited = isOwn ? [:] : index.inheritedArguments[type.id] ?? [:]
      methods.append(
        declaration.replacing(Self.anyGenerics(of: method.symbol, method.declaration))
          .replacing(inherited))
    }
  }

  /// Returns the properties that are set to tell a machine something, as methods with one argument.
  static func inputs(
    of type: Symbol, except state: [String], in index: SymbolIndex, _ sources: ScaffoldSources
  ) -> [SwiftDeclaration] {
    index.members(of: type, kind: "swift.property").compactMap { symbol in
      var property = SwiftDeclaration(symbol)
      let isShown = property.words.contains("Published") || index.conforms(type, to: "Observable")
      // A machine whose state others set has its rules in the observer of the state.
      let isState = state == [property.name]
      guard let value = property.type, isState || !state.contains(property.name),
        !index.isObject(value),
        sources.isInput(symbol, of: type, isShown: isShown && !isState),
        !property.isUnowned
      else { return nil }
      if case .function = value.unwrapped { return nil }
      property.parameters = [
        SwiftParameter(
          label: nil, name: property.name, type: value, defaultValue: nil, isInout: false)
      ]
      return property
    }
  }

  /// Returns a type for each generic parameter of a method's own: `Void` for one that only its result and those of the
  /// functions that it takes have, and otherwise one that fulfills the constraints; none if one is not known.
  private static func anyGenerics(
    of method: Symbol, _ declaration: SwiftDeclaration
  ) -> [String: SwiftType] {
    let generics = method.swiftGenerics
    let deepest = (generics?.parameters ?? []).map(\.depth).max() ?? 0
    let own = (generics?.parameters ?? []).filter { $0.depth == deepest }.map(\.name)
    var types: [String: SwiftType] = [:]
    for name in own where declaration.isGeneric {
      let taken = declaration.parameters.filter { parameter in
        if case .function = parameter.type { return false }
        return parameter.type.components.contains { $0.name == name }
      }
      // Nobody makes a value of a type's type.
      guard !taken.contains(where: { $0.type.text.contains(".Type") }),
        let type = GenericArguments.standard(for: name, generics?.constraints ?? [])
      else { return [:] }
      types[name] = taken.isEmpty && type.text == "Int" ? .name("Void") : type
    }
    return types
  }

  /// Returns the identifiers of the module's enums in the result of a method, except the type itself and
  /// those around it.
  private static func enums(
    in method: SwiftDeclaration, of type: Symbol, _ index: SymbolIndex
  ) -> [String] {
    (method.result?.components ?? []).compactMap { component in
      guard let symbol = index.symbol(component.id), index.declares(symbol),
        symbol.kind.identifier == "swift.enum",
        !type.pathComponents.starts(with: symbol.pathComponents)
      else { return nil }
      return symbol.id
    }
  }

  /// The methods that the macro `@Observable` adds.
  private static let methodsOfObservable = ["access", "withMutation", "shouldNotifyObservers"]

  private static func obstacle(
    to symbol: Symbol, _ declaration: SwiftDeclaration, of type: Symbol, _ sources: ScaffoldSources
  ) -> String? {
    if symbol.hidingWord == "fileprivate" {
      let place = sources.place(of: declaration.name, in: type)
      return "is fileprivate at \(place): make it internal, and run this again"
    }
    if symbol.hidingWord != nil { return "is private, so no event" }
    if ["hash(into:)", "encode(to:)"].contains(declaration.title) {
      return "reads the machine, so is no event"
    }
    let questions = ["is", "has", "can", "should"].filter(declaration.name.hasPrefix)
    if declaration.result?.text == "Bool", !declaration.isMutating,
      questions.contains(where: { declaration.name.dropFirst($0.count).first?.isUppercase == true })
    {
      return "asks a question, so is no event"
    }
    if declaration.isAsync, sources.isNoncopyable(type) {
      return "is async, and \(type.path) is ~Copyable"
    }
    if declaration.isGeneric && anyGenerics(of: symbol, declaration).isEmpty
      || declaration.parameters.contains(where: \.type.isOpaque)
    {
      return "is generic: write a step by hand"
    }
    return sources.isEmpty(symbol, declaration.title) ? "does nothing" : nil
  }
}
