/// The quoting rules of a label: backslashes and entities are interpreted when it is drawn.
///
/// Graphviz's *escString* gives `\n`, `\l`, `\N` and others a meaning, and its labels decode
/// entities (<https://graphviz.org/docs/attr-types/escString/>). A label of ours is written so that
/// every character is drawn as itself. What cgraph reads is the text between the quotes with `\"`
/// undone and everything else as it stands; that is the form ``decode(_:)`` takes.
package enum DOTLabel {
  /// The longest string that is written in one piece, in characters: the `dot` program of Graphviz
  /// 2.43 refuses strings of 16,384 bytes.
  private static let longestPiece = 4_000

  /// Returns a label in double quotes.
  static func quoted(_ text: String) -> String {
    quoted(encoded: encode(text))
  }

  /// Returns an encoded label in double quotes; a very long one in pieces joined by `+`.
  static func quoted(encoded text: String) -> String {
    var pieces: [String] = []
    var rest = Substring(text).unicodeScalars
    while rest.count > longestPiece {
      var end = rest.index(rest.startIndex, offsetBy: longestPiece)
      // A piece must not end between a backslash and what it escapes.
      let backslashes = rest[..<end].reversed().prefix { $0 == "\\" }.count
      if backslashes % 2 == 1 { end = rest.index(before: end) }
      pieces.append(String(rest[..<end]))
      rest = rest[end...]
    }
    pieces.append(String(rest))
    return pieces.map { "\"\($0)\"" }.joined(separator: " + ")
  }

  /// Returns the text between the quotes.
  ///
  /// A line break is written `\n`. An empty line of several is written as one space, because
  /// Graphviz 14 frees a label twice whose first line is empty; a line that is one space is
  /// written as an entity in turn.
  static func encode(_ text: String) -> String {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { encode(line: $0) }
    if lines.count > 1 {
      lines = lines.map { $0.isEmpty ? " " : $0 }
    }
    return lines.joined(separator: "\\n")
  }

  private static func encode(line: Substring.UnicodeScalarView) -> String {
    guard !line.elementsEqual(" ".unicodeScalars) else { return DOTCharacter.entity(" ") }
    var result = ""
    for scalar in line {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "&": result += "&amp;"
      // A raw `<` would let Graphviz 2.43 take the label for an HTML-like one of the same text.
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default:
        if let encoded = DOTCharacter.encoded(scalar) {
          result += encoded
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Returns the text that a label shows, from what cgraph read.
  ///
  /// Text that others wrote may hold escapes that ours never does: `\l` and `\r` end lines like
  /// `\n`, any other escaped character stands for itself.
  package static func decode(_ label: String) -> String {
    let lines = lines(of: label, endedBy: ["n", "l", "r"])
    guard lines.count > 1 else { return decode(line: lines[0]) }
    return lines.map { $0 == " " ? "" : decode(line: $0) }.joined(separator: "\n")
  }

  /// Returns the lines of a label, still encoded.
  ///
  /// A line ends at a backslash before one of the given characters. What ends the last line begins
  /// no further one.
  static func lines(of label: String, endedBy ends: Set<Unicode.Scalar>) -> [String] {
    var lines: [String] = [""]
    var isEscaped = false
    for scalar in label.unicodeScalars {
      if isEscaped, ends.contains(scalar) {
        lines[lines.count - 1].unicodeScalars.removeLast()
        lines.append("")
      } else {
        lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func decode(line: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        result.append(rest.popFirst() ?? scalar)
      case "&":
        if let (decoded, remainder) = DOTCharacter.entity(in: rest) {
          result.append(decoded)
          rest = remainder
        } else {
          result.append(scalar)
        }
      default:
        result.append(DOTCharacter.decoded(scalar))
      }
    }
    return String(result)
  }
}
