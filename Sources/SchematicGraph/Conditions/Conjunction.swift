/// What must all hold, as a guard of a diagram says it: `paid and not oiled`.
///
/// Every branch of the rules that asks `paid` must get the same answer, or two of them are taken, or
/// none. A guard that offers alternatives is one condition. What stands in parentheses is a name:
/// `(salt and pepper) and not oiled`.
struct Conjunction {
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
