import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicGraphviz

@Suite struct DOTSizeTests {
  @Test(arguments: [
    (Sample.turnstile, 3, 3), (Sample.clusters, 9, 10), ("digraph {}", 0, 0),
    ("digraph \"a\" + \"b\" { subgraph node_ { graph [x=y]; \"node\" } }", 1, 0),
    ("digraph { \"a -> \\\" b\" + \"c\" -> \"d\\\\\" [label=\"e\"+\"f -> g\" h=i]; k=l }", 2, 1),
  ])
  func countsNodesAndArrows(text: String, nodes: Int, edges: Int) {
    let size = DOTSize(of: text)
    #expect(size.nodes == nodes && size.edges == edges)
  }

  /// Twelve transitions between two states are one arrow, and the start is another.
  @Test func countsArrowsAfterMerging() {
    let graph = StateGraph(
      states: [],
      transitions: (0..<12).map { .init(source: "a", target: "b", event: "e\($0)") },
      initialState: "a")
    let size = DOTSize(of: graph.dot())
    #expect(size.nodes == 3 && size.edges == 2)
  }

  @Test(arguments: Seeds.first(40))
  func countsWhatIsDrawn(seed: UInt64) throws {
    var graph = StateGraph.randomNested(seed: seed)
    if seed % 4 == 0 {
      graph = StateGraph(regions: [
        .init(name: "left", graph: graph), .init(name: "right", graph: .randomNested(seed: ~seed)),
      ])
    }
    let size = DOTSize(of: graph.dot())
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.matches(of: /class="node/).count == size.nodes, "SEED=\(seed)")
    #expect(svg.matches(of: /class="edge/).count == size.edges, "SEED=\(seed)")
  }

  /// In names and labels nothing counts.
  @Test(arguments: AdversarialText.all)
  func countsNothingInTexts(text: String) {
    let graph = StateGraph(
      states: [.init(identifier: text, label: text), .init(identifier: "other")],
      transitions: [.init(source: text, target: "other", event: text, action: text)],
      initialState: text)
    let size = DOTSize(of: graph.dot(name: text))
    #expect(size.nodes == 3 && size.edges == 2)
  }

  /// No text is read beyond its end.
  @Test(arguments: Seeds.first(300))
  func countsInAnyText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let signs = ["\"", "\\", "a", " ", "->", "-", "{", "}", "[", "]", "=", "+", ";", "é", "\n"]
    let text = (0..<30).map { _ in signs.randomElement(using: &random) ?? "" }.joined()
    let size = DOTSize(of: text)
    #expect(size.nodes <= 30 && size.edges <= 30, "SEED=\(seed)")
  }
}
