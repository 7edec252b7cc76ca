import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// The numbers of nodes and arrows that the printer hands on.
@Suite struct DOTPictureTests {
  /// Twelve transitions between two states are one arrow, and the start is another.
  @Test func pictureCountsArrowsAfterMerging() {
    let graph = StateGraph(
      states: [],
      transitions: (0..<12).map { .init(source: "a", target: "b", event: "e\($0)") },
      initialState: "a")
    let picture = DOTPrinter().picture(of: graph)
    #expect(picture.nodes == 3 && picture.edges == 2 && picture.depth == 0)
  }

  @Test(arguments: Seeds.first(40))
  func pictureCountsWhatIsDrawn(seed: UInt64) throws {
    var graph = StateGraph.randomNested(seed: seed)
    if seed % 4 == 0 {
      graph = .sideBySide([("left", graph), ("right", .randomNested(seed: ~seed))])
    }
    let picture = DOTPrinter().picture(of: graph)
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.matches(of: /class="node/).count == picture.nodes, "SEED=\(seed)")
    #expect(svg.matches(of: /class="edge/).count == picture.edges, "SEED=\(seed)")
  }

  @Test func pictureCountsBoxesInEachOtherAndTheLongestLine() {
    let graph = StateGraph(
      states: [.init(identifier: "a", label: String(repeating: "x", count: 999), parent: "in")],
      composites: [.init(identifier: "out"), .init(identifier: "in", parent: "out")],
      rules: [], initialState: "a")
    let picture = DOTPrinter().picture(of: graph)
    #expect(picture.depth == 2)
    #expect((1_000...1_100).contains(picture.longestLine))
  }
}
