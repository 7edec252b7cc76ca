/// The escaping rules of Mermaid's state diagrams.
///
/// A label ends at a colon, a semicolon or the end of the line, and is then read as Markdown and as
/// HTML; comments, directives and the statement `direction LR` are looked for before and inside it
/// (<https://mermaid.js.org/syntax/stateDiagram.html>, and the grammar `stateDiagram.jison`). What
/// Mermaid calls an entity code, `#59;`, is the one form that all these steps leave alone, so every
/// character that means something to one of them is written like that: as a decimal number, for a
/// name or hexadecimal digits are not taken for one.
enum MermaidText {
  /// Words that cannot be the name of a state: keywords of the grammar, and names that Mermaid makes
  /// itself.
  static let reservedNames: Set<String> = [
    "accdescr", "acctitle", "as", "choice", "class", "classdef", "click", "constructor", "default",
    "direction", "end", "fork", "hide", "href", "join", "note", "prototype", "root", "root_end",
    "root_start", "scale", "state", "statediagram", "style",
  ]

  /// What Mermaid appends to the name of a composite state to name its pseudo-states.
  static let nameSuffixes = ["_start", "_end"]

  /// Breaks a line inside a label.
  static let lineBreak = "<br/>"

  /// Stands for a text without characters, which the grammar does not allow.
  private static let empty = "#8203;"

  /// The punctuation that means nothing anywhere.
  private static let plain = Set(",()/=!?'@".unicodeScalars)

  /// What Mermaid turns entity codes into while it reads; written as it is it would become one.
  private static let placeholders: Set<Unicode.Scalar> = ["\u{FB02}", "\u{B0}", "\u{B6}", "\u{DF}"]

  /// Returns a text as it stands in a label or between double quotes.
  static func encode(_ text: String) -> String {
    let scalars = VisibleCharacter.scalars(of: text)
    guard !scalars.isEmpty else { return empty }
    let directions = directionWords(in: scalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        result += lineBreak
      } else if let visible = VisibleCharacter.replacement(of: scalar), scalar != "\t" {
        result.unicodeScalars.append(visible)
      } else if isPlain(at: index, of: scalars), !directions.contains(index) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }

  private static func isPlain(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let (previous, next) = (
      index > 0 ? scalars[index - 1] : nil, index + 1 < scalars.count ? scalars[index + 1] : nil
    )
    switch scalars[index] {
    // Spaces at the ends are trimmed.
    case " ": return previous != nil && next != nil && previous != "\n" && next != "\n"
    // A list of Markdown begins with `-` or `1.`, a word in italics with `_`.
    case "-", "_", ".": return isWord(previous) && isWord(next)
    case let scalar where scalar.isASCII: return isWord(scalar) || plain.contains(scalar)
    case let scalar:
      return !scalar.properties.isWhitespace && !placeholders.contains(scalar)
        && scalar != "\u{FEFF}"
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Returns where the word `direction` begins, which makes a statement of the line.
  private static func directionWords(in scalars: [Unicode.Scalar]) -> Set<Int> {
    let word = Array("direction".unicodeScalars)
    let lowercase = scalars.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    return Set(scalars.indices.filter { lowercase[$0...].starts(with: word) })
  }
}
