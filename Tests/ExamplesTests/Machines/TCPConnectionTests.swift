@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct TCPConnectionTests {
  private static let corpus = "tcp_rfc9293_fig5"
  private static let passiveOnly = "after passive OPEN"

  private typealias Machine = StateMachine<TCPState, TCPEvent, TCPConnection>

  /// Returns a connection as it is in a state, whichever end opened it.
  private func connection(in state: TCPState, isPassive: Bool) -> TCPConnection {
    TCPConnection(controlBlock: state == .closed ? nil : TCPControlBlock(isPassive: isPassive))
  }

  /// Returns the machine of a connection that nothing has happened to, after some events.
  private func machine(of connection: TCPConnection, after events: TCPEvent...) -> Machine {
    let machine = StateMachine(schema: TCPConnection.schema, subject: connection)
    for event in events { machine.handle(event) }
    return machine
  }

  @Test(arguments: TCPState.allCases, TCPEvent.allCases)
  func doesWhatTheFigureShows(state: TCPState, event: TCPEvent) {
    for isPassive in [true, false] {
      let connection = connection(in: state, isPassive: isPassive)
      let machine = Machine(schema: TCPConnection.schema, subject: connection, state: state)
      let outcome = machine.handle(event)
      if let row = TCPTable.row(state, event), isPassive || !row.isPassiveOnly {
        #expect(outcome == .moved)
        #expect(machine.state == row.next)
        #expect(connection.actions == row.actions)
      } else {
        #expect(outcome == .ignored)
        #expect(machine.state == state)
        #expect(connection.actions.isEmpty)
      }
    }
  }

  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func doesWhatTheCollectedFigureShows(row: TableRow) throws {
    let state = try #require(TCPState(rawValue: row.state))
    let event = try #require(TCPEvent(rawValue: row.event))
    let connection = connection(in: state, isPassive: row.condition != nil)
    let machine = Machine(schema: TCPConnection.schema, subject: connection, state: state)
    #expect(machine.handle(event) == .moved)
    #expect(machine.state.rawValue == row.next)
    #expect(connection.actions.map(\.label) == row.actions)
  }

  @Test func showsTheFigureInItsDiagram() {
    let graph = StateGraph(TCPConnection.schema)
    let expected = TCPTable.rows.map { row in
      StateGraph.Rule(
        source: row.state.graphIdentifier,
        target: row.next.graphIdentifier,
        event: row.event.rawValue,
        guard: row.isPassiveOnly ? Self.passiveOnly : nil,
        action: row.actions.isEmpty ? nil : row.actions.map(\.label).joined(separator: ", ")
      )
    }
    #expect(graph.transitions.count == 21)
    #expect(Set(graph.transitions).symmetricDifference(expected).isEmpty)
    #expect(graph.rejections.isEmpty)
    #expect(graph.states.map(\.label) == TCPState.allCases.map(\.rawValue))
    #expect(graph.findings.isEmpty)
  }

  @Test(.enabled(if: Corpora.has(corpus)))
  func showsTheCollectedFigureInItsDiagram() {
    let graph = StateGraph(TCPConnection.schema)
    let label = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.identifier, $0.label) })
    let shown = graph.transitions.map { transition in
      [
        label[transition.source], transition.event, label[transition.target],
        transition.action ?? "", transition.guard ?? "",
      ]
    }
    // The figure puts its condition in a note; ours is the gist of it.
    let collected = Corpora.rows(of: Self.corpus).map { row in
      [
        row.state, row.event, row.next,
        row.actions.joined(separator: ", "), row.condition == nil ? "" : Self.passiveOnly,
      ]
    }
    #expect(shown.count == collected.count)
    #expect(Set(shown).symmetricDifference(collected).isEmpty)
  }

  @Test func shakesHandsFromEitherEnd() {
    let server = TCPConnection()
    let client = TCPConnection()
    let serverMachine = machine(of: server, after: .passiveOpen, .receiveSYN, .receiveACKOfSYN)
    let clientMachine = machine(of: client, after: .activeOpen, .receiveSYNACK)
    #expect(serverMachine.state == .established)
    #expect(server.actions == [.createTCB, .send(.synACK)])
    #expect(clientMachine.state == .established)
    #expect(client.actions == [.createTCB, .send(.syn), .send(.ack)])
  }

  @Test func waitsAgainWhenAPassiveEndIsReset() {
    let connection = TCPConnection()
    let machine = machine(of: connection, after: .passiveOpen, .receiveSYN)
    #expect(machine.handle(.receiveRST) == .moved)
    #expect(machine.state == .listen)
  }

  @Test(arguments: [[TCPEvent.activeOpen], [.passiveOpen, .send]])
  func ignoresAResetAfterAnActiveOpen(opening: [TCPEvent]) {
    let connection = TCPConnection()
    let machine = machine(of: connection)
    for event in opening + [.receiveSYN] { machine.handle(event) }
    #expect(machine.handle(.receiveRST) == .ignored)
    #expect(machine.state == .synReceived)
  }

  @Test func forgetsAConnectionOnceItIsOver() {
    let connection = TCPConnection()
    let machine = machine(of: connection, after: .activeOpen, .receiveSYNACK)
    #expect(connection.controlBlock != nil)
    for event in [TCPEvent.close, .receiveFINAndACKOfFIN, .timeout] { machine.handle(event) }
    #expect(machine.state == .closed)
    #expect(connection.controlBlock == nil)
  }
}
