import SchematicGraph

/// A notation that a part of a page can be written in.
struct PageNotation: Sendable {
  /// The word of the marker: `table` in `<!-- diagram: Turnstile table -->`.
  let name: String
  /// The language of the code block around the text; `nil` where the text is Markdown itself.
  let language: String?
  private let text: @Sendable (StateGraph, String) -> String

  private init(
    _ name: String, language: String?, text: @escaping @Sendable (StateGraph, String) -> String
  ) {
    self.name = name
    self.language = language
    self.text = text
  }

  /// The notations that there are.
  static let all: [PageNotation] = [
    PageNotation("table", language: nil) { graph, _ in graph.markdownTable() },
    PageNotation("mermaid", language: "mermaid") { graph, _ in graph.mermaid() },
    PageNotation("plantuml", language: "plantuml") { graph, _ in graph.plantUML() },
    PageNotation("dot", language: "dot") { $0.dot(name: $1) },
  ]

  /// The names of all notations, for the help.
  static var names: String { all.map(\.name).joined(separator: ", ") }

  /// Returns the Markdown that shows a graph.
  func markdown(of graph: StateGraph, named name: String) -> String {
    let text = text(graph, name)
    guard let language else { return text }
    // Longer than what the text holds, so that nothing in it ends the block.
    let fence = String(repeating: "`", count: max(3, Self.longestFence(in: text) + 1))
    return "\(fence)\(language)\n\(text)\(fence)\n"
  }

  private static func longestFence(in text: String) -> Int {
    text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  }
}
