/// The characters that a picture in plain text is drawn with.
struct TextGlyphs {
  /// The mark before the name of a state in which something starts.
  let initial: String
  /// The mark after the name of a final state.
  let final: String
  /// The mark after the name of a state in which an embedded machine is complete.
  let complete: String
  let arrow: String
  /// An arrow that a view shows, although a hidden value decides whether it can be taken.
  let uncertainArrow: String
  let stays: String
  let refused: String
  let horizontal: String
  /// The line before the states of a region.
  let division: String
  let vertical: String
  /// The corners of a box: top left, top right, bottom left, bottom right.
  let corners: [String]
  /// The ends of the line before a region, on the sides of a box.
  let joints: [String]
  private let replacements: [(Character, String)]

  static let unicode = TextGlyphs(
    initial: "●", final: "◉", complete: "◎", arrow: "──▶", uncertainArrow: "╌╌▶", stays: "↺",
    refused: "✗", horizontal: "─", division: "╌", vertical: "│", corners: ["┌", "┐", "└", "┘"],
    joints: ["├", "┤"], replacements: [])

  static let ascii = TextGlyphs(
    initial: "*", final: "(final)", complete: "(complete)", arrow: "-->", uncertainArrow: "- >",
    stays: "=", refused: "x", horizontal: "-", division: ".", vertical: "|",
    corners: ["+", "+", "+", "+"], joints: ["+", "+"],
    // The characters of conditions and changes that exploring the rules finds.
    replacements: [("…", "..."), ("≠", "!="), ("≤", "<="), ("≥", ">="), ("→", "->")])

  /// Returns a text on one line, without characters that a terminal obeys.
  func encode(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in VisibleCharacter.scalars(of: text) {
      switch scalar {
      case "\u{2028}", "\u{2029}", "\u{FEFF}": result.append("\u{FFFD}")
      default: result.append(VisibleCharacter.replacement(of: scalar) ?? scalar)
      }
    }
    return replacements.reduce(String(result)) { text, replacement in
      text.split(separator: replacement.0, omittingEmptySubsequences: false)
        .joined(separator: replacement.1)
    }
  }
}
