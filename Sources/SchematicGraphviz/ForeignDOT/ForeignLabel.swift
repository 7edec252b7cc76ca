/// The quoting rules of a label in a diagram by others.
///
/// They are those of Graphviz's *escString* (<https://graphviz.org/docs/attr-types/escString/>): a
/// backslash before `n`, `l` or `r` ends a line, one before a capital letter may stand for a name,
/// and one before anything else stands for what follows. Entities are decoded.
enum ForeignLabel {
  /// Returns the text that a label shows.
  static func decode(_ label: String) -> String {
    var lines = lines(of: label).map(decode(line:))
    // What ends the last line begins no further one.
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of a label, still encoded.
  static func lines(of label: String) -> [String] {
    var lines = [String.UnicodeScalarView()]
    func append(_ scalar: Unicode.Scalar) { lines[lines.count - 1].append(scalar) }
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        let escaped = rest.popFirst()
        if let escaped, ["n", "l", "r"].contains(escaped) {
          lines.append(String.UnicodeScalarView())
        } else {
          append(scalar)
          if let escaped { append(escaped) }
        }
      case "\n": lines.append(String.UnicodeScalarView())
      case "\r" where rest.first == "\n": break
      default: append(scalar)
      }
    }
    return lines.map { String($0) }
  }

  /// Puts names in the place of the capital letters that stand for them after a backslash.
  static func replacing(_ names: [Unicode.Scalar: String], in label: String) -> String {
    var result = ""
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if let name = names[escaped] {
        for part in name.unicodeScalars {
          result += part == "\\" ? "\\\\" : part == "&" ? "&amp;" : String(Character(part))
        }
      } else {
        result.unicodeScalars.append(contentsOf: [scalar, escaped])
      }
    }
    return result
  }

  /// Returns the text of a record's fields, a line each, still encoded.
  ///
  /// The names of ports, in angle brackets, are not drawn
  /// (<https://graphviz.org/doc/info/shapes.html#record>).
  static func fields(ofRecord label: String) -> String {
    var fields = [String.UnicodeScalarView()]
    var isPort = false
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        fields[fields.count - 1].append(scalar)
        if let escaped = rest.popFirst() { fields[fields.count - 1].append(escaped) }
      case "{", "}", "|": fields.append(String.UnicodeScalarView())
      case "<": isPort = true
      case ">" where isPort: isPort = false
      case _ where isPort: break
      default: fields[fields.count - 1].append(scalar)
      }
    }
    return fields.map { String($0).trimmingSpaces }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the text that a line shows.
  static func decode(line: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": result.append(rest.popFirst() ?? scalar)
      case "&": result.append(contentsOf: HTMLEntity.popCharacter(from: &rest))
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// The text of an HTML-like label (<https://graphviz.org/doc/info/shapes.html#html>).
enum HTMLText {
  /// Returns what a label shows without its markup.
  ///
  /// `<BR/>` and the rows of a table end a line, the cells of a row are a space apart, and blanks
  /// count once, as when they are drawn.
  static func content(of label: String) -> String {
    var text = String.UnicodeScalarView()
    var rest = Substring(label).unicodeScalars
    // What has no end is text, and so is all markup after it: looking for ends takes time.
    var hasEnds = true
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<":
        if let end = hasEnds ? end(ofTagIn: rest) : nil {
          text.append(contentsOf: separator(for: rest[..<end]).unicodeScalars)
          rest = rest[rest.index(after: end)...]
        } else {
          hasEnds = false
          text.append(scalar)
        }
      case "&": text.append(contentsOf: HTMLEntity.popCharacter(from: &rest))
      case "\n", "\r", "\t": text.append(" ")
      default: text.append(scalar)
      }
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map { String($0) }.joined(separator: " ") }
      .trimmingEmptyLines.joined(separator: "\n")
  }

  /// Returns where a tag or comment ends; `nil` where it does not.
  private static func end(
    ofTagIn text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    if text.starts(with: "!--".unicodeScalars) {
      return text.indices.first {
        text[$0] == ">" && text[..<$0].suffix(2).elementsEqual("--".unicodeScalars)
      }
    }
    var quote: Unicode.Scalar?
    return text.indices.first { index in
      let scalar = text[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      }
      return quote == nil && scalar == ">"
    }
  }

  private static func separator(for tag: Substring.UnicodeScalarView) -> String {
    let name = String(tag.prefix { !" \t\r\n/".unicodeScalars.contains($0) }).lowercased()
    switch name {
    case "br", "tr": return "\n"
    case "td": return " "
    default: return ""
    }
  }
}

extension [String] {
  /// The lines without the empty ones at both ends.
  fileprivate var trimmingEmptyLines: ArraySlice<String> {
    drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()[...]
  }
}

/// A line of an edge's label: `event [guard] / action`, with or without spaces.
///
/// The grammar is that of UML (OMG UML 2.5.1, §14.2.4.9) and that of Mealy machines,
/// `input/output`. A slash with spaces around it counts before one without, and neither counts
/// inside brackets nor beside another slash.
struct ForeignTransitionText {
  private(set) var event: String
  private(set) var `guard`: String?
  private(set) var action: String?

  /// A Boolean value that indicates whether the line is blank.
  var isEmpty: Bool { event.isEmpty && `guard` == nil && action == nil }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line, still encoded.
  ///   - decode: Gives the text that an encoded one stands for.
  init(_ line: String, decode: (String) -> String) {
    let scalars = Array(line.unicodeScalars)
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      decode(String(String.UnicodeScalarView(part))).trimmingSpaces
    }
    let slash = Self.slash(in: scalars)
    action = slash.map { text(scalars[($0 + 1)...]) }
    var head = scalars[..<(slash ?? scalars.count)]
    while head.last == " " || head.last == "\t" { head.removeLast() }
    if head.last == "]", let bracket = Self.openingBracket(of: head) {
      `guard` = text(head[(bracket + 1)...].dropLast())
      head = head[..<bracket]
    }
    event = text(head)
  }

  private static func slash(in scalars: [Unicode.Scalar]) -> Int? {
    var depth = 0
    var first: Int?
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth = max(0, depth - 1)
      case "/" where depth == 0:
        let (before, after) = (
          index == 0 ? " " : scalars[index - 1],
          index + 1 == scalars.count ? " " : scalars[index + 1]
        )
        if before == " ", after == " " { return index }
        if first == nil, before != "/", after != "/" { first = index }
      default: break
      }
    }
    return first
  }

  /// Returns where the bracket opens that is closed at the end of a text.
  private static func openingBracket(of text: ArraySlice<Unicode.Scalar>) -> Int? {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == "]" { depth += 1 }
      if text[index] == "[" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

extension StringProtocol {
  /// The text without the spaces, tabs and no-break spaces around it.
  var trimmingSpaces: String {
    let isSpace = { (scalar: Unicode.Scalar) in [" ", "\t", "\u{A0}"].contains(scalar) }
    let text = unicodeScalars.drop(while: isSpace).reversed().drop(while: isSpace)
    return String(String.UnicodeScalarView(text.reversed()))
  }
}
