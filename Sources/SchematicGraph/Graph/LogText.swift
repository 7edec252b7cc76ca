/// Text for logs, escaped so that no part of it is mistaken for a command.
///
/// Terminals obey control characters. GitHub obeys lines that begin with spaces and `::`. GitHub,
/// Azure and TeamCity obey `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere in a line.
package enum LogText {
  /// Returns a text with pictures in place of control characters, and with backslashes in text that
  /// looks like a command.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if isAtStart, rest.starts(with: "::".unicodeScalars) { result.append("\\") }
      rest.removeFirst()
      let isShown = scalar == "\n" || !isObeyed(scalar)
      result.append(isShown ? scalar : VisibleCharacter.replacement(of: scalar) ?? "\u{FFFD}")
      if scalar == "#", endsCommandMark(rest) { result.append("\\") }
      isAtStart = scalar == "\n" || isAtStart && isShown && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// Returns a JSON document of the same values, in which such characters of strings are escaped.
  package static func escaped(json text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != "\n" && isObeyed(scalar) || scalar == "#" && endsCommandMark(rest) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns whether a terminal does more with a character than to show it, or a log has a line end there.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns whether the text after a `#` goes on like `#vso[`.
  private static func endsCommandMark(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.first == "#"
      && rest.dropFirst().first { !("a"..."z").contains($0) && !("A"..."Z").contains($0) } == "["
  }
}
