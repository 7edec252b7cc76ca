/// The cells of a table as a reader of GitHub Flavored Markdown shows them, with markup undone.
enum MarkdownRows {
  /// Returns the cells of every row below the head.
  static func cells(in document: String) -> [[String]] {
    document.split(separator: "\n").drop { !$0.hasPrefix("| :--") }.dropFirst().map(cells)
  }

  /// Divides a row at the bars that no backslash stands before, and trims the cells.
  static func cells(in row: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for scalar in row.unicodeScalars {
      if scalar == "|", !isEscaped {
        cells.append("")
      } else {
        cells[cells.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return cells.dropFirst().dropLast().map(trimmed)
  }

  /// Returns the characters that a cell shows.
  static func decode(_ cell: String) -> String {
    var result = ""
    var rest = Substring(cell)
    let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "<br>": "\n"]
    // The semicolon and what follows it may be one character.
    let number = /&#([0-9]+);/.matchingSemantics(.unicodeScalar)
    while !rest.isEmpty {
      if let (entity, character) = entities.first(where: {
        rest.unicodeScalars.starts(with: $0.key.unicodeScalars)
      }) {
        result += character
        rest.unicodeScalars.removeFirst(entity.unicodeScalars.count)
      } else if let match = rest.prefixMatch(of: number) {
        result += UInt32(match.output.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        rest = rest[match.range.upperBound...]
      } else {
        if rest.unicodeScalars.first == "\\" { rest.unicodeScalars.removeFirst() }
        if let scalar = rest.unicodeScalars.popFirst() { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  private static func trimmed(_ cell: String) -> String {
    var scalars = Substring(cell).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}
