/// A guard and what it was said to answer.
struct GuardAnswer: Hashable {
  let name: String
  let holds: Bool

  private static let negation = "not "
  private static let words: Set<String> = ["and", "or", "not"]

  init(name: String, holds: Bool) {
    self.name = name
    self.holds = holds
  }

  /// Reads an answer from its condition.
  init(condition: String) {
    let negated = condition.after(Self.negation)
    let term = negated ?? condition
    name = term.inParentheses ?? term
    holds = negated == nil
  }

  /// The answer as a condition: `paid` or `not paid`.
  ///
  /// A name that reads like more than a name stands in parentheses: `not (salt and pepper)`.
  var condition: String {
    let term = isClear ? name : "(\(name))"
    return holds ? term : Self.negation + term
  }

  /// Whether the name is told from what combines names, whatever stands beside it.
  private var isClear: Bool {
    let parts = name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return !parts.contains { Self.words.contains(String($0)) }
      && parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && name.inParentheses == nil
  }
}
