import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct NestedGraphTests {
  @Test func nestedGraphIsReadBack() throws { try Seeds.each(300, nestedGraphIsReadBack(seed:)) }

  private func nestedGraphIsReadBack(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    #expect(try StateGraph(dot: graph.dot()) == graph, "SEED=\(seed)")
  }

  @Test func nestedGraphIsDrawn() throws { try Seeds.each(60, nestedGraphIsDrawn(seed:)) }

  private func nestedGraphIsDrawn(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    let image = try graph.render(.svg)
    #expect(String(decoding: image, as: UTF8.self).contains("</svg>"), "SEED=\(seed)")
  }

  @Test func compositeStatesKeepTheirIdentifiers() throws {
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
  func compositeStatesKeepTheirLabels(label: String) throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: "inner"), .init(identifier: "b", parent: "outer")],
      composites: [
        .init(identifier: "outer", label: "Outer"),
        .init(identifier: "inner", label: label, parent: "outer"),
      ],
      transitions: [], initialState: "a")
    #expect(try StateGraph(dot: graph.dot()).composites == graph.composites)
  }
}

@Suite struct RegionReadingTests {
  @Test(arguments: [["left", "right"], ["wing", "wing.tip"], ["a", "a__2", "a2"]])
  func regionsAreReadBack(names: [String]) throws {
    try Seeds.each(10) { (seed: UInt64) throws in
      let graph = StateGraph.sideBySide(
        names.enumerated().map { ($1, .randomNested(seed: seed * 3 + UInt64($0))) })
      let read = try StateGraph(dot: graph.dot())
      #expect(read == graph.inRecordedOrder, "\(names), SEED=\(seed)")
      #expect(read.regions.map(\.name) == names, "\(names), SEED=\(seed)")
    }
  }

  @Test func regionsAreDrawnSideBySide() throws {
    let graph = StateGraph.sideBySide(["x", "y"].map { ($0, .randomNested(seed: 7)) })
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.contains("<title>cluster__region_x</title>"))
    #expect(svg.contains("<title>cluster__region_y</title>"))
  }
}

@Suite(.enabled(if: Graphviz.isBuilt)) struct FinalStateTests {
  /// A final state beside a mere dead end, alone and with something listed inside it.
  @Test(
    arguments: [true, false], [[], [StateGraph.Rule(state: "b", event: "y", reason: "no")]])
  func finalStatesAreReadBack(isFinal: Bool, rejections: [StateGraph.Rule]) throws {
    let graph = StateGraph(
      states: [
        .init(identifier: "a"), .init(identifier: "b", label: "B", isFinal: isFinal),
        .init(identifier: "c", isFinal: !isFinal),
      ],
      transitions: [
        .init(source: "a", target: "b", event: "x"), .init(source: "a", target: "c", event: "y"),
      ],
      rejections: rejections, initialState: "a")
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph)
    #expect(read.fingerprint == graph.fingerprint)
    #expect(read.states.filter(\.isFinal).map(\.identifier) == [isFinal ? "b" : "c"])
  }
}
