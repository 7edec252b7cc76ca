/// Text for logs, escaped so that no part of it is mistaken for a command.
///
/// Terminals obey control characters. GitHub obeys lines that begin with `::`, even after spaces.
/// GitHub, Azure and TeamCity obey `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere in a line.
package enum LogText {
  /// Returns a text escaped for a log.
  ///
  /// A visible character, such as `␛`, replaces each control character and line separator except `\n`.
  /// Each part that looks like a command gets a backslash.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if isAtStart, rest.starts(with: "::".unicodeScalars) { result.append("\\") }
      rest.removeFirst()
      let isShown = scalar == "\n" || !scalar.isControl
      result.append(isShown ? scalar : VisibleCharacter.replacement(of: scalar) ?? "\u{FFFD}")
      if scalar == "#", endsCommandMark(rest) { result.append("\\") }
      isAtStart = scalar == "\n" || isAtStart && isShown && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// Returns a JSON document with the same values, in which control characters and line separators
  /// except `\n`, and the first `#` of each command, are escaped.
  package static func escaped(json text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != "\n" && scalar.isControl || scalar == "#" && endsCommandMark(rest) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns whether the text after a `#` goes on like `#vso[`.
  private static func endsCommandMark(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.first == "#"
      && rest.dropFirst().first { !("a"..."z").contains($0) && !("A"..."Z").contains($0) } == "["
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character is a letter or a digit of ASCII.
  var isPlainWord: Bool { isASCII && (properties.isAlphabetic || isDigit) }

  /// A Boolean value that indicates whether the character is a digit of ASCII.
  var isDigit: Bool { ("0"..."9").contains(self) }
}

/// Double quotes around a name, for labels in which the name could be read as anything else.
///
/// A quote or a backslash in the name has a backslash before it.
enum QuotedText {
  /// Returns a name in quotes.
  static func quoted(_ name: String) -> String {
    var result = "\"".unicodeScalars
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result) + "\""
  }

  /// Returns the name in quotes at the beginning of a text, and the rest of the text; `nil` if the
  /// text begins with no name in quotes.
  static func divided(_ text: String) -> (name: String, rest: String)? {
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "\"" else { return nil }
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return (String(name), String(rest)) }
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      name.append(escaped)
    }
    return nil
  }
}

/// The escaping rules of XML text and attributes.
///
/// `&`, `<`, `>` and `"` are written as references. So are tabs and line breaks, which readers turn
/// into spaces in an attribute (XML 1.0, §2.4 and §3.3.3, <https://www.w3.org/TR/xml/>). Characters
/// that XML can't contain in any form (§2.2) are replaced by visible ones, such as `␛`.
package enum XMLText {
  /// Returns a text as the content of an element or the value of an attribute.
  package static func encoded(_ text: String) -> String {
    text.unicodeScalars.map(encoded).joined()
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "\"": return "&quot;"
    // XML allows the characters from U+007F on, but readers treat them in different ways.
    case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      return "&#\(scalar.value);"
    default: return String(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }
}

/// The visible replacements of control characters and others that a page can't show.
enum VisibleCharacter {
  /// Returns the replacement of a control character, U+FFFE or U+FFFF; `nil` for any other character.
  ///
  /// The replacement is a picture such as `␛`, or U+FFFD if Unicode has none. Tabs and line breaks
  /// are control characters, too: a notation that can write them must not ask for their
  /// replacement.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0xFFFE, 0xFFFF: "\u{FFFD}"
    default: nil
    }
  }

  /// Returns the scalars of a text with `\n` for each of the line breaks `\r\n` and `\r`.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar != "\n" || !isAfterReturn { result.append(scalar == "\r" ? "\n" : scalar) }
      isAfterReturn = scalar == "\r"
    }
    return result
  }

  /// Returns the encoded text of some characters.
  ///
  /// - Parameters:
  ///   - scalars: The characters, from ``scalars(of:)``.
  ///   - lineBreak: The text for a line break.
  ///   - entity: Returns the text for a character that has a meaning in the notation.
  ///   - isPlain: Returns whether the character at an index has none. It isn't asked about characters with a visible
  ///     replacement other than tabs.
  /// - Returns: The text.
  static func encode(
    _ scalars: [Unicode.Scalar], lineBreak: String, entity: (Unicode.Scalar) -> String,
    isPlain: (_ index: Int) -> Bool
  ) -> String {
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        result += lineBreak
      } else if let visible = replacement(of: scalar), scalar != "\t" {
        result.unicodeScalars.append(visible)
      } else if isPlain(index) {
        result.unicodeScalars.append(scalar)
      } else {
        result += entity(scalar)
      }
    }
    return result
  }
}
