import Schematic
import SchematicTestKit
import Testing

/// Timeouts and tasks of a subject on the main actor.
@MainActor @Suite struct ActivityTests {
  private let clock = ManualClock()
  private let loader = Loader()
  private let machine: StateMachine<Loader.State, Loader.Event, Loader>

  init() {
    machine = StateMachine(schema: Loader.schema, subject: loader)
    machine.clock = clock
  }

  @Test func timeoutIsSentWhenItsTimeHasCome() async throws {
    machine.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(29))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await expectEventually { machine.state == .timedOut }
  }

  @Test func timeoutIsMeasuredFromTheMomentTheStateIsEntered() async throws {
    machine.handle(.fetch)
    clock.advance(by: .seconds(30))
    try await expectEventually { machine.state == .timedOut }
  }

  @Test func timeoutIsForgottenWhenTheStateIsLeft() async throws {
    machine.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 }
    machine.handle(.cancel)
    try await expectEventually { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(60))
    #expect(machine.state == .idle)
  }

  @Test func timeoutBeginsAnewWhenTheStateIsEnteredAgain() async throws {
    machine.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(20))
    machine.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 && loader.started == 2 }
    clock.advance(by: .seconds(20))
    #expect(machine.state == .fetching)
    clock.advance(by: .seconds(10))
    try await expectEventually { machine.state == .timedOut }
  }

  @Test func timeoutRunsOnDuringAnInternalTransition() async throws {
    machine.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(20))
    machine.handle(.poke)
    clock.advance(by: .seconds(10))
    try await expectEventually { machine.state == .timedOut }
    #expect(loader.started == 1)
  }

  @Test func taskSendsWhatItEndedWith() async throws {
    machine.handle(.fetch)
    try await expectEventually { loader.waiting.count == 1 }
    loader.waiting[0].resume(returning: 7)
    try await expectEventually { machine.state == .loaded(7) }
  }

  @Test func lateResultNeverActsOnALaterState() async throws {
    machine.handle(.fetch)
    try await expectEventually { loader.waiting.count == 1 }
    machine.handle(.cancel)
    machine.handle(.fetch)
    try await expectEventually { loader.waiting.count == 2 }
    loader.waiting[0].resume(returning: 1)
    try await expectEventually { loader.finished == 1 }
    #expect(machine.state == .fetching)
    loader.waiting[1].resume(returning: 2)
    try await expectEventually { machine.state == .loaded(2) }
  }

  @Test func activitiesBeginInARestoredStateOnlyWhenItIsStarted() async throws {
    _ = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    #expect(loader.started == 0)
    let entered = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    // Others may take all threads for longer than the timeout, so it is not measured in real time.
    entered.clock = clock
    entered.start()
    #expect(loader.started == 1)
    try await expectEventually { loader.waiting.count == 1 }
    loader.waiting[0].resume(returning: 3)
    try await expectEventually { entered.state == .loaded(3) }
  }

  @Test func timeoutOfTheFirstStateIsMeasuredWithTheClockItWasGiven() async throws {
    let machine = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    machine.clock = clock
    machine.start()
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(30))
    try await expectEventually { machine.state == .timedOut }
  }

  /// The machine lives on the main actor, though its subject is an actor of its own.
  @Test func activitiesOfAnActorComeBackToTheMainActor() async throws {
    let server = Server()
    let schema = StateMachineSchema<Loader.State, Loader.Event, Server>(
      initialState: .idle, on: MainActor.self
    ) { state, event in
      switch event {
      case .fetch: return .to(.fetching)
      case .loaded(let number): return .to(.loaded(number))
      case .timeout: return .to(.timedOut)
      case .poke, .cancel: return .ignored
      }
    }
    .states(on: MainActor.self) {
      $0 == .fetching ? .after(.seconds(30), send: .timeout) : .none
    }
    let waiting = StateMachine(schema: schema, subject: server)
    waiting.clock = clock
    waiting.observe { _ in MainActor.assertIsolated() }
    waiting.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(30))
    try await expectEventually { waiting.state == .timedOut }
  }

  /// The task runs on the actor, and what it sends is handled on the main actor, in order.
  @Test func taskOnAnActorSendsToTheMainActor() async throws {
    let schema = StateMachineSchema<Int, Int, Server>(initialState: 0, on: MainActor.self) {
      state, number in number == 1 ? .to(1) : .stay(as: number)
    }.states { state in
      guard state == 1 else { return .none }
      return .task("count") { server, send in
        for number in 2...4 { send(10 * server.count(number)) }
        await Task.yield()
        return server.count(5)
      }
    }
    let server = Server()
    let machine = StateMachine(schema: schema, subject: server)
    var targets: [Int] = []
    machine.observe { transition in
      MainActor.assertIsolated()
      targets.append(transition.target)
    }
    machine.handle(1)
    try await expectEventually { machine.state == 5 }
    #expect(targets == [1, 20, 30, 40, 5])
    #expect(await server.counts == [2, 3, 4, 5])
  }

  @Test func activitiesAreCanceledWhenTheMachineGoesAway() async throws {
    var machine: StateMachine? = StateMachine(schema: Loader.schema, subject: loader)
    machine?.clock = clock
    machine?.handle(.fetch)
    try await expectEventually { clock.sleeperCount == 1 && loader.waiting.count == 1 }
    machine = nil
    try await expectEventually { clock.sleeperCount == 0 }
    loader.waiting[0].resume(returning: 1)
    try await expectEventually { loader.finished == 1 }
  }
}

private actor Server {
  private(set) var counts: [Int] = []

  func count(_ number: Int) -> Int {
    counts.append(number)
    return number
  }
}

/// Loads numbers, each when the test says so.
@MainActor private final class Loader {
  enum State: Hashable, Sendable { case idle, fetching, loaded(Int), timedOut }
  enum Event: Sendable { case fetch, poke, cancel, loaded(Int), timeout }

  var started = 0
  var finished = 0
  var waiting: [CheckedContinuation<Int, Never>] = []

  static let schema = StateMachineSchema<State, Event, Loader>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch state {
    case .fetching:
      switch event {
      case .fetch: return .to(.fetching)
      case .poke: return .stay
      case .cancel: return .to(.idle)
      case .loaded(let number): return .to(.loaded(number))
      case .timeout: return .to(.timedOut)
      }
    case .idle, .loaded, .timedOut:
      guard case .fetch = event else { return .ignored }
      return .to(.fetching)
    }
  }
  .states(on: MainActor.self) { state in
    guard state == .fetching else { return .none }
    return .entry { $0.started += 1 }
      .task("load") { loader, _ in await .loaded(loader.load()) }
      .after(.seconds(30), send: .timeout)
  }

  private func load() async -> Int {
    let number = await withCheckedContinuation { waiting.append($0) }
    finished += 1
    return number
  }
}
