/// The escaping rules of PlantUML's state diagrams.
///
/// A text stands between double quotes or after a colon, on one line, and is read as Creole markup
/// when it is drawn (PlantUML Language Reference Guide, chapters *State Diagram* and *Creole*;
/// <https://plantuml.com/creole>). The form `<U+0022>` is a character that no step takes for markup,
/// so every character that means something is written like that. A line break is `\n`.
enum PlantUMLText {
  /// Words that cannot be the name of a state: the commands that a line may begin with.
  static let reservedNames: Set<String> = [
    "allow_mixing", "as", "begin", "bottom", "caption", "center", "end", "endfooter", "endheader",
    "endlegend", "endtitle", "endnote", "floating", "footer", "frame", "header", "hide", "ignore",
    "json", "left", "legend", "mainframe", "minwidth", "newpage", "note", "page", "remove",
    "restore", "right", "rotate", "scale", "set", "show", "skin", "skinparam", "sprite", "state",
    "style", "title", "together", "top", "unset", "url", "yaml",
  ]

  /// Breaks a line inside a label.
  static let lineBreak = "\\n"

  /// Stands for a text without characters, which the grammar does not allow.
  private static let empty = "<U+200B>"

  /// The punctuation that means nothing anywhere.
  private static let plain = Set(",();?:+".unicodeScalars)

  /// The punctuation that means something when doubled or at the beginning of a line.
  private static let plainAlone = Set("-=_./".unicodeScalars)

  /// Returns a text as it stands in a label or between double quotes.
  static func encode(_ text: String) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    guard !scalars.isEmpty else { return empty }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        result += lineBreak
      } else if let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" {
        result.unicodeScalars.append(visible)
      } else if isPlain(at: index, of: scalars) {
        result.unicodeScalars.append(scalar)
      } else {
        result += entity(scalar)
      }
    }
    return result
  }

  private static func isPlain(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    let (previous, next) = (
      index > 0 ? scalars[index - 1] : "\n", index + 1 < scalars.count ? scalars[index + 1] : "\n"
    )
    if scalar == " " || plainAlone.contains(scalar) {
      // Spaces at the ends are trimmed.
      let isAtEnd = previous == "\n" || next == "\n"
      return !isAtEnd && (scalar == " " || (previous != scalar && next != scalar))
    }
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || plain.contains(scalar)
    }
    // PlantUML keeps marks of its own in the first area for private use.
    let isMark = ("\u{E000}"..."\u{F8FF}").contains(scalar)
    return !scalar.properties.isWhitespace && !isMark && scalar != "\u{FEFF}"
  }

  private static func entity(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
  }
}
