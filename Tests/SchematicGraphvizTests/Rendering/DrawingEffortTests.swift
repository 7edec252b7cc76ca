import SchematicGraph
import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct DrawingEffortTests {
  @Test func drawsSmallGraphsWithAllEffort() {
    for effort in [DrawingEffort(nodes: 150, edges: 0), DrawingEffort(nodes: 2, edges: 150)] {
      #expect(effort.lines == .curved)
      #expect(effort.improvements == nil && effort.isFull)
      #expect(effort.description.hasSuffix("drawn with all effort"))
    }
  }

  @Test(arguments: [
    (151, 0, DrawingEffort.Lines.curved, 149), (1_000, 150, .curved, 150),
    (100_000, 0, .curved, 2_000), (2, 151, .straight, 2), (300, 151, .straight, 150),
  ])
  func drawsLargeGraphsWithLess(
    nodes: Int, edges: Int, lines: DrawingEffort.Lines, improvements: Int
  ) {
    let effort = DrawingEffort(nodes: nodes, edges: edges)
    #expect(effort.lines == lines)
    #expect(effort.improvements == improvements && !effort.isFull)
  }

  @Test func saysWhatIsChosenAndWhy() {
    #expect(
      DrawingEffort(nodes: 157, edges: 969).description
        == "157 nodes and 969 edges, drawn in straight lines, improved at most 149 times: more than "
        + "150 of either are drawn with less effort")
  }

  /// Twelve transitions between two states are one arrow, and the start is another.
  @Test func countsArrowsAfterMerging() throws {
    let graph = StateGraph(
      states: [],
      transitions: (0..<12).map { .init(source: "a", target: "b", event: "e\($0)") },
      initialState: "a")
    let effort = try graph.drawingEffort()
    #expect(effort == DrawingEffort(nodes: 3, edges: 2))
  }

  /// What the value says is what Graphviz is told.
  @Test func isWhatIsDrawn() throws {
    let nodes = 200
    let edges = (0..<nodes).map { "s\($0) -> s\($0 / 2 + $0 % 7 * 3) [label=go];" }.joined()
    let effort = try Graphviz.effort(for: "digraph { \(edges) }")
    #expect(effort == DrawingEffort(nodes: nodes, edges: nodes))
    #expect(effort.lines == .straight && effort.improvements == 150)
    let chosen = "nslimit=0.750 nslimit1=0.750 mclimit=0.1 splines=line"
    let image = try Graphviz.render(dot: "digraph { \(edges) }", as: .svg)
    #expect(try Graphviz.render(dot: "digraph { \(chosen) \(edges) }", as: .svg) == image)
    #expect(try Graphviz.render(dot: "digraph { splines=true \(edges) }", as: .svg) != image)
  }
}
