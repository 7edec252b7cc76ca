extension PayloadField.Value: CustomStringConvertible {
  /// The maximum length of a value in a condition, in characters.
  package static let longest = 40

  /// The value as a condition shows it, shortened if it is long.
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .none: "nil"
    case .some: "some"
    case .missing: ""
    case .told(let text), .alike(let text): text
    case .other(let text, _):
      text.count > Self.longest ? Self.balanced("\(text.prefix(Self.longest - 1))…") : text
    }
  }
}

extension PayloadField.Value {
  /// Returns a part of a text with as many opening as closing parentheses, and no quotation mark alone.
  ///
  /// A condition would otherwise put the whole text in quotation marks.
  package static func balanced(_ excerpt: String) -> String {
    var (text, open) = ("", 0)
    let hasPairs = excerpt.count { $0 == "\"" }.isMultiple(of: 2)
    for character in excerpt where hasPairs || character != "\"" {
      if character == ")", open == 0 { continue }
      open += character == "(" ? 1 : character == ")" ? -1 : 0
      text.append(character)
    }
    return text + String(repeating: ")", count: open)
  }
}
