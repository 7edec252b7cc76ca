/// What a step does with the result of a method: it returns the result, names it, or puts the next
/// state that is in it in the place of the machine.
struct MethodResult {
  private enum Use { case returned, dropped, named(by: String), next(isOptional: Bool), taken }

  private let use: Use
  /// The code of the function that the step calls with the result, as a member of an extension.
  private(set) var function: String?
  /// A message about the result, for the user.
  private(set) var note: String?

  /// Decides what to do with the result of a method.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - subject: The type of what the step changes, or `nil` if the method itself changes it.
  ///   - name: That type in Swift.
  ///   - samples: What knows the types of the module.
  ///   - sources: The files of the module.
  init(
    of method: SwiftDeclaration, replacing subject: Symbol?, _ name: String,
    _ samples: ArgumentSamples, _ sources: ScaffoldSources
  ) {
    if let subject, let next = NextState(in: method.result, of: subject, samples.index) {
      guard let code = next.code else {
        use = .next(isOptional: next.isOptional)
        return
      }
      use = .taken
      let type = method.result.map(samples.text) ?? ""
      let result = code.result.map { " -> \(samples.text(of: $0))" } ?? ""
      function = """

          /// Puts the next state in the place of the machine, and returns the rest.
          private static func take(
            _ result: \(type), for machine: inout \(name)
          )\(result) {
            \(code.assignment)
            return \(code.rest)
          }

        """
      note =
        code.undecided.isEmpty
        ? nil
        : "to write: \(code.undecided.joined(separator: ", ")) may lead to another state, too; say in "
          + "take(_:for:) to which"
      return
    }
    // What somebody else waits for says nothing now.
    if case .named(let path) = method.result?.unwrapped,
      ["Future", "AnyPublisher", "AnyCancellable", "Task", "Promise"].contains(path.last?.name)
    {
      use = .dropped
      return
    }
    let symbol = samples.index.resolved(method.result?.unwrapped)
    guard let symbol, let result = method.result, sources.isNoncopyable(symbol) else {
      use = .returned
      return
    }
    guard let action = NoncopyableEnum(symbol, in: samples.index, sources) else {
      use = .dropped
      note =
        "to write: \(sources.place(of: symbol)): \(symbol.path) is ~Copyable, so the action of "
        + "\(method.name) is not shown; return a copy of what matters in its step"
      return
    }
    use = .named(by: action.actionName(isOptional: result != result.unwrapped))
    function = action.actionFunction(
      of: samples.text(of: result), isOptional: result != result.unwrapped)
    note = action.noteOnAction
  }

  /// Returns the code of a step that calls the method on a machine.
  func code(_ call: String, on machine: String) -> String {
    switch use {
    case .returned: call
    case .dropped: "_ = \(call)"
    case .named(let function): "\(function)(\(call))"
    case .next(let isOptional): "\(machine) = \(call)" + (isOptional ? " ?? \(machine)" : "")
    case .taken: "take(\(call), for: &\(machine))"
    }
  }
}

/// The next state in the result of a function that doesn't change the state itself.
struct NextState {
  struct Code {
    /// The statement that puts the next state of `result` in the place of `machine`.
    let assignment: String
    /// The expression for what is left of `result`.
    let rest: String
    /// The type of that expression.
    let result: SwiftType?
    /// The cases that carry several next states.
    var undecided: [String] = []
  }

  /// The code of the function that takes the result apart, or `nil` if the result is the next state.
  let code: Code?
  /// A Boolean value that indicates whether there may be no next state.
  let isOptional: Bool

  /// Returns `nil` if no part of a result is a next state or carries one.
  init?(in result: SwiftType?, of subject: Symbol, _ index: SymbolIndex) {
    func isNext(_ type: SwiftType) -> Bool {
      let symbol = index.resolved(type.unwrapped)
      return symbol?.id == subject.id || ["Self", subject.name].contains(type.unwrapped.text)
    }
    guard let result else { return nil }
    isOptional = result != result.unwrapped
    if isNext(result) {
      code = nil
      return
    }
    var elements: [SwiftType.Element] = [.init(label: nil, type: result)]
    var isTuple = false
    if case .tuple(let parts) = result { (elements, isTuple) = (parts, true) }
    let names = elements.enumerated().map { number, element in
      isTuple ? "result.\(element.label ?? "\(number)")" : "result"
    }
    if let place = elements.firstIndex(where: { isNext($0.type) }) {
      let rest = elements.indices.filter { $0 != place }
      let orNone = elements[place].type != elements[place].type.unwrapped ? " ?? machine" : ""
      let values = rest.map { names[$0] }.joined(separator: ", ")
      code = Code(
        assignment: "machine = \(names[place])\(orNone)",
        rest: rest.count == 1 ? values : "(\(values))",
        result: rest.count == 1
          ? elements[rest[0]].type
          : .tuple(rest.map { .init(label: nil, type: elements[$0].type) }))
      return
    }
    for (name, element) in zip(names, elements) {
      guard let carrier = index.resolved(element.type), index.declares(carrier),
        carrier.kind.identifier == "swift.enum"
      else { continue }
      let cases = index.members(of: carrier, kind: "swift.enum.case").map { SwiftDeclaration($0) }
        .filter { $0.parameters.contains { isNext($0.type) } }
      guard let only = cases.first(where: { $0.parameters.count == 1 }) else { continue }
      let others = cases.filter { $0.name != only.name }
      code = Code(
        assignment: "if case .\(only.name)(let next) = \(name) { machine = next }", rest: "result",
        result: result, undecided: others.map { "\(carrier.path).\($0.name)" })
      return
    }
    return nil
  }
}
