/// The quoting rules of an identifier, which is compared and not drawn, and retains its
/// backslashes.
///
/// In a quoted DOT identifier, only `"` is special (<https://graphviz.org/doc/info/lang.html>).
/// Numeric entities close four gaps: a backslash before a quote, a backslash or the end can't be
/// written; cgraph renames anything that begins with `%`; the empty identifier belongs to the
/// initial pseudo-state; and identifiers become SVG titles, in which Graphviz passes on everything
/// that looks like an entity, whether XML knows it or not.
enum DOTIdentifier {
  /// The node that represents the initial pseudo-state.
  static let initial = ""

  /// Stands for the empty identifier: a space without width, which is never written like this
  /// otherwise.
  private static let empty = "&#8203;"

  /// Returns an identifier in double quotes.
  static func quoted(_ identifier: String) -> String {
    DOTLabel.quoted(encoded: encode(identifier))
  }

  /// Returns the text between the quotes.
  static func encode(_ identifier: String) -> String {
    guard !identifier.isEmpty else { return empty }
    var result = ""
    var rest = Substring(identifier).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        result += "\\\""
      case "\\" where rest.first.map { $0 == "\\" || $0 == "\"" || $0 == "\n" } ?? true:
        result += DOTCharacter.entity(scalar)
      case "%" where result.isEmpty, "&", "\n":
        result += DOTCharacter.entity(scalar)
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
}

/// The quoting rules of a label: backslashes and entities are interpreted when it is drawn.
///
/// Graphviz's *escString* gives `\n`, `\l`, `\N` and others a meaning, and its labels decode
/// entities (<https://graphviz.org/docs/attr-types/escString/>). Labels are written so that every
/// character is drawn as itself.
enum DOTLabel {
  /// The longest string that is written in one piece, in characters: the `dot` program of Graphviz
  /// 2.43 refuses strings of 16,384 bytes.
  private static let longestPiece = 4_000

  /// Returns a label in double quotes.
  static func quoted(_ text: String) -> String {
    quoted(encoded: encode(text))
  }

  /// Returns an encoded label in double quotes; a very long one in pieces joined by `+`.
  static func quoted(encoded text: String) -> String {
    quoted(encoded: text.unicodeScalars)
  }

  /// Returns an encoded label in double quotes; a very long one in pieces joined by `+`.
  ///
  /// - Complexity: O(*n*) in the length of the label.
  static func quoted(encoded label: some Sequence<Unicode.Scalar>) -> String {
    var result = "\"".unicodeScalars
    var count = 0
    var isEscaped = false
    for scalar in label {
      let escapes = scalar == "\\" && !isEscaped
      // A piece must not end between a backslash and what it escapes.
      if count == longestPiece || escapes && count == longestPiece - 1 {
        result += "\" + \"".unicodeScalars
        count = 0
      }
      result.append(scalar)
      count += 1
      isEscaped = escapes
    }
    result.append("\"")
    return String(result)
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

  /// Returns the lines of a label, still encoded.
  ///
  /// A line ends at a backslash before one of the given characters. What ends the last line begins
  /// no further one.
  static func lines(of label: String, endedBy ends: Set<Unicode.Scalar>) -> [String] {
    let scalars = label.unicodeScalars
    var lines: [String] = []
    var start = scalars.startIndex
    var escape: String.Index?
    for index in scalars.indices {
      if let end = escape {
        if ends.contains(scalars[index]) {
          lines.append(String(scalars[start..<end]))
          start = scalars.index(after: index)
        }
        escape = nil
      } else if scalars[index] == "\\" {
        escape = index
      }
    }
    if start < scalars.endIndex || lines.isEmpty { lines.append(String(scalars[start...])) }
    return lines
  }
}

/// The quoting rules of a record's label: compartments one below the other.
///
/// UML lists what happens inside a state, without leaving it, in a compartment below its name (OMG
/// UML 2.5.1, §14.2.4.5). Graphviz draws compartments as a record. In a record's label, `{`, `|`
/// and `}` have a meaning, and spaces at the ends or in runs are lost
/// (<https://graphviz.org/doc/info/shapes.html#record>). They are
/// written as entities then.
enum DOTRecord {
  /// The shape of a node with compartments.
  static let shape = "record"

  private static let special: [Unicode.Scalar: String] = [
    "{": "&#x7B;", "|": "&#x7C;", "}": "&#x7D;", " ": "&#x20;",
  ]

  /// Returns the label of a record from those of its two compartments, all without quotes.
  static func encode(name: String, inside: String, _ direction: DOTDirection) -> String {
    let fields = "\(encode(name))|\(encode(inside))"
    // A record's outermost fields run across the direction of the diagram.
    return direction == .topToBottom ? "{\(fields)}" : fields
  }

  private static func encode(_ field: String) -> String {
    let scalars = Array(field.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isLost = index == 0 || index == scalars.count - 1 || scalars[index - 1] == " "
      if let entity = special[scalar], scalar != " " || isLost {
        result += entity
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The characters that DOT text must write in another form, both in labels and in identifiers.
///
/// XML, and therefore SVG, can't contain most control characters (XML 1.0 §2.2). A diagram shows a
/// visible replacement from Unicode's block of control pictures. So that two states don't become one node,
/// the replacement is written raw for the control character, and as a numeric entity for itself; both look
/// the same when drawn. The control characters that XML can contain are numeric entities too, so the text
/// never contains a raw one.
enum DOTCharacter {
  private static let tab: Unicode.Scalar = "\t"
  private static let delete: Unicode.Scalar = "\u{7F}"
  private static let deletePicture: Unicode.Scalar = "\u{2421}"
  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  private static let reversedByteOrderMark: Unicode.Scalar = "\u{FFFE}"
  private static let lastOfPlane: Unicode.Scalar = "\u{FFFF}"
  /// Another spelling of the replacement character, to distinguish the two noncharacters.
  private static let hexadecimalReplacement = "&#xFFFD;"

  /// Returns the form in which a character is written; `nil` when it is written as it is.
  static func encoded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case tab, "\u{80}"..."\u{9F}": return entity(scalar)
    case "\u{0}"..."\u{1F}": return String(picture(ofControl: scalar))
    case delete: return String(deletePicture)
    case "\u{2400}"..."\u{241F}", deletePicture, replacement: return entity(scalar)
    case reversedByteOrderMark: return String(replacement)
    case lastOfPlane: return hexadecimalReplacement
    default: return nil
    }
  }

  /// Returns the numeric entity of a character.
  static func entity(_ scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }

  private static func picture(ofControl scalar: Unicode.Scalar) -> Character {
    // Every value from U+2400 to U+241F is a scalar.
    Character(Unicode.Scalar(0x2400 + scalar.value)!)
  }
}
