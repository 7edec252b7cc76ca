/// The escaping rules of a cell in a Markdown table.
///
/// A row is one line, a bar divides cells wherever it stands, and a cell is trimmed and then read as
/// inline Markdown (GitHub Flavored Markdown 0.29, §4.10; CommonMark 0.31, §2.4 backslash escapes
/// and §2.5 entities, <https://spec.commonmark.org/0.31.2/>). Markup is escaped by a backslash,
/// spaces that would be trimmed and separators that some readers take for the end of a line by an
/// entity, and a line break is `<br>`, which sites that clean HTML let pass.
enum MarkdownText {
  /// Breaks a line inside a cell.
  static let lineBreak = "<br>"

  /// The punctuation that begins or ends some inline markup, math and footnotes of some sites
  /// included.
  private static let markup = Set("\\`*_[]|~$!^".unicodeScalars)

  /// Returns a text as it stands in a cell.
  static func encode(_ text: String) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = index == 0 || index == scalars.count - 1
      switch scalar {
      case "\n": result += lineBreak
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\u{2028}", "\u{2029}", "\u{FEFF}": result += entity(scalar)
      case _ where scalar.properties.isWhitespace && isAtEnd: result += entity(scalar)
      case _ where markup.contains(scalar): result += "\\\(scalar)"
      default:
        result.unicodeScalars.append(VisibleCharacter.replacement(of: scalar) ?? scalar)
      }
    }
    return result
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String {
    // Numbers of this range are read as characters of another set.
    guard let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" else {
      return "&#\(scalar.value);"
    }
    return String(visible)
  }
}
