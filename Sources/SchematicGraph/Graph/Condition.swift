extension StateGraph {
  /// A condition under which a rule applies.
  ///
  /// Diagrams write all conditions of a rule as one guard, `paid and not late`, by this grammar:
  ///
  /// ```
  /// guard   = choice | term { " and " term }
  /// term    = [ "not " ] ( name | quoted | "in " state ) | payload | "(" ( choice | payload | quoted ) ")"
  /// choice  = payload with " or " between alternatives
  /// payload = a field, an operator (= ≠ ≥ ≤ in, not in) and values; or words for values
  ///           that cannot be told apart
  /// ```
  ///
  /// A name is quoted if it could be read as anything else: `not "salt and pepper"`.
  public enum Condition: Hashable, Sendable {
    /// A guard, by its name, and the answer that the rule needs.
    case `guard`(String, holds: Bool = true)
    /// A condition on the payloads of the state and the event: `attempt = 3`.
    case payload(String)
    /// Another region is in a state, given by its identifier, or isn't: `in light.on`, `not in light.on`.
    case `in`(String, holds: Bool = true)
  }
}

extension StateGraph.Condition {
  /// The text without `not`: the name of a guard, the words about a payload, or `in light.on`.
  package var name: String {
    switch self {
    case .guard(let name, _): name
    case .payload(let text): text
    case .in(let state, _): Self.place + StateGraph.Region.shortName(state)
    }
  }

  /// The answer that the condition needs: `false` for `not paid`; always `true` for a payload.
  package var holds: Bool {
    switch self {
    case .guard(_, let holds), .in(_, let holds): holds
    case .payload: true
    }
  }

}

extension StateGraph.Condition: CustomStringConvertible {
  /// The condition as diagrams show it next to others: `paid`, `not paid`, `attempt in 0…2`.
  public var description: String {
    switch self {
    case .guard(let name, let holds):
      (holds ? "" : Self.negation) + (Self.isClear(name) ? name : QuotedText.quoted(name))
    case .in(_, let holds): (holds ? "" : Self.negation) + name
    case .payload(let text):
      Self.isPlain(text)
        ? text : "(\(Self.isWhole(text) && text.first != "\"" ? text : QuotedText.quoted(text)))"
    }
  }

  /// Returns the text of conditions that must all hold, or `nil` if there are none.
  static func text(of conditions: [StateGraph.Condition]) -> String? {
    // A choice needs no parentheses if it is the only condition.
    if case .payload(let text)? = conditions.first, conditions.count == 1, isChoice(text) {
      return text
    }
    return conditions.isEmpty ? nil : conditions.map(\.description).joined(separator: conjunction)
  }
}

// MARK: - Grammar

extension StateGraph.Condition {
  private static let negation = "not "
  private static let conjunction = " and "
  private static let place = "in "
  private static let alternative = " or "
  /// The beginning of a condition that only names what decides.
  static let decided = "decided by "
  /// The condition of values that nothing tells from others.
  static let someValues = "some values"
  private static let words: Set<String> = ["and", "or", "not"]

  /// Returns whether the name of a guard needs no quotes, because it can be read only as a name.
  private static func isClear(_ name: String) -> Bool {
    if isWord(name) { return !words.contains(name) }
    guard name.after(place) == nil else { return false }
    let parts = name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && !parts.contains { words.contains(String($0)) }
      // After a word, a name such as `= 3` would read like a payload: `not = 3`.
      && isWhole(name) && !isPayload(" \(name)") && !isPayload(name) && inParentheses(name) == nil
      && !name.unicodeScalars.contains("\"")
  }

  /// Returns whether a text consists of ASCII letters, digits, dots and underscores, and isn't empty.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isPlainWord || $0 == "." || $0 == "_" }
  }

  /// Returns whether a text about payloads can be joined with `and` without parentheses.
  private static func isPlain(_ text: String) -> Bool {
    isPayload(text) && isWhole(text) && text.after(negation) == nil
      && inParentheses(text) == nil && text.unicodeScalars.first != "\""
      // Blanks are added, so that `and` and `or` are also found at the beginning and the end.
      && [conjunction, alternative].allSatisfy { parts(of: " \(text) ", at: $0).count == 1 }
  }

  /// Returns whether a text about payloads offers alternatives: `n = 1 or n = 3`.
  private static func isChoice(_ text: String) -> Bool {
    isWhole(text) && text.unicodeScalars.first != "\"" && text.after(negation) == nil
      && parts(of: text, at: alternative).count > 1
  }

  /// Returns whether a text reads like a condition about payloads: `n = 1`.
  private static func isPayload(_ text: String) -> Bool {
    [" = ", " ≠ ", " ≥ ", " ≤ ", " in {"].contains { text.contains($0) }
      || text == someValues || text.after(decided) != nil
      || parts(of: text, at: " in ").dropFirst().contains {
        $0.first == "-" || $0.first?.isNumber == true
      }
  }

  /// Divides a text at each separator outside of parentheses and quotes.
  ///
  /// Unicode scalars are compared, not characters.
  static func parts(of text: String, at separator: String) -> [String] {
    let mark = separator.unicodeScalars
    let scalars = text.unicodeScalars
    var parts: [String] = []
    var start = scalars.startIndex
    var end = start
    for place in places(in: text) where place.index >= end {
      guard place.depth == 0, scalars[place.index...].starts(with: mark) else { continue }
      parts.append(String(scalars[start..<place.index]))
      end = scalars.index(place.index, offsetBy: mark.count)
      start = end
    }
    return parts + [String(scalars[start...])]
  }

  /// Returns whether parentheses and quotes come in pairs, as in `(a)`, but not in `a)`.
  private static func isWhole(_ text: String) -> Bool {
    let places = places(in: text)
    return places.allSatisfy { $0.depth >= 0 } && places.last?.depth == 0
  }

  /// Returns the text inside a pair of parentheses around the whole text; `nil` if there is no pair.
  private static func inParentheses(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.first == "(", scalars.last == ")", isWhole(text),
      // In `(a) and (b)`, the first parenthesis is closed before the end.
      places(in: text).dropFirst().dropLast(2).allSatisfy({ $0.depth > 0 })
    else { return nil }
    return String(scalars.dropFirst().dropLast())
  }

  /// Returns each index of a text, the end included, with the number of parentheses and quotes that
  /// are open there.
  private static func places(in text: String) -> [(index: String.Index, depth: Int)] {
    let scalars = text.unicodeScalars
    var places: [(index: String.Index, depth: Int)] = []
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for index in scalars.indices {
      places.append((index, depth + (isQuoted ? 1 : 0)))
      switch scalars[index] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
    }
    return places + [(scalars.endIndex, depth + (isQuoted ? 1 : 0))]
  }
}
