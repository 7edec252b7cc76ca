/// A guard, taken apart into the conditions that it combines.
///
/// The guard `paid and not oiled` asks two things; every branch of the rules that asks `paid` must
/// get the same answer, or two of them are taken, or none.
struct SCXMLCondition {
  /// A condition, and whether the guard wants it to hold.
  struct Term {
    let name: String
    let holds: Bool
  }

  /// What must all be so.
  let terms: [Term]

  private static let conjunction = " and "
  private static let alternative = " or "
  private static let negation = "not "

  /// Takes a guard apart; one that offers alternatives stays whole.
  init(_ text: String) {
    let parts =
      Self.divide(text, at: Self.alternative).count > 1
      ? [text] : Self.divide(text, at: Self.conjunction)
    terms = parts.map { part in
      let isNegated = part.unicodeScalars.starts(with: Self.negation.unicodeScalars)
      let name = part.unicodeScalars.dropFirst(isNegated ? Self.negation.unicodeScalars.count : 0)
      return Term(name: String(name), holds: !isNegated)
    }
  }

  /// Divides a text at each separator, character by character as they are written.
  private static func divide(_ text: String, at separator: String) -> [String] {
    let mark = separator.unicodeScalars
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if rest.starts(with: mark) {
        parts.append(String(part))
        part = .init()
        rest = rest.dropFirst(mark.count)
      } else {
        part.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return parts + [String(part)]
  }
}
