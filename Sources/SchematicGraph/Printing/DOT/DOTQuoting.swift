/// The quoting rules of an identifier, which Graphviz only compares.
///
/// In a quoted DOT identifier, only `"` is special (<https://graphviz.org/doc/info/lang.html>).
/// Numeric entities replace:
///
/// - a backslash before a quote, a backslash, a line break or the end, which can't be written;
/// - a line break, which would divide a statement into two lines;
/// - `%` at the beginning, because Graphviz renames such identifiers;
/// - the empty identifier, because the initial pseudostate has it;
/// - `&`, because Graphviz copies everything that looks like an entity into SVG titles as it is.
///
/// ``DOTCharacter`` lists further characters.
enum DOTIdentifier {
  /// The identifier of the initial pseudostate.
  static let initial = ""

  /// The text for the empty identifier: a zero-width space, in a form that no other identifier contains.
  private static let empty = "&#8203;"

  /// Returns an identifier in double quotes.
  static func quoted(_ identifier: String) -> String {
    DOTLabel.quoted(encoded: encode(identifier))
  }

  /// Returns an identifier as it is written between the quotes.
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
      default: DOTCharacter.write(scalar, to: &result)
      }
    }
    return result
  }
}

/// The quoting rules of a label, in which Graphviz interprets backslashes and entities.
///
/// Graphviz's *escString* gives `\n`, `\l`, `\N` and others a meaning, and its labels decode
/// entities (<https://graphviz.org/docs/attr-types/escString/>). Labels are written so that every
/// visible character is drawn as itself.
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

  /// Returns a text as it is written between the quotes.
  ///
  /// A line break is written `\n`. An empty line among several is written as one space: Graphviz 14
  /// frees the memory of a label twice if its first line is empty. A line that is itself one space is
  /// written as an entity.
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
      // With a raw `<`, Graphviz 2.43 may mistake the label for an HTML-like label.
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: DOTCharacter.write(scalar, to: &result)
      }
    }
    return result
  }
}

/// The quoting rules of a record's label: compartments one below the other.
///
/// UML lists what happens inside a state, without leaving it, in a compartment below its name (OMG
/// UML 2.5.1, §14.2.4.5). Graphviz draws compartments as a record. In a record's label, `{`, `|`
/// and `}` have a meaning, and spaces at the ends or in runs are lost
/// (<https://graphviz.org/doc/info/shapes.html#record>). All of these are written as entities.
enum DOTRecord {
  /// The shape of a node with compartments.
  static let shape = "record"

  private static let special: [Unicode.Scalar: String] = [
    "{": "&#x7B;", "|": "&#x7C;", "}": "&#x7D;", " ": "&#x20;",
  ]

  /// Returns the label of a record from the labels of its two compartments, all without quotes.
  static func encode(name: String, inside: String, _ direction: DOTDirection) -> String {
    let fields = "\(encode(name))|\(encode(inside))"
    // From top to bottom, fields would be side by side without the braces.
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
/// XML, and therefore SVG, can't contain most control characters (XML 1.0 §2.2). A control character is
/// replaced by its picture, such as `␀` for U+0000. If the original text contains `␀`, it is written as a
/// numeric entity: both look alike when drawn, but two states don't become one node. The tab and the
/// control characters from U+0080 on, which XML can contain, are numeric entities, too. U+FFFE and U+FFFF
/// become the replacement character.
enum DOTCharacter {
  /// Appends a character to a text in the form in which it is written.
  static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    // Most characters are written as they are.
    case " "..."~": text.unicodeScalars.append(scalar)
    case "\t", "\u{80}"..."\u{9F}", "\u{2400}"..."\u{241F}", "\u{2421}", "\u{FFFD}":
      text += entity(scalar)
    // The replacement character for U+FFFF; the one for U+FFFE is written raw.
    case "\u{FFFF}": text += "&#xFFFD;"
    default: text.unicodeScalars.append(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }

  /// Returns the numeric entity of a character.
  static func entity(_ scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }
}

/// The names of nodes and clusters in DOT text.
///
/// Composite states, regions, and states that consist of regions are clusters
/// (<https://graphviz.org/docs/clusters/>). A region contains a starting point, and so does a composite
/// state that shows its start. Graphviz draws edges only between nodes: the edge of a cluster leads to or
/// from a node inside, and is cut off at the border.
enum DOTNames {
  /// The mark in the names of starting points, histories and turns: a zero-width space as an entity.
  ///
  /// It distinguishes them from the names of states. In an identifier, a zero-width space is written raw,
  /// and `&` as an entity.
  private static let mark = "&#8203;"

  /// The name of the initial pseudostate, in double quotes.
  static let initial = DOTLabel.quoted(encoded: DOTIdentifier.initial)

  /// Returns the name of a state, in double quotes.
  static func state(_ identifier: String) -> String { DOTIdentifier.quoted(identifier) }

  /// Returns the name of a composite state's starting point, in double quotes.
  static func start(of composite: String) -> String { marked("", composite) }

  /// Returns the name of a region's starting point, in double quotes.
  static func start(ofRegion region: String) -> String { marked("region" + mark, region) }

  /// Returns the name of a composite state's history, in double quotes.
  static func history(of composite: String, isDeep: Bool) -> String {
    marked(History.symbol(isDeep: isDeep) + mark, composite)
  }

  /// Returns the name, in double quotes, of the point through which an arrow leads back to the state that
  /// it leaves.
  static func turn(_ arrow: Int) -> String { marked("turn" + mark, "\(arrow)") }

  private static func marked(_ kind: String, _ identifier: String) -> String {
    DOTLabel.quoted(encoded: mark + kind + DOTIdentifier.encode(identifier))
  }

  /// Returns the name of the cluster of a composite state.
  static func cluster(_ composite: String) -> String { "cluster_" + plain(composite) }

  /// Returns the name of the cluster of a state that consists of regions.
  static func cluster(ofState state: String) -> String { "cluster_" + stateMark + plain(state) }

  /// Returns the name of the cluster of a region.
  static func cluster(ofRegion region: String) -> String { "cluster_" + regionMark + plain(region) }

  // A text from `plain` never begins like these: two hexadecimal digits follow its underscores.
  private static let stateMark = "_state_"
  private static let regionMark = "_region_"

  /// Returns a text in letters, digits and underscores, because a cluster's name has no other characters.
  private static func plain(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isPlainWord
        ? String(scalar) : "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
