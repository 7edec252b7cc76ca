import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct TrapReadingTests {
  /// Texts that read like a trap, or nearly.
  private static let texts: [String?] = [
    nil, "", "x", "traps", "traps: x", "traps:", "trap", "rejected: x", " traps", "&#116;raps",
    "a / traps", "[traps]", "traps\nhere",
  ]

  @Test(arguments: texts, texts)
  func trapsAndWhatLooksLikeThemAreReadBack(message: String?, action: String?) throws {
    let graph = StateGraph(
      states: [.init(identifier: "a"), .init(identifier: "b")],
      rules: [
        .init(source: "a", target: "b", event: "go", action: action),
        .init(source: "a", target: "a", event: "stay", action: action, isInternal: true),
        .init(state: "a", event: "stop", guard: "old", effect: .traps(message: message)),
        .init(state: "b", event: "stop", effect: .rejected(reason: message)),
      ],
      initialState: "a")
    #expect(try StateGraph(dot: graph.dot()) == graph)
    var style = DiagramStyle()
    style.labels.remove(.traps)
    let text = graph.dot(style: style)
    #expect(try StateGraph(dot: text) == graph)
    style.labels = []
    #expect(try StateGraph(dot: graph.dot(style: style)) == graph)
  }
}
