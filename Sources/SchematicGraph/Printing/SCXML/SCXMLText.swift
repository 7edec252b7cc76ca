/// The escaping rules of an XML attribute.
///
/// Markup and quotes are entities, and so is the white space that reading an attribute would turn
/// into spaces (XML 1.0, §2.4 and §3.3.3, <https://www.w3.org/TR/xml/>). Characters that XML cannot
/// hold in any form (§2.2) are shown by a picture of them; nothing but labels can have any, for names
/// are ASCII.
enum SCXMLText {
  /// Returns a text as the value of an attribute, in double quotes.
  static func quoted(_ text: String) -> String {
    "\"\(text.unicodeScalars.map(encode).joined())\""
  }

  private static func encode(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "\"": return "&quot;"
    // The last of them are allowed, but readers differ in what they make of them.
    case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      return "&#\(scalar.value);"
    default: return String(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }
}
