import Schematic
import SchematicGraph
import Testing

@Suite struct SmallWorldTests {
  private enum Only: CaseIterable, Graphable { case state }
  private enum Nothing: CaseIterable, Graphable {}
  private enum Tick: CaseIterable, Graphable { case tick }

  private func neverAsked(_ state: Only, _ event: Nothing) -> Transition<Only, Void> {}

  @Test func machineWithoutEventsIsDrawn() {
    let graph = StateGraph(
      StateMachineSchema<Only, Nothing, Void>(initialState: .state, logic: neverAsked)
    )
    #expect(graph.states.map(\.identifier) == ["state"])
    #expect(graph.transitions.isEmpty)
    #expect(graph.deadEnds == ["state"])
    #expect(graph.findingLines == ["handles nothing: state"])
  }

  @Test func machineOfOneStateIsDrawn() {
    let graph = StateGraph(
      StateMachineSchema<Only, Tick, Void>(initialState: .state) { _, _ in .to(.state) }
    )
    #expect(graph.lines == ["state → state: tick"])
    #expect(graph.deadEnds == ["state"])
  }

  private enum Twice: Graphable {
    case one(Int), two(Int)
    static var graphCases: [Twice] { [.one(1), .two(1), .one(2)] }
    var graphLabel: String { "same" }
  }

  @Test func findingNamesTheCaseOfEventsThatLookAlike() {
    let graph = StateGraph(
      StateMachineSchema<Only, Twice, Void>(initialState: .state) { _, event in
        switch event {
        case .one: return .stay("first")
        case .two: return .stay("second")
        }
      }
    )
    #expect(
      graph.lines == [
        "state ⇢ state: same [event = one] / first", "state ⇢ state: same [event = two] / second",
      ])
    #expect(graph.findingLines == ["repeated event label: same"])
  }

  private enum Muddle: Graphable {
    case one, two
    static var graphCases: [Muddle] { [.one, .two] }
    var casePath: [String] { ["same"] }
    var graphLabel: String { self == .one ? "One" : "Two" }
  }

  @Test func declaredCasesOfOneIdentifierAreNoted() {
    let graph = StateGraph(
      StateMachineSchema<Muddle, Tick, Void>(initialState: .one) { _, _ in .stay }
    )
    #expect(graph.states.map(\.label) == ["One"])
    #expect(graph.findingLines == ["repeated identifier: same"])
  }

  private struct Counter: Graphable {
    let count: Int
    static var graphCases: [Counter] { [Counter(count: 0)] }
  }

  @Test func statesThatMultiplyAreBounded() {
    let graph = StateGraph(
      StateMachineSchema<Counter, Tick, Void>(initialState: Counter(count: 0)) { counter, _ in
        .to(Counter(count: counter.count + 1))
      }
    )
    #expect(graph.states.count > 1_000 && graph.states.count < 1_010)
    #expect(graph.findings.contains { $0.kind == .undeclaredStateBound })
  }

  private enum Hidden: Graphable {
    case shown, hidden
    static var graphCases: [Hidden] { [.shown] }
  }

  @Test(arguments: [(true, "hidden"), (false, "shown")])
  func statesThatNobodyDeclaredAreDrawn(isInitial: Bool, initialState: String) {
    let graph = StateGraph(
      StateMachineSchema<Hidden, Tick, Void>(initialState: isInitial ? .hidden : .shown) {
        state, _ in
        switch state {
        case .shown: return .to(.hidden)
        case .hidden: return .to(.shown)
        }
      }
    )
    #expect(graph.states.map(\.identifier) == ["shown", "hidden"])
    #expect(graph.initialState == initialState)
    #expect(graph.lines == ["shown → hidden: tick", "hidden → shown: tick"])
    #expect(graph.findingLines == ["undeclared state: hidden"])
  }

  private enum Undeclared: Graphable {
    case only
    static var graphCases: [Undeclared] { [] }
  }

  @Test func machineThatDeclaresNothingIsDrawn() {
    let graph = StateGraph(
      StateMachineSchema<Undeclared, Undeclared, Void>(initialState: .only) { _, _ in .stay }
    )
    #expect(graph.states.map(\.identifier) == ["only"])
    #expect(graph.transitions.isEmpty)
    #expect(graph.findingLines == ["undeclared state: only", "handles nothing: only"])
  }
}
