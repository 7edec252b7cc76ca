import Schematic
import SchematicTestKit
import Testing

/// When timeouts and work end, and what becomes of events that come too late.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ActivityEndTests {
  private let clock = ManualClock()

  /// The task is cancelled by then, but the machine is still in the state that began it.
  @Test func dropsWhatWorkSendsWhileItsStateIsLeft() async throws {
    let desk = Desk()
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    machine.clock = clock
    machine.handle(.work)
    try await expectEventually { desk.send != nil }
    desk.sendsOnExit = true
    machine.handle(.stop)
    #expect(desk.handled == ["work in idle", "stop in working"])
    #expect(machine.state == .idle)
  }

  @Test func handlesWhatWorkSendsWhileItsStateIsLeftButTheActionFails() async throws {
    let desk = Desk()
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    machine.clock = clock
    machine.handle(.work)
    try await expectEventually { desk.send != nil }
    desk.sendsOnExit = true
    #expect(machine.handle(.fail).name == "failed")
    #expect(desk.handled == ["work in idle", "fail in working", "report in working"])
    #expect(machine.state == .working)
  }

  @Test(arguments: [Desk.Event.finish, .finishInside])
  private func endsAllWhereTheMachineIsFinished(event: Desk.Event) async throws {
    let desk = Desk()
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    machine.clock = clock
    machine.handle(.work)
    try await expectEventually { clock.sleeperCount == 1 && desk.send != nil }
    machine.handle(event)
    try await expectEventually { clock.sleeperCount == 0 && desk.isCancelled }
    #expect(machine.isFinished)
  }

  @Test func beginsBetweenTheEntryHooksAndTheObservers() {
    let desk = Desk()
    let schema = Desk.schema
      .seeingEntries(on: MainActor.self) { $1.handled.append("enter, begun \($1.begun)") }
      .seeingOutcomes(on: MainActor.self) { _, _, _, desk in desk.handled.append("after") }
    let machine = StateMachine(schema: schema, subject: desk)
    machine.clock = ReadingClock { desk.begun += 1 }
    machine.observe { $1.handled.append("observe, begun \($1.begun)") }
    machine.handle(.work)
    #expect(desk.handled == ["work in idle", "enter, begun 0", "observe, begun 1", "after"])
    #expect(machine.state == .working)
  }

  @Test(arguments: [true, false])
  func beginsNothingInAFinalState(byEntering: Bool) async {
    let desk = Desk()
    let schema = Desk.schema.finalStates { $0 == .working }
    let machine = StateMachine(
      schema: schema, subject: desk, state: byEntering ? .working : .idle)
    machine.clock = ReadingClock { desk.begun += 1 }
    if byEntering { machine.enter() } else { machine.handle(.work) }
    for _ in 1...10 { await Task.yield() }
    #expect(desk.begun == 0)
    #expect(desk.send == nil)
    #expect(machine.state == .working)
  }

  @Test func endsAllWhereTheSubjectIsGone() async throws {
    var desk: Desk? = Desk()
    // Work that takes the subject would keep it alive.
    let schema = Desk.schemaWithoutWork.work(on: MainActor.self) { _ in
      StateWork("wait") {
        try? await ManualClock().sleep(for: .seconds(1))
        return nil
      }
    }
    let machine = StateMachine(schema: schema, subject: desk!)
    machine.clock = clock
    machine.handle(.work)
    desk = nil
    try await expectEventually { clock.sleeperCount == 1 }
    #expect(machine.handle(.stop).text == "subjectGone")
    try await expectEventually { clock.sleeperCount == 0 }
    #expect(machine.state == .working)
  }
}

/// A clock that nobody moves, and that says when its time is read: a timeout begins with that.
private struct ReadingClock: Clock {
  let read: @MainActor () -> Void
  private let clock: ManualClock

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    clock = ManualClock()
  }

  var now: ManualClock.Instant {
    MainActor.assumeIsolated(read)
    return clock.now
  }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

/// Does work that may report at any time, and is told on leaving.
@MainActor private final class Desk {
  enum State: Hashable, Sendable { case idle, working, finished }
  enum Event: Sendable { case work, stop, fail, report, finish, finishInside, timeout }

  var handled: [String] = []
  var begun = 0
  var send: StateWork<Event, Desk>.Send?
  var sendsOnExit = false
  private(set) var isCancelled = false

  private struct Failure: Error {}

  static let schemaWithoutWork = StateMachineSchema<State, Event, Desk>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch event {
    case .work: return .to(.working)
    case .stop: return .to(.idle)
    case .fail: return .to(.idle) { _ in throw Failure() }
    case .report, .timeout: return .stay
    case .finish: return .to(.finished)
    case .finishInside: return .stay(as: .finished)
    }
  }
  .finalStates { $0 == .finished }
  .seeingEvents(on: MainActor.self) { state, event, desk in
    desk.handled.append("\(event) in \(state)")
  }
  .seeingExits(on: MainActor.self) { _, desk in
    if desk.sendsOnExit { desk.send?(.report) }
  }
  .timeouts { $0 == .working ? .after(.seconds(30), send: .timeout) : nil }

  static var schema: StateMachineSchema<State, Event, Desk> {
    schemaWithoutWork.work(on: MainActor.self) { state in
      guard state == .working else { return nil }
      return StateWork("wait") { desk, send in
        desk.send = send
        // Ends with the state, since nobody moves this clock.
        try? await ManualClock().sleep(for: .seconds(1))
        desk.isCancelled = true
        return nil
      }
    }
  }
}
