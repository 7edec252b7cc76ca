import Schematic
import SchematicTestKit
import Testing

/// Timeouts and tasks of a subject that is an actor.
@Suite struct ActorActivityTests {
  @Test func timeoutIsSentOnTheActor() async throws {
    let (clock, probe) = (ManualClock(), Probe())
    await probe.begin(clock)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(5))
    try await expectEventually { await probe.state == .silent }
  }

  @Test func taskReportsOnTheActor() async throws {
    let (clock, probe) = (ManualClock(), Probe(schema: Probe.answeredSchema))
    await probe.begin(clock)
    try await expectEventually { await probe.state == .answered(3) }
    #expect(await probe.answers == [1, 2, 3])
    #expect(clock.sleeperCount == 0)
  }

  @Test func timeoutKeepsNoActorAlive() async throws {
    let clock = ManualClock()
    var probe: Probe? = Probe()
    weak let gone = probe
    await probe?.begin(clock)
    try await expectEventually { clock.sleeperCount == 1 }
    probe = nil
    try await expectEventually { gone == nil }
    try await expectEventually { clock.sleeperCount == 0 }
  }

  @Test func programStopsIfThereIsNoActorToComeBackTo() async {
    let run = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let schema = StateMachineSchema<Bool, Void, Nobody>(initialState: false) { _, _ in .to(true) }
        .states { _ in .after(.seconds(1), send: ()) }
      let nobody = Nobody()
      StateMachine(schema: schema, subject: nobody).handle(())
    }
    let words = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("Timeouts and tasks need an actor to come back to, and Nobody is none"))
  }
}

private final class Nobody {}

/// Asks, and is answered three times or gives up.
private actor Probe {
  enum State: Hashable, Sendable { case idle, asking, answered(Int), silent }
  enum Event: Sendable { case ask, answer(Int), timeout }

  private(set) var answers: [Int] = []
  private let schema: StateMachineSchema<State, Event, Probe>
  private lazy var machine = StateMachine(schema: schema, subject: self)

  init(schema: StateMachineSchema<State, Event, Probe> = Probe.schema) {
    self.schema = schema
  }

  var state: State { machine.state }

  func begin(_ clock: ManualClock) {
    machine.clock = clock
    machine.handle(.ask)
  }

  static let schema = StateMachineSchema<State, Event, Probe>(initialState: .idle) { state, event in
    switch event {
    case .ask: return .to(.asking)
    case .answer(let number):
      guard state == .asking else { return .ignored }
      return number < 3
        ? .stay("count") { $0.answers.append(number) }
        : .to(.answered(number), "count") { $0.answers.append(number) }
    case .timeout: return .to(.silent)
    }
  }
  .states { $0 == .asking ? .after(.seconds(5), send: .timeout) : .none }

  /// The same rules, and somebody who answers.
  static let answeredSchema = schema.states { state in
    guard state == .asking else { return .none }
    return .task("answer") { _, send in
      send(.answer(1))
      await Task.yield()
      send(.answer(2))
      return .answer(3)
    }
  }
}
