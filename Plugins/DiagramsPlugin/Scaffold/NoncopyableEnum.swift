/// An enum whose values can't be copied, so that a function must name its cases.
struct NoncopyableEnum {
  private let type: Symbol
  private let place: String
  private let cases: [SwiftDeclaration]

  /// Returns `nil` unless a type is such an enum.
  init?(_ type: Symbol, in index: SymbolIndex, _ sources: ScaffoldSources) {
    guard type.kind.identifier == "swift.enum", sources.isNoncopyable(type) else { return nil }
    self.type = type
    place = sources.place(of: type)
    cases = index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0) }
  }

  /// Returns the code of a function that names the state of a machine, which a path leads to.
  func stateFunction(of machine: String, path: String) -> String {
    function(
      "state(of machine: borrowing \(machine)) -> ReflectedState", of: "machine\(path)",
      cases.map { (".\($0.name)", "ReflectedState(\"\($0.name.unquoted)\")") })
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
    \(rows.map { "    case \($0.pattern): \($0.value)\n" }.joined())    }
      }

    """
  }

  private var carriers: String? {
    let carriers = cases.filter { !$0.parameters.isEmpty }.map(\.name)
    return carriers.isEmpty ? nil : carriers.joined(separator: ", ")
  }

  /// The messages for the user if cases of a state carry values.
  var notesOnState: [String] {
    carriers.map {
      [
        "\(place): \(type.path) is ~Copyable, so what \($0) "
          + "carries is not compared; where it makes a difference, add it to conditions:"
      ]
    } ?? []
  }

  /// The message for the user if cases of an action carry values.
  var noteOnAction: String? {
    carriers.map {
      "to check: \(place): \(type.path) is ~Copyable, so what \($0) carries is not shown; if it should be, "
        + "return it in the function \(actionName(isOptional: false))"
    }
  }
}
