/// What a line of an edge's label says.
struct TransitionText {
  var event: String
  var `guard`: String?
  var action: String?

  /// Whether nothing is said.
  var isEmpty: Bool { event.isEmpty && `guard` == nil && action == nil }
}

extension TransitionText {
  /// Reads a line that others wrote: `event [guard] / action`, with or without spaces.
  ///
  /// The grammar is that of UML (OMG UML 2.5.1, §14.2.4.9) and that of Mealy machines,
  /// `input/output`. A slash with spaces around it counts before one without, and neither counts
  /// inside brackets nor beside another slash.
  ///
  /// - Parameters:
  ///   - line: The line, still encoded.
  ///   - decode: Gives the text that an encoded one stands for.
  init(ofOthers line: String, decode: (String) -> String) {
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
