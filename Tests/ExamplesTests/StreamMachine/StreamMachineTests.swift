@testable import Diagrams
import SchematicGraph
import Testing

@Suite struct StreamMachineTests {
  @Test func livesFromRequestToResponse() throws {
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
  @Test func movesAsTheFigureShows() {
    let moves = StreamMachine.graph.transitions.filter { $0.source != $0.target }
    #expect(
      Set(moves.map { "\($0.source) \($0.target)" }) == [
        "idle reservedLocal", "idle reservedRemote", "idle open", "idle halfClosedLocal",
        "idle halfClosedRemote", "reservedLocal halfClosedRemote", "reservedLocal closed",
        "reservedRemote halfClosedLocal", "reservedRemote closed", "open halfClosedLocal",
        "open halfClosedRemote", "open closed", "halfClosedLocal closed", "halfClosedRemote closed",
      ])
  }

  @Test func findsNothingToRemarkOn() {
    #expect(StreamMachine.graph.findings.isEmpty)
  }
}
