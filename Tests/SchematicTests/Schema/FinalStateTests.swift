import Schematic
import Testing

@Suite struct FinalStateTests {
  enum Event: CaseIterable { case finish, finishInside, go, fail }

  private static let schema = StateMachineSchema<Int, Event, Worker>(initialState: 0) {
    state, event, when in
    _ = when("asked") { $0.note("guard") }
    switch event {
    case .finish: return .to(9) { $0.act() }
    case .finishInside: return .stay(as: 9) { $0.act() }
    case .go: return .to(state + 1) { $0.act() }
    case .fail: return .to(9) { _ in throw CancellationError() }
    }
  }
  .finalStates { $0 == 9 }
  .seeingExits { $1.note("exit") }
  .seeingEntries { $1.note("enter") }
  .seeingEvents { _, event, worker in worker.note("before \(event)") }
  .seeingOutcomes { _, _, outcome, worker in worker.note("after \(outcome.name)") }

  private final class Worker {
    private(set) var lines: [String] = []
    var sent: [Event] = []
    private(set) lazy var machine = {
      let machine = StateMachine(schema: FinalStateTests.schema, subject: self)
      machine.observe { [unowned self] _ in note("observe") }
      return machine
    }()

    @discardableResult func note(_ line: String) -> Bool {
      lines.append(line)
      return true
    }

    func act() {
      note("act")
      for event in sent { machine.handle(event) }
    }
  }

  @Test(arguments: zip(Event.allCases, [true, true, false, false]))
  func isFinishedInAFinalState(event: Event, isFinished: Bool) {
    let worker = Worker()
    #expect(!worker.machine.isFinished)
    worker.machine.handle(event)
    #expect(worker.machine.isFinished == isFinished)
    #expect(worker.machine.state == (isFinished ? 9 : event == .go ? 1 : 0))
  }

  @Test(arguments: [Event.finish, .finishInside])
  func tellsAllOfTheLastTransition(event: Event) {
    let worker = Worker()
    worker.machine.handle(event)
    #expect(worker.lines.suffix(2).first == "observe")
    #expect(worker.lines.contains("enter") == (event == .finish))
    #expect(worker.machine.state == 9)
  }

  /// The hooks before and after an event hear of it, as they do of any rejection.
  @Test(arguments: Event.allCases)
  func rejectsFurtherEventsWithoutAskingTheRules(event: Event) throws {
    let worker = Worker()
    worker.machine.handle(.finish)
    let count = worker.lines.count
    let outcome = worker.machine.handle(event)
    let error = try #require(#expect(throws: RejectedEvent.self) { try outcome.get() })
    #expect(error.description == "event \(event) is rejected in state 9: the machine is finished")
    #expect(error.failedGuards.isEmpty)
    #expect(worker.lines.dropFirst(count).map { $0 } == ["before \(event)", "after rejected"])
    #expect(!worker.machine.can(event))
    #expect(worker.lines.count == count + 2)
    #expect(worker.machine.state == 9)
  }

  @Test func rejectsWhatIsQueuedBehindAFinalState() {
    let worker = Worker()
    worker.sent = [.go, .finish]
    #expect(worker.machine.handle(.finish).text == "moved")
    let after = worker.lines.filter { $0.hasPrefix("after") }
    #expect(after == ["after moved", "after rejected", "after rejected"])
    #expect(worker.lines.filter { $0 == "act" }.count == 1)
    #expect(worker.machine.state == 9)
  }

  @Test func mayBeginInAFinalState() {
    let machine = StateMachine(schema: Self.schema, subject: Worker(), state: 9)
    #expect(machine.isFinished)
    #expect(Self.schema.transition(from: 9, on: .go).kind == .rejected)
    #expect(Self.schema.transition(from: 9, on: .go).reason == "the machine is finished")
    #expect(Self.schema.isFinal(9))
    #expect(!Self.schema.isFinal(8))
  }
}
