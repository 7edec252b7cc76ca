import Foundation
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct TrapTests {
  private static let rules: [StateGraph.Rule] = [
    .init(state: "shut", event: "push", effect: .traps(message: "locked")),
    .init(state: "shut", event: "pull", effect: .rejected(reason: "no")),
    .init(source: "shut", target: "open", event: "turn"),
    .init(state: "open", event: "turn", guard: "old", effect: .traps()),
  ]
  private let graph = StateGraph(states: [], rules: rules, initialState: "shut")

  @Test func trapsAreListedBesideRejections() {
    #expect(graph.rules.map(\.event) == ["turn", "pull", "push", "turn"])
    #expect(graph.rejections.map(\.event) == ["pull"])
    #expect(
      graph.traps.map(\.description) == [
        "shut: push / traps: locked", "open: turn [old] / traps",
      ])
    #expect(
      graph.traps.allSatisfy {
        $0.target == $0.source && !$0.effect.isRejection && $0.effect.isTrap
      })
  }

  @Test func trapsAreShownInEveryNotation() {
    #expect(graph.dot().contains("push / traps: locked"))
    #expect(graph.dot().contains("turn [old] / traps"))
    #expect(graph.mermaid().contains("shut : push / traps#58; locked"))
    #expect(graph.plantUML().contains("shut : push / traps: locked"))
    #expect(graph.markdownTable().contains("*traps:* locked"))
    #expect(graph.json().contains(#""effect":"traps","message":"locked""#))
    let rest = StateGraph(
      states: graph.states, rules: graph.rules.filter { !$0.effect.isTrap }, initialState: "shut")
    #expect(!rest.json().contains("traps"))
  }

  /// The graph with one rule replaced.
  private func graph(replacing index: Int, by effect: StateGraph.Effect) -> StateGraph {
    var rules = Self.rules
    rules[index].effect = effect
    return StateGraph(states: graph.states, rules: rules, initialState: "shut")
  }

  @Test(arguments: [
    (StateGraph.Effect.traps(), "shut: push traps, was: traps: locked"),
    (.rejected(reason: "locked"), "shut: push is rejected: locked, was: traps: locked"),
    (.internal(), "shut: push stays, was: traps: locked"),
  ])
  func trapIsToldFromEverythingElse(effect: StateGraph.Effect, words: String) throws {
    let changed = graph(replacing: 0, by: effect)
    #expect(changed != graph)
    #expect(changed.fingerprint != graph.fingerprint)
    #expect(changed.diff(from: graph).edits.map(\.summary) == [words])
    #expect(try changed.distinguishingTrace(from: graph) != nil)
  }

  @Test func trapsAreStoredWithTheGraph() throws {
    let encoded = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(StateGraph.self, from: encoded) == graph)
  }

  @Test func walksTakeNoTraps() {
    for goal in [WalkGoal.everyTransition, .everyTransitionAndRejection, .everyState] {
      #expect(
        graph.walks(taking: goal, resetCost: nil).walks.flatMap(\.steps).allSatisfy {
          !$0.rule.effect.isTrap
        })
    }
  }
}
