/// The escaping rules of XML text and attributes.
///
/// Markup and quotes are written as entities, and so is white space that reading an attribute would
/// turn into spaces (XML 1.0, §2.4 and §3.3.3, <https://www.w3.org/TR/xml/>). Characters that XML
/// can't contain in any form (§2.2) are replaced by a picture.
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
    // The last of them are allowed, but readers differ in what they make of them.
    case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      return "&#\(scalar.value);"
    default: return String(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }
}
