import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct StatechartTests {
  /// A machine with `idle` and `done` outside, and `run.a`, `run.b`, `run.c` inside `run`.
  private func graph(
    _ transitions: [(String, String, String)], final: Set<String> = []
  ) -> StateGraph {
    StateGraph(
      states: ["idle", "run.a", "run.b", "run.c", "done"].map { name in
        .init(
          identifier: name, isFinal: final.contains(name),
          parent: name.hasPrefix("run.") ? "run" : nil)
      },
      composites: [.init(identifier: "run")],
      transitions: transitions.map { .init(source: $0, target: $2, event: $1) },
      initialState: "idle")
  }

  @Test func chartDrawsWhatAllStatesInsideShareOnce() {
    let chart = Statechart(
      of: graph([
        ("run.a", "stop", "idle"), ("run.b", "stop", "idle"), ("run.c", "stop", "idle"),
        ("run.a", "next", "run.b"),
      ]))
    #expect(chart.transitions.map(\.event) == ["stop", "next"])
    #expect(chart.transitions.map(\.source) == [.composite("run"), .state("run.a")])
  }

  @Test func chartDrawsNothingOnceThatOneStateLacks() {
    let chart = Statechart(of: graph([("run.a", "stop", "idle"), ("run.b", "stop", "idle")]))
    #expect(chart.transitions.map(\.source) == [.state("run.a"), .state("run.b")])
  }

  /// A timeout at the border runs on while the machine moves inside.
  @Test(arguments: [[], [30], [3]])
  func chartDrawsATimeoutAtTheBorderOfItsOwner(owned: [Int]) {
    var graph = graph(["run.a", "run.b", "run.c"].map { ($0, "after 30 s", "idle") })
    graph = StateGraph(
      states: graph.states,
      composites: [.init(identifier: "run", behaviors: owned.map { .init(after: .seconds($0)) })],
      rules: graph.rules, initialState: graph.initialState)
    let chart = Statechart(of: graph)
    #expect(
      chart.transitions.map(\.source)
        == (owned == [30]
          ? [.composite("run")] : [.state("run.a"), .state("run.b"), .state("run.c")]))
    #expect(Set(chart.transitions.flatMap(\.rules)) == Set(graph.transitions))
  }

  @Test func chartAsksNothingOfFinalStatesInside() {
    let chart = Statechart(
      of: graph([("run.a", "stop", "idle"), ("run.b", "stop", "idle")], final: ["run.c"]))
    #expect(chart.transitions.map(\.source) == [.composite("run")])
    #expect(Set(chart.transitions.flatMap(\.rules)) == Set(chart.graph.transitions))
  }

  /// The border stands for states that are not final, and says nothing of the others.
  @Test func chartKeepsTheTransitionOfAFinalStateInside() {
    let graph = graph(
      [("run.a", "stop", "idle"), ("run.b", "stop", "idle"), ("run.c", "stop", "idle")],
      final: ["run.c"])
    let chart = Statechart(of: graph)
    #expect(chart.transitions.map(\.source) == [.composite("run"), .state("run.c")])
    #expect(Set(chart.transitions.flatMap(\.rules)) == Set(graph.transitions))
  }

  /// As in a diagram by hand, where final states may have transitions.
  @Test func chartKeepsTransitionsOfFinalStates() {
    Seeds.each(200, chartKeepsTransitionsOfFinalStates(seed:))
  }

  private func chartKeepsTransitionsOfFinalStates(seed: UInt64) {
    let nested = StateGraph.randomNested(seed: seed)
    var random = SplitMix64(seed: seed)
    let graph = StateGraph(
      states: nested.states.map { state in
        var state = state
        state.isFinal = Bool.random(using: &random)
        return state
      },
      composites: nested.composites, transitions: nested.transitions,
      initialState: nested.initialState)
    #expect(
      Set(Statechart(of: graph).transitions.flatMap(\.rules)) == Set(graph.transitions),
      "SEED=\(seed)")
  }

  @Test func chartKeepsTransitionsThatStayInside() {
    let chart = Statechart(
      of: graph([
        ("run.a", "reset", "run.a"), ("run.b", "reset", "run.a"), ("run.c", "reset", "run.a"),
      ]))
    #expect(chart.transitions.map(\.source) == [.state("run.a"), .state("run.b"), .state("run.c")])
  }

  @Test func chartShowsInitialSubstatesOfStatesEnteredAsAWhole() {
    let chart = Statechart(of: graph([("idle", "go", "run.b"), ("done", "again", "run.b")]))
    #expect(chart.transitions.map(\.target) == [.composite("run"), .composite("run")])
    #expect(chart.initialSubstates == ["run": .state("run.b")])
  }

  @Test func arrowsLeadToTheStatesInsideIfTheyDiffer() {
    let chart = Statechart(of: graph([("idle", "go", "run.b"), ("done", "again", "run.c")]))
    #expect(chart.transitions.map(\.target) == [.state("run.b"), .state("run.c")])
    #expect(chart.initialSubstates.isEmpty)
  }

  @Test func chartStartsInAStateInsideAStateInside() {
    let graph = StateGraph(
      states: [
        .init(identifier: "off"), .init(identifier: "x"),
        .init(identifier: "deep", parent: "inner"), .init(identifier: "other", parent: "inner"),
      ],
      composites: [
        .init(identifier: "outer"), .init(identifier: "inner", parent: "outer"),
      ],
      transitions: [
        .init(source: "off", target: "deep", event: "a"),
        .init(source: "x", target: "deep", event: "b"),
      ],
      initialState: "off")
    let chart = Statechart(of: graph)
    #expect(chart.initialSubstates == ["outer": .composite("inner"), "inner": .state("deep")])
    #expect(chart.transitions.map(\.target) == [.composite("outer"), .composite("outer")])
    #expect(Set(chart.transitions.flatMap(\.rules)) == Set(graph.transitions))
  }

  @Test func chartIsFlattenedToTheGraphItWasMadeOf() {
    Seeds.each(500, chartIsFlattenedToTheGraphItWasMadeOf(seed:))
  }

  private func chartIsFlattenedToTheGraphItWasMadeOf(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let chart = Statechart(of: graph)
    #expect(Set(chart.transitions.flatMap(\.rules)) == Set(graph.transitions), "SEED=\(seed)")
    #expect(chart.transitions.flatMap(\.rules).count == graph.transitions.count, "SEED=\(seed)")
    #expect(chart.transitions.count <= graph.transitions.count)
  }

  @Test func chartDrawsFewerArrowsOfRandomGraphs() {
    let graphs = (0..<200).map { StateGraph.randomNested(seed: UInt64($0)) }
    let drawn = graphs.map { Statechart(of: $0).transitions.count }.reduce(0, +)
    #expect(drawn < graphs.map(\.transitions.count).reduce(0, +))
  }
}
