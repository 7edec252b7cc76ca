import SchematicGraph
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct MachineDiagramTests {
  @Test func groupsManyFindingsOfOneKind() {
    let states = (0..<60).map { StateGraph.State(identifier: "s\($0)") }
    let findings = states.map { state in
      GraphFinding(
        kind: .unreachableState, state: state.identifier, description: "no way to \(state)")
    }
    let graph = StateGraph(
      states: states, transitions: [], initialState: "s0", findings: findings)
    let lines = DisallowedFindings(of: graph, of: Diagram("Many", graph)).lines
    #expect(
      lines == [
        "Many: unreachable state, 60 times: s0; s1; s2; s3 and 56 more. The first: no way to s0"
      ])
  }

  #if os(Linux)
    private enum Event: CaseIterable, Graphable { case push, pull }
    private enum State: CaseIterable, Graphable { case open, shut }

    @Test func drawsRulesThatTrap() {
      let diagram = Diagram(
        "Trap",
        StateGraph(initial: State.open, events: Event.allCases) { state, event -> State? in
          switch (state, event) {
          case (.open, .push): return .shut
          case (.shut, .pull): return .open
          default: preconditionFailure("\(event) while \(state)")
          }
        })
      let graph = Diagram.$triesRules.withValue(true) { diagram.graph }
      #expect(
        graph.traps.map(\.description) == [
          "open: pull / traps: pull while open", "shut: push / traps: push while shut",
        ])
    }
  #endif
}
