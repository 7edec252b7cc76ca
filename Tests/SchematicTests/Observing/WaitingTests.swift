import Schematic
import SchematicTestKit
import Testing

/// Waiting for a state, and until nothing runs.
@MainActor
@Suite struct WaitingTests {
  enum Stage: Equatable, Sendable { case ready, busy(Int), waiting, done }
  enum Cue: Sendable { case go, more, wait, end, back }

  final class Worker {
    var hands: [CheckedContinuation<Cue?, Never>] = []
  }

  static let schema = StateMachineSchema<Stage, Cue, Worker>(
    initialState: .ready, on: MainActor.self
  ) { stage, cue in
    switch (stage, cue) {
    case (_, .go): return .to(.busy(0))
    case (.busy(let count), .more): return .stay(as: .busy(count + 1))
    case (_, .wait): return .to(.waiting)
    case (_, .end): return .to(.done)
    case (_, .back): return .to(.ready)
    default: return .ignored
    }
  }
  .states(on: MainActor.self) { stage in
    switch stage {
    case .ready: return .none
    case .busy:
      return .task("work") { worker, _ in
        await withCheckedContinuation { worker.hands.append($0) }
      }
    case .waiting: return .after(.seconds(5), send: .back)
    case .done: return .final
    }
  }

  private let worker = Worker()
  private let clock = ManualClock()
  private let machine: StateMachine<Stage, Cue, Worker>

  init() {
    machine = StateMachine(schema: Self.schema, subject: worker)
    machine.clock = clock
  }

  @Test func waitReturnsAtOnceIfTheStateIsReached() async throws {
    try await machine.waitUntil { $0 == .ready }
    try await machine.waitUntil { $0 != .done }
    #expect(machine.state == .ready)
  }

  @Test func waitReturnsOnceTheStateIsReached() async throws {
    let waits = start { try await $0.waitUntil { $0 == .busy(2) } }
    for cue in [Cue.go, .more] { machine.handle(cue) }
    try await expectNothing(of: waits)
    machine.handle(.more)
    machine.handle(.end)
    try await waits.task.value
    #expect(machine.state == .done)
  }

  @Test func waitFailsIfTheMachineIsFinished() async throws {
    let waits = start { try await $0.waitUntil { $0 == .waiting } }
    try await expectNothing(of: waits)
    machine.handle(.end)
    let failure = await #expect(throws: UnreachedStateError.self) { try await waits.task.value }
    let words = "the state that was waited for is not reached from done: the machine is finished"
    #expect(failure?.description == words)
    let later = await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil { $0 == .ready }
    }
    #expect(later == failure)
    try await machine.waitUntil { $0 == .done }
    #expect(machine.state == .done)
  }

  @Test func waitEndsIfTheTaskIsCanceled() async throws {
    machine.handle(.wait)
    let state = start { try await $0.waitUntil { $0 == .done } }
    let rest = start { try await $0.waitUntilSettled() }
    try await expectNothing(of: state)
    try await expectNothing(of: rest)
    for waits in [state, rest] {
      waits.task.cancel()
      await #expect(throws: CancellationError.self) { try await waits.task.value }
    }
    #expect(machine.state == .waiting)
  }

  @Test func machineIsSettledIfNothingRuns() async throws {
    try await machine.waitUntilSettled()
    machine.handle(.go)
    let waits = start { try await $0.waitUntilSettled() }
    try await expectEventually { worker.hands.count == 1 }
    try await expectNothing(of: waits)
    worker.hands[0].resume(returning: .wait)
    try await expectEventually { clock.sleeperCount == 1 }
    #expect(machine.state == .waiting)
    try await expectNothing(of: waits)
    clock.advance(by: .seconds(5))
    try await waits.task.value
    #expect(machine.state == .ready)
  }

  @Test func machineIsSettledIfATaskEndsWithoutAnEvent() async throws {
    machine.handle(.go)
    let waits = start { try await $0.waitUntilSettled() }
    try await expectEventually { worker.hands.count == 1 }
    try await expectNothing(of: waits)
    worker.hands[0].resume(returning: nil)
    try await waits.task.value
    #expect(machine.state == .busy(0))
    try await machine.waitUntilSettled()
  }

  @Test func waitFailsAtOnceIfTheSubjectNoLongerExists() async throws {
    var worker: Worker? = Worker()
    let machine = StateMachine(schema: Self.schema, subject: worker!)
    worker = nil
    let failure = await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil { $0 == .done }
    }
    #expect(failure?.reason == "the machine's subject no longer exists")
    try await machine.waitUntil { $0 == .ready }
    #expect(machine.state == .ready)
  }

  @Test func waitFailsOnceAnEventFindsThatTheSubjectNoLongerExists() async throws {
    var worker: Worker? = Worker()
    let machine = StateMachine(schema: Self.schema, subject: worker!)
    let waits = start(on: machine) { try await $0.waitUntil { $0 == .done } }
    try await expectNothing(of: waits)
    worker = nil
    machine.handle(.end)
    await #expect(throws: UnreachedStateError.self) { try await waits.task.value }
    #expect(machine.state == .ready)
  }

  @Test func machineIsSettledIfTheClockOfATimeoutFails() async throws {
    machine.clock = FailingClock()
    machine.handle(.wait)
    try await machine.waitUntilSettled()
    #expect(machine.state == .waiting)
  }

  /// A clock on which nobody can sleep.
  private struct FailingClock: Clock {
    struct Failure: Error {}
    private let clock = ManualClock()
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }
    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      throw Failure()
    }
  }

  /// A task that waits for the machine, and a note that it has begun and ended.
  private final class Waits {
    var hasBegun = false
    var hasEnded = false
    var task: Task<Void, any Error> = Task {}
  }

  private func start(
    on other: StateMachine<Stage, Cue, Worker>? = nil,
    _ wait: @escaping @MainActor (StateMachine<Stage, Cue, Worker>) async throws -> Void
  ) -> Waits {
    let waits = Waits()
    waits.task = Task {
      waits.hasBegun = true
      defer { waits.hasEnded = true }
      try await wait(other ?? machine)
    }
    return waits
  }

  private func expectNothing(of waits: Waits) async throws {
    try await expectEventually { waits.hasBegun }
    for _ in 1...20 { await Task.yield() }
    #expect(!waits.hasEnded)
  }

  /// A machine on an actor, which is waited for there.
  private actor Home {
    enum Room: Equatable { case hall, attic }

    static let schema = StateMachineSchema<Room, Bool, Home>(initialState: .hall) { _, isUp in
      .to(isUp ? .attic : .hall)
    }
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func climb() { machine.handle(true) }
    func reachAttic() async throws { try await machine.waitUntil { $0 == .attic } }
  }

  @Test func waitReachesAMachineOnAnActor() async throws {
    let home = Home()
    async let waits: Void = home.reachAttic()
    await Task.yield()
    await home.climb()
    try await waits
  }
}
