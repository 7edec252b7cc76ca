/// The conjunction of answers that a guard of a diagram stands for: `paid and not oiled`.
///
/// Every branch of the rules that asks `paid` must get the same answer, or two of them are taken, or
/// none. A guard that offers alternatives is one condition. Text in parentheses is a name:
/// `(salt and pepper) and not oiled`.
struct GuardExpression {
  let terms: [GuardAnswer]

  private static let separator = " and "
  private static let alternative = " or "

  /// Takes a guard apart.
  init(_ text: String) {
    terms =
      Self.parts(of: text, at: Self.alternative).count > 1
      ? [GuardAnswer(name: text, holds: true)]
      : Self.parts(of: text, at: Self.separator).map(GuardAnswer.init(condition:))
  }

  /// Returns conditions that must all hold as one text; `nil` for none.
  static func text(of conditions: [String]) -> String? {
    conditions.isEmpty ? nil : conditions.joined(separator: separator)
  }

  /// Divides a text at each separator outside parentheses, character by character as written.
  private static func parts(of text: String, at separator: String) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var depth = 0
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if depth == 0, rest.starts(with: separator.unicodeScalars) {
        parts.append(String(part))
        part = .init()
        rest = rest.dropFirst(separator.unicodeScalars.count)
        continue
      }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth = max(0, depth - 1) }
      part.append(scalar)
      rest = rest.dropFirst()
    }
    return parts + [String(part)]
  }
}

/// The name of a guard, and its answer.
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

  /// A Boolean value that indicates whether the name can be told from the words that combine names.
  private var isClear: Bool {
    let parts = name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return !parts.contains { Self.words.contains(String($0)) }
      && parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && name.inParentheses == nil
  }
}

extension String {
  /// The text inside one pair of parentheses around the whole; `nil` where there is none.
  var inParentheses: String? {
    guard unicodeScalars.first == "(", unicodeScalars.last == ")" else { return nil }
    let inside = unicodeScalars.dropFirst().dropLast()
    var depth = 1
    for scalar in inside {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      // The first parenthesis is closed before the end, as in `(a) and (b)`.
      guard depth > 0 else { return nil }
    }
    return String(inside)
  }
}

extension String {
  /// Returns the text after a beginning, scalar by scalar; `nil` where the text does not begin with it.
  package func after(_ beginning: String) -> String? {
    guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
    return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
  }
}
