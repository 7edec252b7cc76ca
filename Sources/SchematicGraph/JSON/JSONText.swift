/// The escaping rules of JSON.
///
/// In a string, quotes, backslashes and the control characters U+0000 to U+001F must be escaped
/// (RFC 8259, §7). The other control characters are escaped too, and so are the two separators that
/// some readers mistake for the end of a line. All other characters are written directly, in UTF-8
/// (§8.1).
package enum JSONText {
  /// Returns a text as a string, in double quotes.
  package static func quoted(_ text: String) -> String {
    // Most texts are plain, and are not taken apart.
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
