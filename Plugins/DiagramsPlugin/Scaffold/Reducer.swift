/// Functions that change a state, such as `reduce(into: inout State, action: Action)`, or return the
/// next one, such as `reduce(_ state: State, _ action: Action) -> State`.
struct Reducer {
  let state: Symbol
  let methods: [SwiftDeclaration]
  /// A Boolean value that indicates whether the functions return the next state.
  let returnsState: Bool
  /// The Swift code of what has the function: a value, or a type if the function is static.
  let start: String
  /// A Boolean value that indicates whether the name of the state's type ends in `State`.
  let isNamed: Bool

  /// The Swift code of the state with which a machine starts, if a property of the type has it.
  private(set) var initialState: String?

  /// Returns `nil` if a type has no such function, not even one that its `body` stands for.
  init?(of type: Symbol, _ name: String, _ samples: ArgumentSamples) {
    let index = samples.index
    var functions =
      ["swift.method", "swift.type.method", "swift.type.property"]
      .flatMap { index.members(of: type, kind: $0) }.filter { $0.hidingWord == nil }
      .map { SwiftDeclaration($0) }
      .compactMap { $0.type == nil ? $0 : $0.asFunction(index) }
    let properties = index.members(of: type, kind: "swift.property")
    if properties.contains(where: { $0.name == "body" }),
      index.type(named: ["Action"], inside: type.pathComponents) != nil
    {
      functions.append(SwiftDeclaration(reading: Self.usual))
    }
    let found = functions.compactMap { method -> Choice? in
      guard !method.isMutating, !method.isAsync, !method.isGeneric, method.parameters.count > 1
      else { return nil }
      return method.parameters.lazy.compactMap { parameter -> Choice? in
        guard case .named(let path) = parameter.type,
          let state = index.symbol(path.last?.id)
            ?? index.type(named: path.map(\.name), inside: type.pathComponents),
          index.declares(state), ["swift.struct", "swift.enum"].contains(state.kind.identifier),
          parameter.isInout || NextState(in: method.result, of: state, index) != nil
        else { return nil }
        return Choice(state: state, method: method, isInout: parameter.isInout)
      }.first
    }
    let choices =
      found.filter(\.isNamed) + found.filter { !$0.isNamed && $0.isInout }
      + found.filter { !$0.isInout }
    for choice in choices {
      guard let start = choice.method.isStatic ? name : MachineStart(of: type, name, samples).text
      else { continue }
      state = choice.state
      returnsState = !choice.isInout
      methods = found.filter {
        $0.state.id == choice.state.id && $0.isInout == choice.isInout
          && $0.method.isStatic == choice.method.isStatic
      }.map(\.method)
      (self.start, isNamed) = (start, choice.isNamed)
      initialState =
        properties.contains { property in
          property.name == "initialState" && property.hidingWord == nil
            && SwiftDeclaration(property).type?.text.split(separator: ".").last
              == choice.state.name[...]
        } ? "\(start).initialState" : nil
      return
    }
    return nil
  }

  /// A function with the state that it changes or returns.
  private struct Choice {
    let state: Symbol
    let method: SwiftDeclaration
    let isInout: Bool

    var isNamed: Bool { isInout && state.name.hasSuffix("State") }
  }

  /// Returns the position of the state among the parameters of a function.
  func placeOfState(in method: SwiftDeclaration, _ index: SymbolIndex) -> Int {
    method.parameters.firstIndex { parameter in
      parameter.type.text == state.name || index.resolved(parameter.type)?.id == state.id
    } ?? 0
  }

  private static let usual = "func reduce(into state: inout State, action: Action)"
}

extension SwiftDeclaration {
  /// Returns a property that holds a function as that function, or `nil` for another property.
  fileprivate func asFunction(_ index: SymbolIndex) -> SwiftDeclaration? {
    var type = type
    if case .named(let path) = type, let last = path.last, let symbol = index.symbol(last.id),
      symbol.kind.identifier == "swift.typealias"
    {
      let names = symbol.swiftGenerics?.parameters?.map(\.name) ?? []
      let arguments = Dictionary(zip(names, last.arguments)) { first, _ in first }
      guard case .function(let parameters, let result, let text) = SwiftDeclaration(symbol).type
      else { return nil }
      type = .function(
        parameters: parameters.map { $0.replacing(arguments) },
        result: result.replacing(arguments), text: text)
    }
    guard case .function(let parameters, let result, let text) = type, !text.contains("inout")
    else { return nil }
    return SwiftDeclaration(
      name: name,
      parameters: parameters.enumerated().map { number, type in
        SwiftParameter(
          label: nil, name: number == 0 ? "state" : "event", type: type, defaultValue: nil,
          isInout: false)
      },
      isMutating: false, isAsync: text.contains(" async"), canThrow: text.contains(" throws"),
      isGeneric: false, isStatic: isStatic, isFailable: false, type: nil, result: result,
      hasAccessors: false, words: words)
  }
}
