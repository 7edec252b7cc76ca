/// The events that answer an action of the machine, as their names tell: `idleTimeoutFired` answers
/// `startIdleTimeout`, and `lookupCompleted` answers `lookUp`.
struct Answers {
  struct Answer {
    let event: String
    let action: String
  }

  let found: [Answer]

  /// Finds the events.
  ///
  /// The cases of the state are no actions, even if an action carries a state.
  init(of methods: [ScaffoldedMachine.Method], states: [String], in index: SymbolIndex) {
    var seen: Set<String> = []
    let results = methods.compactMap(\.declaration.result)
    let actions = results.flatMap { Self.cases(in: $0, index, seen: &seen) }
      .filter { !states.contains($0) }
    found = methods.compactMap { method in
      var words = Self.words(in: method.declaration.name)
      guard let last = words.popLast(), Self.ends.contains(last) else { return nil }
      if last == "out" { words[words.count - 1] = "timeout" }
      let action = actions.first { action in
        let asked = Self.words(in: action).filter { !Self.verbs.contains($0) }
        return !asked.isEmpty
          && asked.allSatisfy { word in words.contains { $0.hasPrefix(word) || word.hasPrefix($0) }
          }
      }
      return action.map { Answer(event: method.event, action: $0) }
    }
  }

  private static let ends: Set = [
    "triggered", "fired", "out", "elapsed", "expired", "completed", "succeeded", "finished",
    "returned",
  ]
  private static let verbs: Set = ["start", "schedule", "reset", "set", "run", "begin", "timer"]

  /// Returns the names of the cases in a result, and in the types inside.
  private static func cases(
    in type: SwiftType, _ index: SymbolIndex, seen: inout Set<String>
  ) -> [String] {
    var names: [String] = []
    for component in type.components {
      guard let symbol = index.symbol(component.id), index.declares(symbol),
        seen.insert(symbol.id).inserted
      else { continue }
      for property in index.members(of: symbol, kind: "swift.property") {
        let type = SwiftDeclaration(property).type
        names += type.map { cases(in: $0, index, seen: &seen) } ?? []
      }
      for symbol in index.members(of: symbol, kind: "swift.enum.case") {
        let declaration = SwiftDeclaration(symbol)
        names.append(declaration.name.unquoted)
        for value in declaration.parameters { names += cases(in: value.type, index, seen: &seen) }
      }
    }
    return names
  }

  /// Returns the words of a name in lower case: `find`, `upgrader` for `findUpgrader`.
  private static func words(in name: String) -> [String] {
    var words: [String] = []
    for character in name where character.isLetter {
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
