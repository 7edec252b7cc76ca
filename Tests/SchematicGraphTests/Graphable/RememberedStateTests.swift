import Schematic
import SchematicGraph
import Testing

/// A case that carries a state inside and, with a label, the state to return to.
@Suite struct RememberedStateTests {
  private enum Talk: CaseIterable, Graphable { case talking, onHold }

  private enum Retry: Graphable, Hashable {
    case waiting(attempt: Int), trying

    static let graphCases: [Retry] = [.waiting(attempt: 1), .waiting(attempt: 2), .trying]
  }

  private enum Line: Graphable, Hashable {
    case idle, line(Talk), reconnecting(Retry, last: Talk)

    static let graphCases: [Line] =
      [.idle] + graphSamples(of: line) + graphSamples(of: reconnecting)
  }

  private enum Event: CaseIterable, Graphable { case call, hold, lost, wait, retry, joined }

  private static let schema = StateMachineSchema<Line, Event, Void>(initialState: .idle) {
    state, event in
    switch (state, event) {
    case (.idle, .call): .to(.line(.talking))
    case (.line(.talking), .hold): .to(.line(.onHold))
    case (.line(let last), .lost): .to(.reconnecting(.waiting(attempt: 1), last: last))
    case (.reconnecting(.waiting(1), let last), .wait):
      .stay(as: .reconnecting(.waiting(attempt: 2), last: last))
    case (.reconnecting(.waiting, let last), .retry): .to(.reconnecting(.trying, last: last))
    case (.reconnecting(.trying, let last), .joined): .to(.line(last))
    default: .ignored
    }
  }

  @Test func stateWithoutALabelIsABoxInsideAndTheOtherIsRemembered() {
    let graph = StateGraph(Self.schema)
    #expect(
      graph.states.map(\.identifier) == [
        "idle", "line.talking", "line.onHold", "reconnecting.waiting", "reconnecting.trying",
      ])
    #expect(graph.findings.isEmpty)
    let rows = graph.transitions.map(\.description)
    #expect(rows.contains("reconnecting.trying -> line.onHold: joined [last = onHold]"))
    #expect(rows.contains("line.onHold -> reconnecting.waiting: lost {attempt = 1, last = onHold}"))
  }

  @Test func machineReturnsToWhatItRemembers() {
    let machine = StateMachine(schema: Self.schema, state: .line(.onHold))
    machine.handle(.lost)
    #expect(machine.state == .reconnecting(.waiting(attempt: 1), last: .onHold))
    machine.handle(.retry)
    machine.handle(.joined)
    #expect(machine.state == .line(.onHold))
  }
}
