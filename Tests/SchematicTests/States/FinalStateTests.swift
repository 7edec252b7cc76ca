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
  .states { state in
    let visited = StateBehavior<Event, Worker>.entry { $0.note("enter") }.exit { $0.note("exit") }
    return state == 9 ? visited.final : visited
  }

  private final class Worker {
    private(set) var lines: [String] = []
    var sent: [Event] = []
    private(set) lazy var machine = {
      let machine = StateMachine(schema: FinalStateTests.schema, subject: self)
      machine.observe { [unowned self] in note("observe \($0.outcome.name)") }
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
  func machineIsFinishedInAFinalState(event: Event, isFinished: Bool) {
    let worker = Worker()
    #expect(!worker.machine.isFinished)
    worker.machine.handle(event)
    #expect(worker.machine.isFinished == isFinished)
    #expect(worker.machine.state == (isFinished ? 9 : event == .go ? 1 : 0))
  }

  @Test(arguments: [Event.finish, .finishInside])
  func observerSeesAllOfTheLastTransition(event: Event) {
    let worker = Worker()
    worker.machine.handle(event)
    #expect(worker.lines.last == (event == .finish ? "observe moved" : "observe stayed"))
    #expect(worker.lines.contains("enter") == (event == .finish))
    #expect(worker.machine.state == 9)
  }

  /// Observers are called, as with any rejection.
  @Test(arguments: Event.allCases)
  func finishedMachineRejectsFurtherEventsWithoutAskingTheRules(event: Event) throws {
    let worker = Worker()
    worker.machine.handle(.finish)
    let count = worker.lines.count
    let outcome = worker.machine.handle(event)
    let error = try #require(#expect(throws: RejectedEventError.self) { try outcome.get() })
    #expect(error.description == "event \(event) is rejected in state 9: the machine is finished")
    #expect(error.failedGuards.isEmpty)
    #expect(worker.lines.dropFirst(count).map { $0 } == ["observe rejected"])
    #expect(!worker.machine.can(event))
    #expect(worker.lines.count == count + 1)
    #expect(worker.machine.state == 9)
  }

  /// The guards of the last event have nothing to do with an event that is rejected afterwards.
  @Test func finishedMachineReportsNoGuardsOfAnEventThatItRejects() {
    let worker = Worker()
    var guards: [[String]] = []
    worker.machine.observe { guards.append($0.guards.map(\.name)) }
    for event in [Event.finish, .go] { worker.machine.handle(event) }
    #expect(guards == [["asked"], []])
    #expect(worker.machine.state == 9)
  }

  /// Both ways to a final state are cached when the second machine goes there.
  @Test(arguments: [true, false])
  func machineFinishesByGuardsThatAreCached(isOpen: Bool) {
    let schema = StateMachineSchema<Bool, Bool, Bool>(initialState: false) { _, event, when in
      when("open") { $0 } == event ? .to(true) : .stay
    }
    .states { $0 ? .final : .none }
    for _ in 1...3 {
      let machine = StateMachine(schema: schema, subject: isOpen)
      #expect(machine.handle(!isOpen) == .stayed)
      #expect(machine.handle(isOpen) == .moved)
      #expect(machine.isFinished)
      #expect(machine.handle(isOpen).name == "rejected")
    }
  }

  @Test func eventQueuedBehindAFinalStateIsRejected() {
    let worker = Worker()
    worker.sent = [.go, .finish]
    #expect(worker.machine.handle(.finish).text == "moved")
    let observed = worker.lines.filter { $0.hasPrefix("observe") && $0 != "observe queued" }
    #expect(observed == ["observe moved", "observe rejected", "observe rejected"])
    #expect(worker.lines.filter { $0 == "act" }.count == 1)
    #expect(worker.machine.state == 9)
  }

  @Test func machineMayBeginInAFinalState() {
    let machine = StateMachine(schema: Self.schema, subject: Worker(), state: 9)
    #expect(machine.isFinished)
    #expect(Self.schema.transition(from: 9, on: .go).kind == .rejected)
    #expect(Self.schema.transition(from: 9, on: .go).reason == "the machine is finished")
    #expect(Self.schema.isFinal(9))
    #expect(!Self.schema.isFinal(8))
  }
}
