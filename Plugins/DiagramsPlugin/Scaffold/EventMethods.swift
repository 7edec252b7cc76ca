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
    let declared: [Method] = index.members(of: type, kind: "swift.method")
      .map { ($0, SwiftDeclaration($0)) }
    let hasCallers = declared.contains { sources.isCalledOutside($0.symbol, $0.declaration.name) }
    func obstacle(to method: Method) -> String? {
      let (symbol, declaration) = method
      let isHelper =
        hasCallers && symbol.accessLevel == "internal"
        && sources.isHelper(symbol, declaration.name)
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
    let actions = Set(declared.filter(isEvent).flatMap { Self.enums(in: $0.declaration, index) })
    for method in declared {
      if isEvent(method) {
        if let reason = obstacle(to: method) {
          leftOut.append(.init(title: method.declaration.title, reason: reason))
          continue
        }
      } else {
        // A method that changes nothing may still answer an event.
        let answers = Self.enums(in: method.declaration, index).contains { id in
          let name = index.symbol(id)?.name ?? ""
          return id != type.id && !name.hasSuffix("State")
            && (actions.contains(id)
              || ["Action", "Effect", "Command"].contains(where: name.hasSuffix))
        }
        guard answers, obstacle(to: method) == nil else { continue }
      }
      methods.append(method.declaration)
    }
  }

  /// Returns the identifiers of the module's enums in the result of a method.
  private static func enums(in method: SwiftDeclaration, _ index: SymbolIndex) -> [String] {
    (method.result?.components ?? []).compactMap { component in
      index.symbol(component.id).flatMap {
        index.declares($0) && $0.kind.identifier == "swift.enum" ? $0.id : nil
      }
    }
  }

  private static func obstacle(
    to symbol: Symbol, _ declaration: SwiftDeclaration, of type: Symbol, _ sources: ScaffoldSources
  ) -> String? {
    if symbol.hidingWord == "fileprivate" {
      let place = sources.place(of: declaration.name, in: type)
      return "is fileprivate at \(place): make it internal, and run this again"
    }
    if symbol.hidingWord != nil { return "is private, so no event" }
    if declaration.isAsync { return "is async" }
    if declaration.isGeneric || declaration.parameters.contains(where: \.type.isOpaque) {
      return "is generic: write a step by hand"
    }
    return nil
  }
}
