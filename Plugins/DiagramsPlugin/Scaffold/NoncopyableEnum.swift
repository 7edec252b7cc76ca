/// An enum whose values can't be copied, so that a function must name its cases.
struct NoncopyableEnum {
  private let type: Symbol
  private let place: String
  private let cases: [SwiftDeclaration]
  private let index: SymbolIndex
  private let sources: ScaffoldSources

  /// Returns `nil` unless a type is such an enum.
  init?(_ type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources) {
    guard type.kind.identifier == "swift.enum", sources.isNoncopyable(type) else { return nil }
    self.type = type
    place = sources.place(of: type)
    cases = index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0) }
    (self.index, self.sources) = (index, sources)
  }

  /// Returns the code of a function that names the state of a machine, which a path leads to.
  func stateFunction(of machine: String, path: String) -> String {
    function(
      "state(of machine: borrowing \(machine)) -> ReflectedState", of: "machine\(path)",
      cases.map(row))
  }

  /// Returns the pattern of a case and the state that it is, with what it carries as far as it can be read.
  private func row(of declaration: SwiftDeclaration) -> (pattern: String, value: String) {
    let name = declaration.name.unquoted
    let parts = declaration.parameters.enumerated().map { number, parameter in
      let isOnly = declaration.parameters.count == 1
      let part = parameter.label ?? (isOnly ? name : "\(name)\(number)")
      let read = elements(of: parameter.type, named: part)
      return (binding: read.isEmpty ? "_" : "let \(part)", values: read)
    }
    let values = parts.flatMap(\.values)
    guard !values.isEmpty else {
      return (".\(declaration.name)", "ReflectedState(\"\(name)\")")
    }
    let line = "ReflectedState(\"\(name)\", carrying: [\(values.joined(separator: ", "))])"
    let lines = """

            ReflectedState(
              "\(name)",
              carrying: [
      \(values.map { "          \($0),\n" }.joined())        ])
      """
    return (
      ".\(declaration.name)(\(parts.map(\.binding).joined(separator: ", ")))",
      line.count > 80 ? lines : line
    )
  }

  /// Returns the elements of a dictionary with a value that a case carries: of one that can't be copied either, those
  /// of its properties.
  private func elements(of type: SwiftType, named name: String) -> [String] {
    guard let symbol = index.resolved(type.unwrapped), sources.isNoncopyable(symbol) else {
      return ["\"\(name)\": \(name)"]
    }
    guard symbol.kind.identifier == "swift.struct", type == type.unwrapped else { return [] }
    return index.members(of: symbol, kind: "swift.property").compactMap { property in
      let declaration = SwiftDeclaration(property)
      let isRead =
        sources.isStored(declaration, property)
        || declaration.type?.text == "Bool" && !declaration.isAsync && !declaration.canThrow
      let inner = index.resolved(declaration.type?.unwrapped)
      guard isRead, property.hidingWord == nil, inner.map(sources.isNoncopyable) != true else {
        return nil
      }
      return "\"\(declaration.name.unquoted)\": \(name).\(declaration.name)"
    }
  }

  /// Returns the code of a function that names an action, or no action.
  func actionFunction(of text: String, isOptional: Bool) -> String {
    var rows = cases.map { declaration in
      let name = declaration.name.unquoted
      let pattern = ".\(declaration.name)"
      return (isOptional ? ".some(\(pattern))" : pattern, name == "none" ? "nil" : "\"\(name)\"")
    }
    if isOptional { rows.append((".none", "nil")) }
    let parameter = "_ action: borrowing \(text)"
    let isLong = parameter.count > 50
    return function(
      "\(actionName(isOptional: isOptional))(\(isLong ? "\n    \(parameter)\n  " : parameter)) -> String?",
      of: "action", rows)
  }

  /// Returns the name of the function that names an action.
  ///
  /// With one name for all types, the compiler takes minutes for a list of steps.
  func actionName(isOptional: Bool) -> String {
    "nameOf\(isOptional ? "Optional" : "")\(type.name)"
  }

  private func function(
    _ signature: String, of subject: String, _ rows: [(pattern: String, value: String)]
  ) -> String {
    """

      private static func \(signature) {
        switch \(subject) {
    \(rows.map { "    case \($0.pattern):\($0.value.hasPrefix("\n") ? "" : " ")\($0.value)\n" }.joined())    }
      }

    """
  }

  private func names(of cases: [SwiftDeclaration]) -> String? {
    let names = cases.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The messages for the user if cases of a state carry values that can't be read.
  var notesOnState: [String] {
    let unread = cases.filter { !$0.parameters.isEmpty && !row(of: $0).value.contains("carrying:") }
    return names(of: unread).map {
      [
        "\(place): \(type.path) is ~Copyable, so what \($0) carries is not compared; if it makes a difference, "
          + "add it to the function state(of:), as carrying: [\"count\": value.count]"
      ]
    } ?? []
  }

  /// The message for the user if cases of an action carry values.
  var noteOnAction: String? {
    names(of: cases.filter { !$0.parameters.isEmpty }).map {
      "to check: \(place): \(type.path) is ~Copyable, so what \($0) carries is not shown; if it should be, "
        + "return it in the function \(actionName(isOptional: false))"
    }
  }
}
