import Schematic
import SchematicGraph
import Testing

@Suite struct FinalStateGraphTests {
  private enum Job: CaseIterable, Graphable { case running, done, failed }
  private enum Event: CaseIterable, Graphable { case finish, stop }

  private static let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) {
    job, event in
    switch event {
    case .finish: return .to(.done)
    case .stop: return job == .running ? .ignored : .to(.running)
    }
  }

  @Test func marksFinalStatesAndExploresNothingOutOfThem() {
    let graph = StateGraph(Self.schema.final { $0 == .done })
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["done"])
    #expect(
      graph.lines == ["running → done: finish", "failed → done: finish", "failed → running: stop"])
    #expect(graph.rejections.isEmpty)
    #expect(graph.states.map(\.description) == ["running", "done (final)", "failed"])
  }

  @Test func asksNoRuleInAFinalState() {
    let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) { job, _ in
      if job == .done { Issue.record("a rule was asked") }
      return .to(.done)
    }
    #expect(StateGraph(schema.final { $0 == .done }).transitions.count == 4)
  }

  @Test func hasNoFinalStatesUnlessToldSo() {
    #expect(StateGraph(Self.schema).states.filter(\.isFinal).isEmpty)
  }

  @Test func showsRejectionsOfUnhandledEvents() {
    let graph = StateGraph(Self.schema.unhandledEvents(.reject))
    #expect(graph.rejections == [.init(state: "running", event: "stop")])
    #expect(graph.transitions == StateGraph(Self.schema).transitions)
    for policy in [UnhandledEventPolicy.ignore, .trap] {
      #expect(StateGraph(Self.schema.unhandledEvents(policy)) == StateGraph(Self.schema))
    }
  }
}
