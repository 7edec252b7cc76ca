/// The escaping rules of JSON.
///
/// In a string, quotes, backslashes and the control characters U+0000 to U+001F must be escaped
/// (RFC 8259, §7). Other control characters are escaped, too. So are U+2028 and U+2029, which some
/// readers mistake for the end of a line, and U+FEFF, which nobody sees. All other characters are
/// written directly, in UTF-8 (§8.1).
package enum JSONText {
  /// Returns a text as a string of JSON, in double quotes.
  package static func quoted(_ text: String) -> String {
    // Most texts need no escape, and then looking at their bytes is enough.
    guard text.utf8.allSatisfy(isPlain) else {
      return "\"\(text.unicodeScalars.map(encode).joined())\""
    }
    return "\"\(text)\""
  }

  /// Returns whether a byte represents an ASCII character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
  }

  private static func encode(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    default: return String(scalar)
    }
  }
}
