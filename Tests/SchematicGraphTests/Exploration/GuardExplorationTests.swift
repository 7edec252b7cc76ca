import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct GuardExplorationTests {
  private enum Gate: CaseIterable, Graphable { case locked, unlocked }
  private enum Visitor: CaseIterable, Graphable { case coin }

  /// The guards and actions of what a coin does, in the order of the graph.
  private func branches(
    _ logic: @escaping @Sendable (Guard<Void>) -> String
  ) -> (lines: [String], graph: StateGraph) {
    let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) { gate, _, when in
      switch gate {
      case .locked: return .to(.unlocked, logic(when))
      case .unlocked: return .ignored
      }
    }
    let graph = StateGraph(schema)
    return (graph.transitions.map { "[\($0.guard ?? "")] \($0.action ?? "")" }, graph)
  }

  @Test func graphShowsBothBranchesOfAGuard() {
    let lines = branches { when in when("paid") { false } ? "open" : "count" }.lines
    #expect(lines == ["[paid] open", "[not paid] count"])
  }

  @Test func graphShowsEveryCombinationInTheOrderOfAnswers() {
    let lines = branches { when in
      "\([when("a") { false }, when("b") { false }, when("c") { false }].count { $0 })"
    }.lines
    #expect(
      lines == [
        "[a and b and c] 3", "[a and b and not c] 2", "[a and not b and c] 2",
        "[a and not b and not c] 1", "[not a and b and c] 2", "[not a and b and not c] 1",
        "[not a and not b and c] 1", "[not a and not b and not c] 0",
      ]
    )
  }

  @Test func branchHasOnlyTheGuardsThatItAsks() {
    let lines = branches { when in
      when("paid") { false } ? "open" : when("late") { false } ? "close" : "count"
    }.lines
    #expect(lines == ["[paid] open", "[not paid and late] close", "[not paid and not late] count"])
  }

  @Test func ruleAsksAboutANameOnce() {
    let lines = branches { when in
      let isSame = when("paid") { false } == when("paid") { true }
      return isSame ? when("paid") { false } ? "yes" : "no" : "different"
    }.lines
    #expect(lines == ["[paid] yes", "[not paid] no"])
  }

  @Test func guardThatMakesNoDifferenceIsLeftOut() {
    let lines = branches { when in
      guard when("paid", { false }) else { return "count" }
      _ = when("late") { false }
      return "open"
    }.lines
    #expect(lines == ["[paid] open", "[not paid] count"])
  }

  @Test func onlyGuardIsLeftOutIfItMakesNoDifference() {
    let lines = branches { when in when("paid") { false } ? "open" : "open" }.lines
    #expect(lines == ["[] open"])
  }

  @Test(arguments: [(2, 4, ["guard bound met: locked, coin"]), (3, 8, [])])
  func explorationTriesAsManyGuardsAsItIsTold(bound: Int, count: Int, findings: [String]) {
    let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) { gate, _, when in
      let held = ["a", "b", "c"].filter { when($0) { false } }
      return gate == .locked ? .to(.unlocked, held.joined()) : .to(.locked)
    }
    let graph = StateGraph(schema, bounds: ExplorationBounds(guards: bound))
    #expect(graph.transitions.filter { $0.source == "locked" }.count == count)
    #expect(graph.findingLines.filter { !$0.contains("unlocked") } == findings)
  }

  @Test(arguments: [(10, 1_024, []), (12, 1_024, ["guard bound met: locked, coin"])])
  func explorationTriesTenGuardsBothWays(guards: Int, count: Int, findings: [String]) {
    let (lines, graph) = branches { when in
      "\((1...guards).count { number in when("g\(number)") { false } })"
    }
    #expect(lines.count == count)
    #expect(Set(lines).count == count)
    // Beyond the tenth every other guard holds.
    let beyond = (guards - 10) / 2
    #expect(lines.first?.hasSuffix(" \(10 + beyond)") == true)
    #expect(lines.last?.hasSuffix(" \(beyond)") == true)
    #expect(graph.findingLines == findings + ["handles nothing: unlocked"])
  }

  @Test(arguments: [true, false])
  func loopOfGuardsEnds(answer: Bool) {
    let (lines, graph) = branches { when in
      var asked = 0
      while when("g\(asked)", { false }) == answer { asked += 1 }
      return "\(asked)"
    }
    #expect(lines.count == 11)
    #expect(
      graph.findingLines == ["guard bound met: locked, coin", "handles nothing: unlocked"])
  }

  @Test func graphShowsGuardsOfRejections() {
    let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) { gate, _, when in
      guard gate == .locked else { return .ignored }
      return when("paid") { false } ? .to(.unlocked) : .rejected("pay first")
    }
    let graph = StateGraph(schema)
    #expect(graph.lines == ["locked → unlocked: coin [paid]"])
    #expect(
      graph.rejections == [
        .init(state: "locked", event: "coin", guard: "not paid", reason: "pay first")
      ]
    )
  }
}

@Suite struct GuardExpressionTests {
  @Test func oneGuardIsToldFromTwoInADiagram() {
    enum Meal: CaseIterable, Graphable { case raw, done }
    enum Step: CaseIterable, Graphable { case season, taste }
    let schema = StateMachineSchema<Meal, Step, Void>(initialState: .raw) { _, step, when in
      switch step {
      case .season: return when("salt and pepper") { true } ? .to(.done) : .ignored
      case .taste: return when("salt") { true } && when("pepper") { true } ? .to(.done) : .ignored
      }
    }
    let guards = StateGraph(schema).transitions.filter { $0.source == "raw" }.map(\.guard)
    #expect(guards == ["\"salt and pepper\"", "salt and pepper"])
  }
}
