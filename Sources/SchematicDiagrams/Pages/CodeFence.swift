/// Follows the fenced code blocks of a page, in which markers are examples (CommonMark 0.31, §4.5).
struct CodeFence {
  private var open: (character: Character, length: Int)?

  /// Whether the last line stands in a code block, or opens or closes one.
  private(set) var isInside = false

  /// Reads the next line.
  mutating func read(_ line: Substring) {
    let text = line.drop { $0 == " " }
    let indent = line.count - text.count
    let character = text.first ?? " "
    let length = text.prefix { $0 == character }.count
    let isFence = indent <= 3 && (character == "`" || character == "~") && length >= 3
    let rest = text.dropFirst(length)
    if let open {
      isInside = true
      let closes =
        isFence && character == open.character && length >= open.length
        && rest.allSatisfy(\.isWhitespace)
      if closes { self.open = nil }
    } else {
      // What follows backticks that open a block holds none, or it would be a code span.
      let opens = isFence && (character == "~" || !rest.contains("`"))
      if opens { open = (character, length) }
      isInside = opens
    }
  }
}
