/// The answers to the conditions on arrows, from the names of guards that hold and from payloads.
///
/// A condition is made of guards and of comparisons, by `and`, `or`, `not` and parentheses. A guard may be
/// in quotes.
struct PictureConditions {
  /// Whether each guard holds, by its name.
  let guards: [String: Bool]
  /// The payloads, by the names that conditions give them.
  let payloads: [String: Int]

  /// A condition that nobody knows the meaning of.
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns whether a condition holds.
  func holds(_ text: String) throws -> Bool {
    if let known = try known(text) { return known }
    let choices = Self.parts(of: text, at: " or ")
    if choices.count > 1 { return try choices.map(holds).contains(true) }
    let terms = Self.parts(of: text, at: " and ")
    if terms.count > 1 { return try terms.map(holds).allSatisfy(\.self) }
    if text.hasPrefix("\""), let answer = guards[String(text.dropFirst().dropLast())] {
      return answer
    }
    if text.hasPrefix("not ") { return try !holds(String(text.dropFirst(4))) }
    if text.hasPrefix("("), text.hasSuffix(")") {
      return try holds(String(text.dropFirst().dropLast()))
    }
    throw Unknown(description: "nobody knows whether \"\(text)\" holds")
  }

  /// Returns whether a guard or a comparison holds; `nil` where the text is neither.
  private func known(_ text: String) throws -> Bool? {
    if let answer = guards[text] { return answer }
    guard let match = text.wholeMatch(of: /(\w+(?: on entry)?) (=|≠|in|not in) (.+)/) else {
      return nil
    }
    guard let value = payloads[String(match.1)] else { return nil }
    let values: Set<Int>
    if let range = match.3.wholeMatch(of: /(\d+)…(\d+)/) {
      values = Set(Int(range.1)!...Int(range.2)!)
    } else if let list = match.3.wholeMatch(of: /\{(\d+(?:, \d+)*)\}/) {
      values = Set(list.1.split(separator: ", ").map { Int($0)! })
    } else if let number = Int(match.3) ?? payloads[String(match.3)] {
      values = [number]
    } else {
      return nil
    }
    return values.contains(value) == (match.2 == "=" || match.2 == "in")
  }

  /// Divides a text at each separator outside of parentheses and quotes.
  private static func parts(of text: String, at separator: String) -> [String] {
    var parts = [""]
    var (depth, isQuoted) = (0, false)
    var rest = Substring(text)
    while let character = rest.first {
      if depth == 0, !isQuoted, rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      parts[parts.count - 1].append(character)
      rest = rest.dropFirst()
    }
    return parts
  }
}
