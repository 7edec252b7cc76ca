import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct RuleTests {
  private static let table: [StateGraph.Rule] = [
    .init(
      state: "locked", event: "coin", guard: "paid", outcome: .moves(to: "unlocked", action: "open")
    ),
    .init(state: "locked", event: "coin", guard: "not paid", outcome: .stays(as: "locked")),
    .init(state: "locked", event: "push", outcome: .rejected(reason: "pay first")),
    .init(state: "unlocked", event: "coin", outcome: .rejected()),
    .init(state: "unlocked", event: "push", outcome: .moves(to: "locked")),
  ]

  @Test func readAsUMLWritesThem() {
    #expect(
      Self.table.map(\.description) == [
        "locked -> unlocked: coin [paid] / open",
        "locked -> locked: coin [not paid] (internal)",
        "locked: push / rejected: pay first",
        "unlocked: coin / rejected",
        "unlocked -> locked: push",
      ])
  }

  @Test func standInTheOrderOfStatesRejectionsLast() {
    let graph = StateGraph(states: [], rules: Self.table.reversed(), initialState: "locked")
    #expect(graph.rules == [1, 0, 2, 4, 3].map { Self.table[$0] })
  }

  @Test func addStatesThatTheyMention() {
    let rules = [StateGraph.Rule(state: "b", event: "go", outcome: .moves(to: "c"))]
    let graph = StateGraph(states: [], rules: rules, initialState: "a")
    #expect(graph.states.map(\.identifier) == ["a", "b", "c"])
  }

  @Test(arguments: Seeds.first(100))
  func areSeenAsTransitionsAndRejections(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nested = StateGraph.randomNested(seed: seed)
    let rejected = nested.states.filter { _ in Bool.random(using: &random) }
    let graph = StateGraph(
      states: nested.states, composites: nested.composites, transitions: nested.transitions,
      rejections: rejected.map { StateGraph.Rejection(state: $0.identifier, event: "go") },
      initialState: nested.initialState)
    let views = StateGraph(
      states: graph.states, composites: graph.composites, transitions: graph.transitions,
      rejections: graph.rejections, initialState: graph.initialState)
    let rules = StateGraph(
      states: graph.states, composites: graph.composites,
      rules: graph.rules.shuffled(using: &random), initialState: graph.initialState)
    #expect(views.rules == graph.rules)
    #expect(graph.rules.compactMap(StateGraph.Transition.init) == graph.transitions)
    #expect(graph.rules.compactMap(StateGraph.Rejection.init) == graph.rejections)
    #expect(rules == graph)
    #expect(Set(rules.transitions) == Set(graph.transitions))
  }
}
