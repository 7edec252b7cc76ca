@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct InviteTransactionTests {
  private static let corpus = "sip_rfc3261_fig5_invite_client"

  private let transaction = InviteTransaction()

  private func machine(
    in state: InviteState
  ) -> StateMachine<InviteState, InviteEvent, InviteTransaction> {
    StateMachine(schema: InviteTransaction.schema, subject: transaction, state: state)
  }

  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func transactionDoesWhatTheCollectedTableSays(row: TableRow) throws {
    let machine = machine(in: try #require(InviteState(rawValue: row.state)))
    machine.handle(try #require(InviteEvent(rawValue: row.event)))
    #expect(machine.state.rawValue == row.next)
    // The table writes one of the actions with a capital letter once.
    #expect(
      transaction.actions.map { $0.lowercased() } == row.actions.map { $0.lowercased() })
  }

  @Test(.enabled(if: Corpora.has(corpus)))
  func graphHasExactlyTheTransitionsOfTheTable() {
    let rows = Corpora.rows(of: Self.corpus).map { [$0.state, $0.event, $0.next] }
    let graph = StateGraph(InviteTransaction.schema)
    let labels = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.identifier, $0.label) })
    let drawn = graph.transitions.map { [labels[$0.source], $0.event, labels[$0.target]] }
    #expect(Set(drawn) == Set(rows))
    #expect(drawn.count == 12)
  }

  @Test(arguments: InviteEvent.allCases)
  func transactionIsFinishedOnceItIsTerminated(event: InviteEvent) {
    let machine = machine(in: .terminated)
    #expect(machine.isFinished)
    #expect(machine.handle(event).isRejected)
    #expect(machine.state == .terminated)
    #expect(transaction.actions.isEmpty)
  }

  @Test func inviteIsSentAgainUntilItIsAnswered() {
    let machine = machine(in: .calling)
    for event in [InviteEvent.timerA, .timerA, .provisional, .success] { machine.handle(event) }
    #expect(machine.state == .terminated)
    #expect(
      transaction.actions == [
        "Reset A", "INVITE sent", "Reset A", "INVITE sent", "1xx to TU", "2xx to TU",
      ])
  }
}

@Suite struct StreamMachineTests {
  @Test func streamLivesFromRequestToResponse() throws {
    var stream = StreamMachine()
    #expect(try stream.handle(.send(.headersAndEnd)) == .countOpened)
    #expect(stream.state == .halfClosedLocal)
    #expect(try stream.handle(.receive(.headers)) == .forward)
    #expect(try stream.handle(.receive(.dataAndEnd)) == .release)
    #expect(stream.state == .closed)
    #expect(throws: StreamError.streamClosed) { try stream.handle(.receive(.data)) }
  }

  /// The arrows of RFC 9113, figure 2, without their frames.
  ///
  /// HEADERS with END_STREAM takes two of them at once.
  @Test func streamMovesAsTheFigureShows() {
    let moves = StreamMachine.graph.transitions.filter { $0.source != $0.target }
    #expect(
      Set(moves.map { "\($0.source) \($0.target)" }) == [
        "idle reservedLocal", "idle reservedRemote", "idle open", "idle halfClosedLocal",
        "idle halfClosedRemote", "reservedLocal halfClosedRemote", "reservedLocal closed",
        "reservedRemote halfClosedLocal", "reservedRemote closed", "open halfClosedLocal",
        "open halfClosedRemote", "open closed", "halfClosedLocal closed", "halfClosedRemote closed",
      ])
  }

  @Test func graphOfTheStreamHasNoFinding() {
    #expect(StreamMachine.graph.findings.isEmpty)
  }
}
