import Schematic
import SchematicTestKit
import Testing

/// When timeouts and tasks end, and what becomes of events that come too late.
@MainActor @Suite(.timeLimit(.minutes(30))) struct ActivityEndTests {
  private let clock = ManualClock()

  /// Returns a machine whose task is under way, and sends something while its state is left.
  private func machine(whoseTaskSendsOnExitFrom desk: Desk) async throws
    -> StateMachine<Desk.State, Desk.Event, Desk>
  {
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    machine.clock = clock
    desk.note(machine)
    machine.handle(.work)
    try await expectEventually { desk.send != nil }
    desk.sendsOnExit = true
    return machine
  }

  /// The task is cancelled by then, but the machine is still in the state that began it.
  @Test func eventThatATaskSendsWhileItsStateIsLeftIsDropped() async throws {
    let desk = Desk()
    let machine = try await machine(whoseTaskSendsOnExitFrom: desk)
    machine.handle(.stop)
    #expect(desk.handled == ["work moved", "report queued", "stop moved"])
    #expect(machine.state == .idle)
  }

  @Test func eventOfATaskIsHandledIfTheActionThatLeavesItsStateFails() async throws {
    let desk = Desk()
    let machine = try await machine(whoseTaskSendsOnExitFrom: desk)
    #expect(machine.handle(.fail).name == "failed")
    #expect(desk.handled == ["work moved", "report queued", "fail failed", "report stayed"])
    #expect(machine.state == .working)
  }

  @Test(arguments: [Desk.Event.finish, .finishInside])
  private func allActivitiesEndWhenTheMachineIsFinished(event: Desk.Event) async throws {
    let desk = Desk()
    let machine = StateMachine(schema: Desk.schema, subject: desk)
    machine.clock = clock
    machine.handle(.work)
    try await expectEventually { clock.sleeperCount == 1 && desk.send != nil }
    machine.handle(event)
    try await expectEventually { clock.sleeperCount == 0 && desk.isCancelled }
    #expect(machine.isFinished)
  }

  @Test func activitiesBeginBetweenTheEntryActionsAndTheObservers() {
    let desk = Desk()
    let schema = Desk.schema.states(on: MainActor.self) { _ in
      .entry { $0.handled.append("enter, begun \($0.begun)") }
    }
    let machine = StateMachine(schema: schema, subject: desk)
    machine.clock = ReadingClock { desk.begun += 1 }
    machine.observe { [unowned desk] _ in desk.handled.append("observe, begun \(desk.begun)") }
    machine.handle(.work)
    #expect(desk.handled == ["enter, begun 0", "observe, begun 1"])
    #expect(machine.state == .working)
  }

  /// A callback may need the function later than its task, which must not keep the subject alive by it.
  @Test func subjectThatStoresTheFunctionThatSendsIsReleased() async throws {
    var desk: Desk? = Desk()
    weak let witness = desk
    var machine: StateMachine? = StateMachine(schema: Desk.schema, subject: desk!)
    machine?.clock = clock
    machine?.handle(.work)
    try await expectEventually { witness?.send != nil }
    #expect(machine?.handle(.stop) == .moved)
    try await expectEventually { witness?.isCancelled == true }
    (desk, machine) = (nil, nil)
    try await expectEventually { witness == nil }
  }

  enum Light: CaseIterable { case off, dim, bright, blinking }

  /// In `bright` nothing begins, but a timeout of `dim` may run: it ends whichever way the state is left.
  @Test(arguments: [1, 2, 3], [true, false])
  func timeoutThatWentOnThroughAnInternalTransitionEnds(rounds: Int, isObserved: Bool) {
    let schema = StateMachineSchema<Light, Light, Desk>(initialState: .off, on: MainActor.self) {
      light, next in
      (light, next) == (.dim, .bright) ? .stay(as: .bright) : .to(next)
    }
    .states { $0 == .dim ? .after(.seconds(30), send: .blinking) : .none }
    let desk = Desk()
    let machine = StateMachine(schema: schema, subject: desk)
    machine.clock = clock
    if isObserved { machine.observe { _ in } }
    // The first round fills the table of answers, and leaves `bright` with no timeout.
    for next in [Light.bright, .off, .bright, .off] { machine.handle(next) }
    for _ in 1...rounds {
      machine.handle(.dim)
      #expect(machine.handle(.bright) == .stayed)
      #expect(machine.pendingTimeouts.map(\.sender) == [.timeout(.seconds(30))])
      #expect(machine.handle(.off) == .moved)
      #expect(machine.pendingTimeouts.isEmpty)
    }
    #expect(machine.state == .off)
  }

  @Test(arguments: [true, false])
  func finalStateBeginsNothing(byEntering: Bool) async {
    let desk = Desk()
    let schema = Desk.schema.states { $0 == .working ? .final : .none }
    let machine = StateMachine(
      schema: schema, subject: desk, state: byEntering ? .working : .idle)
    machine.clock = ReadingClock { desk.begun += 1 }
    if byEntering { machine.start() } else { machine.handle(.work) }
    for _ in 1...10 { await Task.yield() }
    #expect(desk.begun == 0)
    #expect(desk.send == nil)
    #expect(machine.state == .working)
  }

  @Test func allActivitiesEndIfTheSubjectNoLongerExists() async throws {
    var desk: Desk? = Desk()
    // A task would keep it alive.
    let machine = StateMachine(schema: Desk.schemaWithoutTask, subject: desk!)
    machine.clock = clock
    machine.handle(.work)
    desk = nil
    try await expectEventually { clock.sleeperCount == 1 }
    #expect(machine.handle(.stop).text == "subjectDeallocated")
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

/// Has a task that may report at any time, and knows when it is left.
@MainActor private final class Desk {
  enum State: Hashable, Sendable { case idle, working, finished }
  enum Event: Sendable { case work, stop, fail, report, finish, finishInside, timeout }

  var handled: [String] = []
  var begun = 0
  var send: StateBehavior<Event, Desk>.Send?
  var sendsOnExit = false
  private(set) var isCancelled = false

  func note(_ machine: StateMachine<State, Event, Desk>) {
    machine.observe { [unowned self] in handled.append("\($0.event) \($0.outcome.name)") }
  }

  private struct Failure: Error {}

  static let schemaWithoutTask = StateMachineSchema<State, Event, Desk>(
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
  .states(on: MainActor.self) { state in
    let left = StateBehavior<Event, Desk>.OnMainActor
      .exit { if $0.sendsOnExit { $0.send?(.report) } }
    return switch state {
    case .idle: left
    case .working: left.after(.seconds(30), send: .timeout)
    case .finished: .final
    }
  }

  static var schema: StateMachineSchema<State, Event, Desk> {
    schemaWithoutTask.states(on: MainActor.self) { state in
      guard state == .working else { return .none }
      return .task("wait") { desk, send in
        desk.send = send
        // Ends with the state, since nobody moves this clock.
        try? await ManualClock().sleep(for: .seconds(1))
        desk.isCancelled = true
      }
    }
  }
}
