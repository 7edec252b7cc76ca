import Foundation
import SchematicGraph
import Testing

@Suite struct TrapTests {
  private static let rules: [StateGraph.Rule] = [
    .init(state: "shut", event: "push", outcome: .traps(message: "locked")),
    .init(state: "shut", event: "pull", outcome: .rejected(reason: "no")),
    .init(state: "shut", event: "turn", outcome: .moves(to: "open")),
    .init(state: "open", event: "turn", guard: "old", outcome: .traps()),
  ]
  private let graph = StateGraph(states: [], rules: rules, initialState: "shut")

  @Test func listsTrapsBesideRejections() {
    #expect(graph.rules.map(\.event) == ["turn", "pull", "push", "turn"])
    #expect(graph.rejections.map(\.event) == ["pull"])
    #expect(
      graph.traps.map(\.description) == [
        "shut: push / traps: locked", "open: turn [old] / traps",
      ])
    #expect(graph.traps.allSatisfy { $0.target == nil && !$0.isRejection && $0.isTrap })
  }

  @Test func showsTrapsInEveryNotation() {
    #expect(graph.dot().contains("push / traps: locked"))
    #expect(graph.dot().contains("turn [old] / traps"))
    #expect(graph.mermaid().contains("shut : push / traps#58; locked"))
    #expect(graph.plantUML().contains("shut : push / traps: locked"))
    #expect(graph.markdownTable().contains("*traps:* locked"))
    #expect(graph.scxml().contains("<schematic:trap"))
    #expect(graph.json().contains(#""traps": ["#))
    let rest = StateGraph(
      states: graph.states, rules: graph.rules.filter { !$0.isTrap }, initialState: "shut")
    #expect(!rest.json().contains("traps"))
  }

  /// The graph with one rule replaced.
  private func graph(replacing index: Int, by outcome: StateGraph.Rule.Outcome) -> StateGraph {
    var rules = Self.rules
    rules[index].outcome = outcome
    return StateGraph(states: graph.states, rules: rules, initialState: "shut")
  }

  @Test(arguments: [
    (StateGraph.Rule.Outcome.traps(), "shut: push traps, was: traps: locked"),
    (.rejected(reason: "locked"), "shut: push is rejected: locked, was: traps: locked"),
    (.stays(as: "shut"), "shut: push stays, was: traps: locked"),
  ])
  func tellsATrapFromEverythingElse(outcome: StateGraph.Rule.Outcome, words: String) {
    let changed = graph(replacing: 0, by: outcome)
    #expect(changed != graph)
    #expect(changed.fingerprint != graph.fingerprint)
    #expect(changed.diff(from: graph).edits.map(\.summary) == [words])
    #expect(changed.distinguishingTrace(from: graph) != nil)
  }

  @Test func areStoredWithTheGraph() throws {
    let data = Data(graph.json().utf8)
    #expect(try JSONDecoder().decode(StateGraph.self, from: data) == graph)
    let encoded = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(StateGraph.self, from: encoded) == graph)
  }

  @Test func walksTakeNoTraps() {
    for goal in [WalkGoal.everyTransition, .everyTransitionAndRejection, .everyState] {
      #expect(graph.walks(taking: goal).walks.flatMap(\.steps).allSatisfy { !$0.rule.isTrap })
    }
  }
}
