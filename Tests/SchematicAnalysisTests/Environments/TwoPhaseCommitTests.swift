import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

/// The two-phase commit of P's tutorial: a machine of ours beside an environment in place of the others.
///
/// The tutorial's page reports two violations, both found here: a client reads what another one wrote
/// (`tcMultipleClientsNoFailure`), and a participant that fails prevents progress
/// (`tcMultipleClientsWithFailure`). See <https://p-org.github.io/P/tutorial/twophasecommit/>. Messages
/// arrive in the order in which they are sent and one at a time; there are no queues.
@Suite struct TwoPhaseCommitTests {
  // MARK: - A client that reads what it wrote

  private enum ClientState: CaseIterable, Graphable { case idle, writing, reading, done, mistaken }
  private enum ClientEvent: CaseIterable, Graphable {
    case write, committed, aborted, readsItsOwn, readsAnother
  }

  /// Writes, and if that is committed, reads, and is mistaken if the value is not its own.
  private static let client = StateMachineSchema<ClientState, ClientEvent, Void>(
    initialState: .idle
  ) { state, event in
    switch (state, event) {
    case (.idle, .write): .to(.writing, "request to write")
    case (.writing, .committed): .to(.reading, "request to read")
    case (.writing, .aborted), (.reading, .readsItsOwn): .to(.done)
    case (.reading, .readsAnother): .to(.mistaken)
    default: nil
    }
  }

  /// The service: it has one value, which is another client's until ours is committed.
  private struct Service: Hashable, CustomStringConvertible {
    enum Request { case none, write, read }
    var request = Request.none
    var hasOurs = false
    var description: String { "\(hasOurs ? "ours" : "others"), \(request)" }
  }

  /// Other clients may write right after ours did.
  private static func service(withOtherClients: Bool) -> MachineEnvironment {
    MachineEnvironment("service", initial: Service()) { service in
      let ours = Service(hasOurs: true)
      return switch service.request {
      case .none:
        [
          .hears("request to write", then: Service(request: .write, hasOurs: service.hasOurs)),
          .hears("request to read", then: Service(request: .read, hasOurs: service.hasOurs)),
        ]
      case .write:
        [.sends("committed", then: ours), .sends("aborted", then: Service())]
          + (withOtherClients ? [.sends("committed", then: Service())] : [])
      case .read where service.hasOurs: [.sends("readsItsOwn", then: ours)]
      case .read: [.sends("readsAnother", then: Service())]
      }
    }
  }

  @Test func aClientAloneReadsWhatItWrote() throws {
    let driven = try StateGraph(Self.client).driven(by: Self.service(withOtherClients: false))
    #expect(driven.impossibleStates == ["mistaken"])
  }

  @Test func aClientAmongOthersReadsWhatAnotherOneWrote() throws {
    let driven = try StateGraph(Self.client).driven(by: Self.service(withOtherClients: true))
    let example = try driven.graph.check(.never("mistaken"))
    #expect(
      example?.walk.description
        == "idle: write -> writing, committed -> reading.others, read, readsAnother -> mistaken")
  }

  // MARK: - A coordinator whose participant fails

  private enum CoordinatorState: CaseIterable, Graphable { case waiting, preparing }
  private enum CoordinatorEvent: CaseIterable, Graphable {
    case request, accepted, refused, tooLate
  }

  private static func coordinator(
    hasTimer: Bool
  ) -> StateMachineSchema<CoordinatorState, CoordinatorEvent, Void> {
    StateMachineSchema(initialState: .waiting) { state, event in
      switch (state, event) {
      case (.waiting, .request): .to(.preparing, "prepare")
      case (.preparing, .accepted): .to(.waiting, "commit")
      case (.preparing, .refused), (.preparing, .tooLate): .to(.waiting, "abort")
      default: nil
      }
    }
    .states { state in
      hasTimer && state == .preparing ? .after(.seconds(10), send: .tooLate) : .none
    }
  }

  private enum Participant { case working, asked, failed }

  /// A participant that accepts, refuses, or fails when it is asked.
  private static let participant = MachineEnvironment("participant", initial: Participant.working) {
    state in
    switch state {
    case .working: [.hears("prepare", then: .asked), .hears("prepare", then: .failed)]
    case .asked: [.sends("accepted", then: .working), .sends("refused", then: .working)]
    case .failed: []
    }
  }

  @Test(arguments: [true, false])
  func aFailedParticipantStopsACoordinatorWithoutATimer(hasTimer: Bool) throws {
    let graph = try StateGraph(Self.coordinator(hasTimer: hasTimer)).without(events: ["tooLate"])
    let driven = try graph.driven(by: Self.participant)
    #expect(driven.graph.deadEnds == (hasTimer ? [] : ["preparing.failed"]))
  }
}
