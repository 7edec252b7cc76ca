import Schematic
import SchematicTestKit
import Testing

/// Timeouts and work of a subject on the main actor.
@MainActor @Suite struct ActivityTests {
  private let clock = ManualClock()
  private let loader = Loader()
  private let machine: StateMachine<Loader.State, Loader.Event, Loader>

  init() {
    machine = StateMachine(schema: Loader.schema, subject: loader)
    machine.clock = clock
  }

  /// Lets tasks run until something is so; the tests hang, and time out, where it never is.
  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func sendsTheTimeoutWhenItsTimeHasCome() async {
    machine.handle(.fetch)
    await wait { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(29))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    await wait { machine.state == .timedOut }
  }

  @Test func measuresFromTheMomentTheStateIsEntered() async {
    machine.handle(.fetch)
    clock.advance(by: .seconds(30))
    await wait { machine.state == .timedOut }
  }

  @Test func forgetsTheTimeoutWhenTheStateIsLeft() async {
    machine.handle(.fetch)
    await wait { clock.sleeperCount == 1 }
    machine.handle(.cancel)
    await wait { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(60))
    #expect(machine.state == .idle)
  }

  @Test func beginsTheTimeoutAnewWhenTheStateIsEnteredAgain() async {
    machine.handle(.fetch)
    await wait { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(20))
    machine.handle(.fetch)
    await wait { clock.sleeperCount == 1 && loader.started == 2 }
    clock.advance(by: .seconds(20))
    #expect(machine.state == .fetching)
    clock.advance(by: .seconds(10))
    await wait { machine.state == .timedOut }
  }

  @Test func letsTheTimeoutRunOnDuringAnInternalTransition() async {
    machine.handle(.fetch)
    await wait { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(20))
    machine.handle(.poke)
    clock.advance(by: .seconds(10))
    await wait { machine.state == .timedOut }
    #expect(loader.started == 1)
  }

  @Test func sendsWhatTheWorkEndedWith() async {
    machine.handle(.fetch)
    await wait { loader.waiting.count == 1 }
    loader.waiting[0].resume(returning: 7)
    await wait { machine.state == .loaded(7) }
  }

  @Test func neverLetsALateResultActOnALaterState() async {
    machine.handle(.fetch)
    await wait { loader.waiting.count == 1 }
    machine.handle(.cancel)
    machine.handle(.fetch)
    await wait { loader.waiting.count == 2 }
    loader.waiting[0].resume(returning: 1)
    await wait { loader.finished == 1 }
    #expect(machine.state == .fetching)
    loader.waiting[1].resume(returning: 2)
    await wait { machine.state == .loaded(2) }
  }

  @Test func beginsInARestoredStateOnlyWhenAsked() async {
    _ = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    #expect(loader.started == 0)
    let entered = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    // With the clock of the system, a slow machine would time out first.
    entered.clock = clock
    entered.enter()
    #expect(loader.started == 1)
    await wait { loader.waiting.count == 1 }
    loader.waiting[0].resume(returning: 3)
    await wait { entered.state == .loaded(3) }
  }

  @Test func measuresTheTimeoutOfTheFirstStateWithTheClockItWasGiven() async {
    let machine = StateMachine(schema: Loader.schema, subject: loader, state: .fetching)
    machine.clock = clock
    machine.enter()
    await wait { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(30))
    await wait { machine.state == .timedOut }
  }

  @Test func cancelsWhatRunsWhenTheMachineGoesAway() async {
    var machine: StateMachine? = StateMachine(schema: Loader.schema, subject: loader)
    machine?.clock = clock
    machine?.handle(.fetch)
    await wait { clock.sleeperCount == 1 && loader.waiting.count == 1 }
    machine = nil
    await wait { clock.sleeperCount == 0 }
    loader.waiting[0].resume(returning: 1)
    await wait { loader.finished == 1 }
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
  .timeouts { $0 == .fetching ? .after(.seconds(30), send: .timeout) : nil }
  .work(on: MainActor.self) { state, loader in
    guard state == .fetching else { return nil }
    loader.started += 1
    return StateWork { await .loaded(loader.load()) }
  }

  private func load() async -> Int {
    let number = await withCheckedContinuation { waiting.append($0) }
    finished += 1
    return number
  }
}
