@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct PPPTests {
  private static let corpus = "ppp_rfc1661"

  private let link = PPP()

  private func machine(in state: PPPState) -> StateMachine<PPPState, PPPEvent, PPP> {
    StateMachine(schema: PPP.schema, subject: link, state: state)
  }

  @Test(arguments: PPPState.allCases, PPPEvent.allCases)
  func doesWhatTheTableSays(state: PPPState, event: PPPEvent) {
    let machine = machine(in: state)
    let outcome = machine.handle(event)
    let cell = PPPTable.cell(state, event)
    switch cell?.next {
    case nil: #expect(outcome.isRejected)
    case state: #expect(outcome == .stayed)
    default: #expect(outcome == .moved)
    }
    #expect(machine.state == cell?.next ?? state)
    #expect(link.actions == cell?.actions ?? [])
  }

  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func doesWhatTheCollectedTableSays(row: TableRow) throws {
    let state = try #require(PPPState(rawValue: row.state))
    let event = try #require(PPPEvent(rawValue: row.event))
    let machine = machine(in: state)
    let outcome = machine.handle(event)
    #expect(outcome.isRejected == (row.kind == "illegal"))
    #expect(machine.state.rawValue == (row.kind == "illegal" ? row.state : row.next))
    #expect(link.actions.map(\.rawValue) == row.actions)
  }

  @Test func showsTheTableInItsDiagram() {
    let graph = StateGraph(PPP.schema)
    var expected: Set<StateGraph.Rule> = []
    for state in PPPState.allCases {
      for event in PPPEvent.allCases {
        guard let cell = PPPTable.cell(state, event) else { continue }
        let actions = cell.actions.map(\.rawValue).joined(separator: ",")
        expected.insert(
          StateGraph.Rule(
            source: state.graphIdentifier,
            target: cell.next.graphIdentifier,
            event: event.rawValue,
            action: actions.isEmpty ? nil : actions,
            isInternal: cell.next == state
          )
        )
      }
    }
    #expect(graph.transitions.count == 120)
    #expect(expected.symmetricDifference(graph.transitions).isEmpty)
    #expect(graph.rejections.count == 40)
    #expect(graph.states.map(\.label) == PPPState.allCases.map(\.rawValue))
    #expect(graph.findings.isEmpty)
  }

  @Test(.enabled(if: Corpora.has(corpus)))
  func showsTheCollectedTableInItsDiagram() {
    let graph = StateGraph(PPP.schema)
    let label = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.identifier, $0.label) })
    let shown = graph.transitions.map { transition in
      [
        label[transition.source], transition.event, label[transition.target],
        transition.action ?? "",
      ]
    }
    let rows = Corpora.rows(of: Self.corpus)
    let collected = rows.filter { $0.kind == "transition" }.map { row in
      [row.state, row.event, row.next, row.actions.joined(separator: ",")]
    }
    #expect(rows.count == 160)
    #expect(shown.count == collected.count)
    #expect(Set(shown).symmetricDifference(collected).isEmpty)
  }

  @Test func opensALink() {
    let machine = machine(in: .initial)
    for event in [PPPEvent.open, .up, .rcrPlus, .rca] { machine.handle(event) }
    #expect(machine.state == .opened)
    #expect(link.actions == [.tls, .irc, .scr, .sca, .irc, .tlu])
  }

  @Test func closesALink() {
    let machine = machine(in: .opened)
    for event in [PPPEvent.close, .rta, .down] { machine.handle(event) }
    #expect(machine.state == .initial)
    #expect(link.actions == [.tld, .irc, .str, .tlf])
  }

  @Test func saysWhatWasImpossible() {
    let error = #expect(throws: RejectedEventError.self) {
      try machine(in: .opened).handle(.up).get()
    }
    #expect(error?.reason == nil)
    #expect(link.actions.isEmpty)
  }
}
