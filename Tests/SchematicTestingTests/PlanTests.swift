import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct PlanTests {
  private enum Meter: Graphable, Hashable {
    case locked(credit: Int), unlocked
    static var graphCases: [Meter] { [.locked(credit: 0), .unlocked] }
  }

  private enum Payment: Graphable {
    case coin(Int), push
    static var graphCases: [Payment] { [.coin(0), .coin(20), .push] }
  }

  private let meter = StateMachineSchema<Meter, Payment, Void>(initialState: .locked(credit: 0)) {
    state, event in
    switch (state, event) {
    case (.locked(let credit), .coin(let value)) where value > 0:
      return credit + value >= 60
        ? .to(.unlocked, "open") : .stay(as: .locked(credit: credit + value))
    case (.unlocked, .push): return .to(.locked(credit: 0))
    default: return .ignored
    }
  }

  @Test func planChoosesTheValueThatTakesTheStep() throws {
    let walk = try #require(StateGraph(meter).walks(resetCost: nil).first)
    let plan = try meter.plan(for: walk)
    #expect(plan.allSatisfy { if case .coin(0) = $0.event { false } else { true } })
  }

  @Test func planLeadsToTheValueThatTakesAStep() throws {
    let walk = try #require(StateGraph(meter).shortestWalk(to: "unlocked"))
    let plan = try meter.plan(for: walk)
    #expect(walk.events == ["coin"])
    #expect(plan.map(\.isDetour) == [true, true, false])
    #expect(plan.map(\.target) == [.locked(credit: 20), .locked(credit: 40), .unlocked])
  }

  @Test func planGivesTheAnswersThatAStepAssumes() throws {
    let graph = StateGraph(Barrier.schema)
    for walk in graph.walks(resetCost: nil) {
      let plan = try Barrier.schema.plan(for: walk)
      #expect(plan.map(\.step) == walk.steps)
      for planned in plan {
        let answers = planned.guards
        let transition = Barrier.schema.transition(
          from: planned.source, on: planned.event, guards: { answers[$0] ?? true })
        #expect((transition.target ?? planned.source) == planned.target)
        #expect(planned.target.graphIdentifier == planned.step.target)
      }
    }
    let coins = graph.transitions.filter { $0.event == "coin" }
    let plans = try coins.map { coin in
      try Barrier.schema.plan(for: Walk(from: "down", taking: [coin]))
    }
    #expect(plans.map { $0.first?.guards } == [["paid": true], ["paid": false]])
  }

  @Test func planTakesTimeoutsByTheEventsTheySend() throws {
    let schema = StateMachineSchema<Arm, Knock, Void>(initialState: .up) { state, event in
      return state == .up && event == .car ? .to(.down) : .ignored
    }
    .states { $0 == .up ? .after(.seconds(30), send: .car) : .none }
    let walks = StateGraph(schema).walks(resetCost: nil)
    #expect(walks.flatMap(\.events).sorted() == ["after 30 s", "car"])
    for walk in walks { #expect(try schema.plan(for: walk).map(\.event) == [.car]) }
  }

  @Test func errorSaysWhichStepTheRulesDoNotTake() throws {
    let walk = try Walk(
      from: "down", taking: [.init(source: "down", target: "broken", event: "hammer")])
    let error = #expect(throws: WalkError.self) { try Barrier.schema.plan(for: walk) }
    #expect(error?.index == 0)
    #expect(
      error?.description.hasPrefix("no event takes step 1, hammer -> broken, from down;") == true)
  }

  @Test func labelHasItsValues() {
    #expect(Knock.graphCases(labeled: "car") == [.car])
    #expect(Payment.graphCases(labeled: "coin").count == 2)
    #expect(Knock.graphCases(labeled: "plane").isEmpty)
  }
}
