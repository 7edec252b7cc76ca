import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Graphs between two others: what is accepted is in them, and what is left is the rest of the
/// differences.
@MainActor @Suite struct PartialGraphTests {
  private func graph(
    _ states: [String], _ rules: [StateGraph.Rule], initial: String = "idle"
  ) -> StateGraph {
    StateGraph(
      states: states.map { .init(identifier: $0) }, rules: rules, initialState: initial)
  }

  private func edits(_ partial: PartialGraph, _ positions: Set<Int>) -> [String] {
    positions.sorted().map { partial.edits[$0].description }
  }

  private func position(of edit: String, in partial: PartialGraph) throws -> Int {
    try #require(partial.edits.firstIndex { $0.description == edit }, "\(partial.edits)")
  }

  @Test func arrowToANewStateNeedsTheState() throws {
    let start = StateGraph.Rule(source: "idle", target: "busy", trigger: "start")
    let partial = PartialGraph(
      from: graph(["idle", "busy"], [start]),
      to: graph(
        ["idle", "busy", "broken"],
        [
          start, .init(source: "busy", target: "broken", trigger: "hit"),
          .init(source: "idle", target: "busy", trigger: "again"),
        ]))
    let hit = try position(of: "+ busy -> broken: hit", in: partial)
    #expect(
      edits(partial, partial.completed([hit])) == ["+ busy -> broken: hit", "+ state broken"])
    let graph = try #require(partial.graph(accepting: [hit]))
    #expect(graph.states.map(\.identifier) == ["idle", "busy", "broken"])
    #expect(partial.new.diff(from: graph).description == "+ idle -> busy: again")
  }

  @Test func removedStateTakesItsArrows() throws {
    let old = graph(
      ["idle", "busy", "broken"],
      [
        .init(source: "idle", target: "busy", trigger: "start"),
        .init(source: "busy", target: "broken", trigger: "hit"),
        .init(source: "broken", target: "idle", trigger: "mend"),
        .init(source: "busy", target: "idle", trigger: "stop"),
      ])
    let partial = PartialGraph(
      from: old,
      to: graph(
        ["idle", "busy"],
        [
          .init(source: "idle", target: "busy", trigger: "start"),
          .init(source: "busy", target: "idle", trigger: "hit"),
        ]))
    let gone = try position(of: "- state broken", in: partial)
    #expect(
      edits(partial, partial.completed([gone])) == [
        "~ busy: hit leads to idle, was broken", "- state broken", "- broken -> idle: mend",
      ])
    let graph = try #require(partial.graph(accepting: [gone]))
    #expect(partial.new.diff(from: graph).description == "- busy -> idle: stop")
  }

  @Test func compositeStateComesWithItsStates() throws {
    let old = graph(["idle", "a", "b"], [])
    let new = StateGraph(
      states: [
        .init(identifier: "idle"), .init(identifier: "a", parent: "box"),
        .init(identifier: "b", parent: "box"),
      ],
      composites: [.init(identifier: "box")], rules: [], initialState: "idle")
    let partial = PartialGraph(from: old, to: new)
    let a = try position(of: "~ state a in box, was a", in: partial)
    #expect(partial.completed([a]).count == 3)
    #expect(partial.graph(accepting: [a]) == new)
  }

  /// Returns two random graphs of a kind.
  private func pair(_ kind: Int, using random: inout SplitMix64) -> (StateGraph, StateGraph) {
    switch kind {
    case 0:
      let rules = RandomRules(using: &random).withBehaviors(using: &random)
      return (rules.graph, RandomRules(using: &random).withBehaviors(using: &random).graph)
    case 1:
      func chart() -> StateGraph {
        let chart = PredictedChart(isFlat: false, using: &random)
        return PredictedChart.$declared.withValue(chart) {
          StateGraph(chart.schema(ChartPlace.self, ChartEvent.self))
        }
      }
      return (chart(), chart())
    default:
      return (PredictedNest(using: &random).graph, PredictedNest(using: &random).graph)
    }
  }

  @Test(arguments: [0, 1, 2])
  func acceptedEditsAreInTheGraphAndTheOthersAreLeft(kind: Int) throws {
    try Seeds.each(kind == 2 ? 2 : 10) { seed in
      var random = SplitMix64(seed: seed)
      let (old, new) = pair(kind, using: &random)
      let partial = PartialGraph(from: old, to: new)
      let chosen = partial.completed(
        Set(partial.edits.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }))
      let accepted = partial.graph(accepting: chosen)
      let graph = try #require(accepted)
      let (text, left) = (graph.dot(), new.diff(from: graph).edits)
      #expect(try StateGraph(dot: text) == graph)
      func elements(_ edits: [GraphEdit]) -> Set<GraphElement> {
        Set(edits.flatMap { $0.removed + $0.added }).filter {
          // An order of behaviors can be left or be new when others are accepted.
          if case .behavior = $0 { false } else { true }
        }
      }
      let pending = partial.edits.indices.filter { !chosen.contains($0) }.map { partial.edits[$0] }
      #expect(elements(left) == elements(pending))
    }
  }

  @Test(arguments: [0, 1, 2])
  func reviewOneByOneEndsAtTheNewText(kind: Int) throws {
    try Seeds.each(1) { seed in
      var random = SplitMix64(seed: seed)
      var (graph, new) = pair(kind, using: &random)
      var count = Int.max
      while true {
        let partial = PartialGraph(from: graph, to: new)
        guard let edit = partial.edits.indices.randomElement(using: &random) else { break }
        // Nests differ in hundreds of rules, so many are accepted at once.
        let more = kind == 2 ? partial.edits.indices.filter { $0 % 3 == edit % 3 } : []
        try #require(partial.edits.count < count)
        count = partial.edits.count
        let next = partial.graph(accepting: Set([edit] + more))
        graph = try #require(next, "\(partial.edits[edit])")
        // The next review begins with the file.
        if graph != new { graph = try StateGraph(dot: graph.dot()) }
      }
      #expect(graph.dot() == new.dot())
    }
  }
}
