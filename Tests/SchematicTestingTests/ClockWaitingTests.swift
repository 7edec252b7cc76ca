import Schematic
import SchematicTestKit
import SchematicTesting
import Testing

/// Waiting in tests, which advances the clock of the machine and ends in any case.
@MainActor @Suite struct ClockWaitingTests {
  private enum State: Equatable { case idle, sending(Int), waiting(Int), watching, done }
  private enum Event { case send, failed, sent, retry, watch, late }

  private final class Uploader {
    var failures = 0
    let clock = ManualClock()
    var hand: CheckedContinuation<Void, Never>?
  }

  private static let schema = StateMachineSchema<State, Event, Uploader>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.idle, .send): return .to(.sending(0))
    case (.idle, .watch): return .to(.watching)
    case (.sending, .sent), (.watching, .late): return .to(.done)
    case (.sending(let count), .failed): return .to(.waiting(count + 1))
    case (.waiting(let count), .retry): return .to(.sending(count))
    default: return .ignored
    }
  }
  .states(on: MainActor.self) { state in
    switch state {
    case .idle: return .none
    case .sending:
      return .task("send") { uploader, _ in
        try? await uploader.clock.sleep(for: .seconds(1))
        uploader.failures -= 1
        return uploader.failures < 0 ? .sent : .failed
      }
    case .waiting(let count): return .after(.seconds(10 * count), send: .retry)
    case .watching:
      return .after(.seconds(3_600), send: .late)
        .task("watch") { uploader, _ in await withCheckedContinuation { uploader.hand = $0 } }
    case .done: return .final
    }
  }

  private let uploader = Uploader()
  private let machine: StateMachine<State, Event, Uploader>
  private let start: ManualClock.Instant

  init() {
    machine = StateMachine(schema: Self.schema, subject: uploader)
    machine.clock = uploader.clock
    start = uploader.clock.now
  }

  private var passed: Duration { start.duration(to: uploader.clock.now) }

  private func reason(
    within limit: Duration, _ condition: @escaping (State) -> Bool
  ) async throws -> String {
    let error = await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil(within: limit, condition)
    }
    return try #require(error).description
  }

  @Test func aWaitAdvancesTheClockThroughTasksAndTimeoutsToTheAwaitedState() async throws {
    uploader.failures = 2
    machine.handle(.send)
    try await machine.waitUntil(within: .seconds(60)) { $0 == .waiting(2) }
    #expect(passed == .seconds(1 + 10 + 1))
    try await machine.waitUntil(within: .seconds(21)) { $0 == .done }
    #expect(passed == .seconds(1 + 10 + 1 + 20 + 1))
  }

  @Test func aWaitForAStateThatTheMachineIsInAdvancesNothing() async throws {
    try await machine.waitUntil(within: .zero) { $0 == .idle }
    #expect(passed == .zero)
  }

  @Test func aWaitReturnsAtAStateThatTheMachineHasLeftAtOnce() async throws {
    machine.observe { [machine] handled in
      if handled.target == .waiting(1) { machine.handle(.retry) }
    }
    uploader.failures = 1
    machine.handle(.send)
    try await machine.waitUntil(within: .seconds(1)) { $0 == .waiting(1) }
    #expect(machine.state == .sending(1))
  }

  @Test func aWaitForAnEventThatNobodySendsFailsAndSaysSo() async throws {
    #expect(
      try await reason(within: .seconds(60)) { $0 == .done } == """
        the state that was waited for is not reached from idle: the machine runs no task and no \
        timeout, so only an event leads on
        """)
    #expect(passed == .zero)
  }

  @Test func aWaitBeyondItsLimitFailsAndNamesTheTimeout() async throws {
    uploader.failures = 1
    machine.handle(.send)
    #expect(
      try await reason(within: .seconds(10)) { $0 == .done } == """
        the state that was waited for is not reached from waiting(1): the machine waits for the \
        timeout after 10 s, which needs 10 s, and the limit leaves 9 s
        """)
    #expect(passed == .seconds(1))
    // The clock can go on.
    try await machine.waitUntil(within: .seconds(11)) { $0 == .done }
  }

  @Test func aTimeoutBesideATaskThatDoesNotEndComesAllTheSame() async throws {
    machine.handle(.watch)
    try await machine.waitUntil(within: .seconds(3_600)) { $0 == .done }
    #expect(passed == .seconds(3_600))
    uploader.hand?.resume()
  }

  @Test func aWaitForATaskThatDoesNotEndFailsAndNamesTheTask() async throws {
    let schema = Self.schema.states(on: MainActor.self) { state in
      state == .idle
        ? .task("listen") { uploader, _ in await withCheckedContinuation { uploader.hand = $0 } }
        : .none
    }
    let machine = StateMachine(schema: schema, subject: uploader)
    machine.clock = uploader.clock
    machine.start()
    let error = await #expect(throws: UnreachedStateError.self) {
      try await machine.waitUntil(within: .seconds(60)) { $0 == .done }
    }
    #expect(
      error?.description == """
        the state that was waited for is not reached from idle: the machine waits for the task \
        listen, and nothing sleeps on its clock
        """)
    uploader.hand?.resume()
  }

  @Test func aWaitOnAClockThatRunsByItselfFailsAndSaysSo() async throws {
    machine.clock = ContinuousClock()
    machine.handle(.watch)
    #expect(
      try await reason(within: .seconds(60)) { $0 == .done } == """
        the state that was waited for is not reached from watching: the machine waits for the \
        timeout after 1 h, the task watch, and its clock is no ManualClock
        """)
    uploader.hand?.resume()
  }

  @Test func aWaitBeyondASleepOfSomebodyElseFailsAndSaysSo() async throws {
    let sleep = Task { [clock = uploader.clock] in try await clock.sleep(for: .seconds(60)) }
    try await expectEventually { uploader.clock.sleeperCount == 1 }
    #expect(
      try await reason(within: .seconds(5)) { $0 == .done } == """
        the state that was waited for is not reached from idle: the machine waits for whoever sleeps \
        on its clock, which needs 1 min, and the limit leaves 5 s
        """)
    sleep.cancel()
  }

  @Test func aWaitForAFinishedMachineFails() async throws {
    machine.handle(.send)
    try await machine.waitUntil(within: .seconds(1)) { $0 == .done }
    #expect(
      try await reason(within: .seconds(60)) { $0 == .idle } == """
        the state that was waited for is not reached from done: the machine is finished
        """)
  }

  @Test func aWaitThatIsCanceledThrowsTheErrorOfCancellation() async throws {
    machine.handle(.watch)
    let waits = Task { try await machine.waitUntil(within: .seconds(1)) { $0 == .done } }
    waits.cancel()
    await #expect(throws: CancellationError.self) { try await waits.value }
    try await expectEventually { uploader.hand != nil }
    uploader.hand?.resume()
  }
}
