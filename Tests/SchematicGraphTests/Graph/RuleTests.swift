import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct RuleTests {
  private static let table: [StateGraph.Rule] = [
    .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "open"),
    .init(source: "locked", target: "locked", event: "coin", guard: "not paid", isInternal: true),
    .init(state: "locked", event: "push", effect: .rejected(reason: "pay first")),
    .init(state: "unlocked", event: "coin", effect: .rejected()),
    .init(source: "unlocked", target: "locked", event: "push"),
  ]

  @Test func ruleReadsAsUMLWritesIt() {
    #expect(
      Self.table.map(\.description) == [
        "locked -> unlocked: coin [paid] / open",
        "locked -> locked: coin [not paid] (internal)",
        "locked: push / rejected: pay first",
        "unlocked: coin / rejected",
        "unlocked -> locked: push",
      ])
  }

  @Test func rulesStandInTheOrderOfStatesRejectionsLast() {
    let graph = StateGraph(states: [], rules: Self.table.reversed(), initialState: "locked")
    #expect(graph.rules == [1, 0, 2, 4, 3].map { Self.table[$0] })
  }

  @Test func rulesAddStatesThatTheyMention() {
    let rules = [StateGraph.Rule(source: "b", target: "c", event: "go")]
    let graph = StateGraph(states: [], rules: rules, initialState: "a")
    #expect(graph.states.map(\.identifier) == ["a", "b", "c"])
  }

  @Test func rulesAreSeenAsTransitionsAndRejections() {
    Seeds.each(100, rulesAreSeenAsTransitionsAndRejections(seed:))
  }

  private func rulesAreSeenAsTransitionsAndRejections(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nested = StateGraph.randomNested(seed: seed)
    let rejected = nested.states.filter { _ in Bool.random(using: &random) }
    let graph = StateGraph(
      states: nested.states, composites: nested.composites, transitions: nested.transitions,
      rejections: rejected.map { StateGraph.Rule(state: $0.identifier, event: "go") },
      initialState: nested.initialState)
    let views = StateGraph(
      states: graph.states, composites: graph.composites, transitions: graph.transitions,
      rejections: graph.rejections, initialState: graph.initialState)
    let rules = StateGraph(
      states: graph.states, composites: graph.composites,
      rules: graph.rules.shuffled(using: &random), initialState: graph.initialState)
    #expect(views.rules == graph.rules)
    #expect(Set(graph.rules) == Set(graph.transitions + graph.rejections))
    #expect(graph.rejections.count == rejected.count)
    #expect(rules == graph)
    #expect(Set(rules.transitions) == Set(graph.transitions))
  }
}
