/// The escaping rules of JSON.
///
/// In a string, quotes, backslashes and the control characters U+0000 to U+001F must be escaped
/// (RFC 8259, §7). Written like that too are the rest of the control characters and the two
/// separators that some readers take for the end of a line. Everything else stands as it is, in
/// UTF-8 (§8.1).
enum JSONText {
  /// Returns a text as a string, in double quotes.
  static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.map(encode).joined())\""
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
