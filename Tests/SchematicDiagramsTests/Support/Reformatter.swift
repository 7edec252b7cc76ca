import SchematicTestKit

/// Writes the text of a diagram again, in other words: other blanks, comments and line endings,
/// quotes only where they must be, attributes and statements in another order.
struct Reformatter {
  private enum Token {
    case text(String)
    /// What stands between brackets: names and values.
    case attributes([(String, String)])
  }

  /// Returns a text of the same graph as a text of our printer, which has a statement on each line,
  /// and the defaults first.
  static func reformat(_ text: String, using random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n").map { tokens(of: String($0)) }
    // The line that opens the graph, three lines of defaults, and the brace at the end stay.
    lines[4..<(lines.count - 1)].shuffle(using: &random)
    let written = lines.flatMap { line in
      line.flatMap { token -> [String] in
        switch token {
        case .text(let text): return [bare(text, using: &random)]
        case .attributes(var attributes):
          attributes.shuffle(using: &random)
          return ["["]
            + attributes.flatMap { name, value in
              [name, "=", bare(value, using: &random)]
                + ([[","], [";"], []].randomElement(using: &random) ?? [])
            } + ["]"]
        }
      }
    }
    let ending = Bool.random(using: &random) ? "\n" : "\r\n"
    return written.map { $0 + blank(ending, using: &random) }.joined()
  }

  private static func blank(_ ending: String, using random: inout SplitMix64) -> String {
    [
      " ", "  ", "\t", ending, ending + ending, " /* \" -> { */ ", " // } \"\(ending)",
      "\(ending)# \"{\(ending)", " ", ending,
    ].randomElement(using: &random) ?? " "
  }

  /// A quoted name without its quotes, where that may be.
  private static func bare(_ text: String, using random: inout SplitMix64) -> String {
    guard text.hasPrefix("\""), Bool.random(using: &random),
      let name = text.wholeMatch(of: #/"([A-Za-z_][A-Za-z0-9_]*)"/#)?.output.1,
      !["node", "edge", "graph", "digraph", "subgraph", "strict"].contains(name.lowercased())
    else { return text }
    return String(name)
  }

  private static func tokens(of line: String) -> [Token] {
    var tokens: [Token] = []
    var attributes: [String]?
    for match in line.matches(of: #/"(?:\\[\s\S]|[^"\\])*"|->|[A-Za-z0-9_.#]+|[^\s]/#) {
      let word = String(match.output)
      switch (word, attributes) {
      case ("[", nil): attributes = []
      case ("]", let words?):
        tokens.append(
          .attributes(stride(from: 0, to: words.count, by: 3).map { (words[$0], words[$0 + 2]) }))
        attributes = nil
      case (_, let words?): attributes = words + [word]
      case (_, nil): tokens.append(.text(word))
      }
    }
    return tokens
  }
}
