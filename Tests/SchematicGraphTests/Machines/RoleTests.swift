import SchematicGraph
import Testing

/// Machines that start in several ways.
@Suite struct RoleTests {
  private enum Role { case client, server }
  private enum Phase: String, CaseIterable, Graphable { case idle, waiting, open }

  private struct Peer {
    let role: Role
    var phase = Phase.idle
    mutating func connect() { if role == .client { phase = .waiting } }
    mutating func receive() { if role == .server || phase == .waiting { phase = .open } }
  }

  private final class Host {
    private var peer: Peer
    var phase: Phase { peer.phase }
    init(_ role: Role, phase: Phase = .idle) { peer = Peer(role: role, phase: phase) }
    func connect() { peer.connect() }
    func receive() { peer.receive() }
  }

  @Test func valueThatStartsInSeveralWaysShowsWhichOneMattered() {
    let graph = StateGraph(
      .made(state: \.phase, with: [Role.client, .server]) { Peer(role: $0) },
      steps: [.step("connect") { $0.connect() }, .step("receive") { $0.receive() }])
    #expect(
      graph.lines == [
        "idle → waiting: connect [role = client]", "idle → open: receive [role = server]",
        "waiting → open: receive", "open → waiting: connect [role = client]",
      ])
  }

  @Test func objectThatStartsInSeveralWaysShowsWhichOneMattered() {
    let graph = StateGraph(
      .made(state: \.phase, with: [Role.client, .server]) { Host($0) },
      steps: [.step("connect") { $0.connect() }, .step("receive") { $0.receive() }])
    #expect(
      graph.lines == [
        "idle → waiting: connect [peer.role = client]", "idle → open: receive [peer.role = server]",
        "waiting → open: receive", "open → waiting: connect [peer.role = client]",
      ])
  }

  @Test func startInAnotherStateIsAFinding() {
    let graph = StateGraph(
      .made(state: \.phase, with: [Phase.idle, .open]) { Host(.client, phase: $0) },
      steps: [.step("receive") { $0.receive() }])
    #expect(graph.initialState == "idle")
    #expect(graph.lines == [])
    #expect(
      graph.findings.filter { $0.kind == .startsDiffer }.map(\.description) == [
        """
        a machine starts in state idle with the first argument, and in open with another one, which \
        isn't drawn; give the other one a graph of its own
        """
      ])
  }
}
