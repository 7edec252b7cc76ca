@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
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

  /// The diagram is compared with the figure in `SpecificationTests`, and here what is carried out.
  @Test(arguments: TCPState.allCases, TCPEvent.allCases)
  func connectionDoesWhatTheFigureShows(state: TCPState, event: TCPEvent) throws {
    let cell = try Specifications.tcp().cells.first {
      $0.state == state.rawValue && $0.event == event.rawValue
    }
    for isPassive in [true, false] {
      let connection = connection(in: state, isPassive: isPassive)
      let machine = Machine(schema: TCPConnection.schema, subject: connection, state: state)
      let outcome = machine.handle(event)
      if let answer = cell?.answers.first, isPassive || answer.condition != Self.passiveOnly {
        #expect(outcome == .moved)
        #expect(machine.state.rawValue == answer.target)
        #expect(
          connection.actions.map(\.label).joined(separator: ",")
            == answer.actions.joined(separator: ","))
      } else {
        #expect(outcome == .ignored)
        #expect(machine.state == state)
        #expect(connection.actions.isEmpty)
      }
    }
  }

  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func connectionDoesWhatTheCollectedFigureShows(row: TableRow) throws {
    let state = try #require(TCPState(rawValue: row.state))
    let event = try #require(TCPEvent(rawValue: row.event))
    let connection = connection(in: state, isPassive: row.condition != nil)
    let machine = Machine(schema: TCPConnection.schema, subject: connection, state: state)
    #expect(machine.handle(event) == .moved)
    #expect(machine.state.rawValue == row.next)
    #expect(connection.actions.map(\.label) == row.actions)
  }

  @Test func diagramHasTheSizeOfTheFigure() {
    let graph = StateGraph(TCPConnection.schema)
    #expect(graph.transitions.count == 21)
    #expect(graph.rejections.isEmpty)
    #expect(graph.states.map(\.label) == TCPState.allCases.map(\.rawValue))
    #expect(graph.findings.isEmpty)
  }

  @Test(.enabled(if: Corpora.has(corpus)))
  func diagramShowsTheCollectedFigure() {
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

  @Test func connectionShakesHandsFromEitherEnd() {
    let server = TCPConnection()
    let client = TCPConnection()
    let serverMachine = machine(of: server, after: .passiveOpen, .receiveSYN, .receiveACKOfSYN)
    let clientMachine = machine(of: client, after: .activeOpen, .receiveSYNACK)
    #expect(serverMachine.state == .established)
    #expect(server.actions == [.createTCB, .send(.synACK)])
    #expect(clientMachine.state == .established)
    #expect(client.actions == [.createTCB, .send(.syn), .send(.ack)])
  }

  @Test func passiveEndWaitsAgainAfterAReset() {
    let connection = TCPConnection()
    let machine = machine(of: connection, after: .passiveOpen, .receiveSYN)
    #expect(machine.handle(.receiveRST) == .moved)
    #expect(machine.state == .listen)
  }

  @Test(arguments: [[TCPEvent.activeOpen], [.passiveOpen, .send]])
  func activeEndIgnoresAReset(opening: [TCPEvent]) {
    let connection = TCPConnection()
    let machine = machine(of: connection)
    for event in opening + [.receiveSYN] { machine.handle(event) }
    #expect(machine.handle(.receiveRST) == .ignored)
    #expect(machine.state == .synReceived)
  }

  @Test func connectionIsForgottenOnceItIsOver() {
    let connection = TCPConnection()
    let machine = machine(of: connection, after: .activeOpen, .receiveSYNACK)
    #expect(connection.controlBlock != nil)
    for event in [TCPEvent.close, .receiveFINAndACKOfFIN, .timeout] { machine.handle(event) }
    #expect(machine.state == .closed)
    #expect(connection.controlBlock == nil)
  }
}
