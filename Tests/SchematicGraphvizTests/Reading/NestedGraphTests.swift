import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct NestedGraphTests {
  @Test(arguments: Seeds.first(300))
  func readsBackNestedGraphs(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    #expect(try StateGraph(dot: graph.dot()) == graph, "SEED=\(seed)")
  }

  @Test(arguments: Seeds.first(60))
  func drawsNestedGraphs(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    let image = try graph.render(.svg)
    #expect(String(decoding: image, as: UTF8.self).contains("</svg>"), "SEED=\(seed)")
  }

  @Test func keepsIdentifiersOfCompositeStates() throws {
    for name in ["ängst.lich", "_5f", "a b", "", "\u{200B}", "cluster_x", "\"", "\\"] {
      let graph = StateGraph(
        states: [
          .init(identifier: "in 1", parent: name), .init(identifier: "in 2", parent: name),
          .init(identifier: "out"), .init(identifier: "out 2"),
        ],
        composites: [.init(identifier: name, label: "\(name)!")],
        transitions: [
          .init(source: "out", target: "in 1", event: "a"),
          .init(source: "out 2", target: "in 1", event: "a"),
          .init(source: "in 1", target: "out", event: "b"),
          .init(source: "in 2", target: "out", event: "b"),
        ],
        initialState: "out")
      #expect(try StateGraph(dot: graph.dot()) == graph)
    }
  }

  @Test(arguments: ["", " ", "Box"])
  func keepsLabelsOfCompositeStates(label: String) throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: "inner"), .init(identifier: "b", parent: "outer")],
      composites: [
        .init(identifier: "outer", label: "Outer"),
        .init(identifier: "inner", label: label, parent: "outer"),
      ],
      transitions: [], initialState: "a")
    #expect(try StateGraph(dot: graph.dot()).composites == graph.composites)
  }

  @Test func readsClustersOfOthers() throws {
    let graph = try StateGraph(
      dot: """
        digraph { start [shape=point]; start -> a
          subgraph cluster_1 { label="Run"; a; b; subgraph cluster_2 { c } }
          subgraph { d } a -> d [ltail=cluster_1 label=stop] }
        """)
    #expect(
      graph.composites.map(\.description) == [
        "cluster_1 \"Run\"", "cluster_2 \"Run\" in cluster_1",
      ])
    #expect(
      graph.transitions.map(\.description) == [
        "a -> d: stop", "b -> d: stop", "c -> d: stop",
      ])
  }
}
