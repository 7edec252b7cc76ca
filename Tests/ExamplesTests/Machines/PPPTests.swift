@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@Suite struct PPPTests {
  private static let corpus = "ppp_rfc1661"

  private let link = PPP()

  private func machine(in state: PPPState) -> StateMachine<PPPState, PPPEvent, PPP> {
    StateMachine(schema: PPP.schema, subject: link, state: state)
  }

  /// The diagram is compared with the table in `SpecificationTests`, and here what is carried out.
  @Test(arguments: try Specifications.ppp().cells)
  func linkDoesWhatTheTableSays(cell: TransitionTable.Cell) throws {
    let state = try #require(PPPState(rawValue: cell.state))
    let event = try #require(PPPEvent(rawValue: cell.event))
    let machine = machine(in: state)
    let outcome = machine.handle(event)
    let answer = cell.answers.first
    switch answer?.target {
    case nil: #expect(outcome.isRejected)
    case state.rawValue: #expect(outcome == .stayed)
    default: #expect(outcome == .moved)
    }
    #expect(machine.state.rawValue == answer?.target ?? state.rawValue)
    #expect(link.actions.map(\.rawValue) == answer?.actions ?? [])
  }

  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func linkDoesWhatTheCollectedTableSays(row: TableRow) throws {
    let state = try #require(PPPState(rawValue: row.state))
    let event = try #require(PPPEvent(rawValue: row.event))
    let machine = machine(in: state)
    let outcome = machine.handle(event)
    #expect(outcome.isRejected == (row.kind == "illegal"))
    #expect(machine.state.rawValue == (row.kind == "illegal" ? row.state : row.next))
    #expect(link.actions.map(\.rawValue) == row.actions)
  }

  @Test func diagramHasTheSizeOfTheTable() {
    let graph = StateGraph(PPP.schema)
    #expect(graph.transitions.count == 120)
    #expect(graph.rejections.count == 40)
    #expect(graph.states.map(\.label) == PPPState.allCases.map(\.rawValue))
    #expect(graph.findings.isEmpty)
  }

  @Test(.enabled(if: Corpora.has(corpus)))
  func diagramShowsTheCollectedTable() {
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

  @Test func linkOpens() {
    let machine = machine(in: .initial)
    for event in [PPPEvent.open, .up, .rcrPlus, .rca] { machine.handle(event) }
    #expect(machine.state == .opened)
    #expect(link.actions == [.tls, .irc, .scr, .sca, .irc, .tlu])
  }

  @Test func linkCloses() {
    let machine = machine(in: .opened)
    for event in [PPPEvent.close, .rta, .down] { machine.handle(event) }
    #expect(machine.state == .initial)
    #expect(link.actions == [.tld, .irc, .str, .tlf])
  }

  @Test func linkSaysWhatWasImpossible() {
    let error = #expect(throws: RejectedEventError.self) {
      try machine(in: .opened).handle(.up).get()
    }
    #expect(error?.reason == nil)
    #expect(link.actions.isEmpty)
  }
}
