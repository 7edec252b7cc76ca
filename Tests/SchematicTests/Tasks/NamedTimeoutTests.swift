import Schematic
import SchematicTestKit
import Testing

/// Timeouts whose length the subject says.
@MainActor @Suite struct NamedTimeoutTests {
  enum State: Sendable { case idle, waiting, due }
  enum Event: Sendable { case wait, rest, retry }

  final class Client {
    var retryInterval = Duration.seconds(30)
    var reads = 0
    var readInterval: Duration {
      reads += 1
      return retryInterval
    }
  }

  @Sendable nonisolated private static func answer<Subject>(
    _ state: State, _ event: Event
  ) -> Transition<State, Subject> {
    switch event {
    case .wait: .to(.waiting)
    case .rest: .to(.idle)
    case .retry: state == .waiting ? .to(.due) : .ignored
    }
  }

  nonisolated private static let schema = StateMachineSchema<State, Event, Client>(
    initialState: .idle, logic: answer
  )
  .states(on: MainActor.self) { state in
    state == .waiting
      ? .after("retry interval", { $0.readInterval }, send: .retry) : .none
  }

  private let clock = ManualClock()
  private let client = Client()

  private func machine() -> StateMachine<State, Event, Client> {
    let machine = StateMachine(schema: Self.schema, subject: client)
    machine.clock = clock
    return machine
  }

  @Test func lengthIsReadWhenTheStateIsEntered() async throws {
    let machine = machine()
    #expect(client.reads == 0)
    machine.handle(.wait)
    client.retryInterval = .seconds(1)
    #expect(machine.timeUntilNextTimeout == .seconds(30))
    #expect(client.reads == 1)
    machine.handle(.wait)
    #expect(machine.timeUntilNextTimeout == .seconds(1))
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(1))
    try await expectEventually { machine.state == .due }
    #expect(client.reads == 2)
  }

  @Test func observersAreToldTheNameOfTheTimeout() async throws {
    let machine = machine()
    var senders: [EventSender] = []
    machine.observe { senders.append($0.sender) }
    machine.handle(.wait)
    clock.advance(by: .seconds(30))
    try await expectEventually { machine.state == .due }
    #expect(senders == [.caller, .namedTimeout("retry interval")])
  }

  @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.min)])
  func timeoutIsOverAtOnceIfItsLengthIsNotPositive(length: Duration) async throws {
    client.retryInterval = length
    let machine = machine()
    machine.handle(.wait)
    #expect(machine.timeUntilNextTimeout == .zero)
    try await expectEventually { machine.state == .due }
  }

  @Test func timeoutWaitsIfItsLengthIsHuge() async throws {
    client.retryInterval = .seconds(Int64.max)
    let machine = machine()
    machine.handle(.wait)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(86_400))
    #expect(machine.state == .waiting)
    #expect(machine.handle(.rest) == .moved)
  }

  @Test func timeoutDoesNothingOnceItsSubjectIsGone() async throws {
    var client: Client? = Client()
    let machine = StateMachine(schema: Self.schema, subject: client!)
    machine.clock = clock
    machine.handle(.wait)
    try await expectEventually { clock.sleeperCount == 1 }
    client = nil
    var outcomes: [Outcome] = []
    machine.observe { outcomes.append($0.outcome) }
    clock.advance(by: .seconds(30))
    try await expectEventually { outcomes == [.subjectDeallocated] }
    #expect(machine.state == .waiting)
  }

  @Test func lengthOfAMappedSubjectIsRead() {
    final class Owner {
      let client = Client()
    }
    let owner = Owner()
    owner.client.retryInterval = .seconds(7)
    let schema = Self.schema.mappingSubject(on: MainActor.self) { (owner: Owner) in owner.client }
    let machine = StateMachine(schema: schema, subject: owner)
    machine.clock = clock
    machine.handle(.wait)
    #expect(machine.timeUntilNextTimeout == .seconds(7))
    #expect(machine.handle(.rest) == .moved)
  }

  @Test func constantIsReadWithoutIsolation() {
    struct Settings: Sendable { var interval = Duration.seconds(3) }
    let schema = StateMachineSchema<State, Event, Settings>(
      initialState: .idle, on: MainActor.self
    ) { _, _ in .to(.waiting) }
    .states { _ in .entry { _ in }.after("interval", { $0.interval }, send: .retry) }
    let machine = StateMachine(schema: schema, subject: Settings())
    machine.clock = clock
    machine.handle(.wait)
    #expect(machine.timeUntilNextTimeout == .seconds(3))
  }

  @Test func timeoutContinuesWithTheLengthThatWasSaved() {
    client.retryInterval = .seconds(30)
    let first = machine()
    first.handle(.wait)
    clock.advance(by: .seconds(10))
    let saved = first.timeoutProgress.map(\.progress)
    client.retryInterval = .seconds(500)
    let second = StateMachine(schema: Self.schema, subject: client, state: .waiting)
    second.clock = clock
    #expect(second.resume(saved, after: .seconds(5)) == .moved)
    #expect(second.timeUntilNextTimeout == .seconds(15))
    #expect(client.reads == 1)
    // A timeout that wasn't saved begins anew.
    let third = StateMachine(schema: Self.schema, subject: client, state: .waiting)
    third.clock = clock
    #expect(third.resume([], after: .zero) == .moved)
    #expect(third.timeUntilNextTimeout == .seconds(500))
    #expect(third.handle(.rest) == .moved)
  }

  private actor Modem {
    var interval = Duration.seconds(4)
    lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func dial(_ clock: ManualClock) -> Duration? {
      machine.clock = clock
      machine.handle(.wait)
      return machine.timeUntilNextTimeout
    }

    static let schema = StateMachineSchema<State, Event, Modem>(
      initialState: .idle, logic: NamedTimeoutTests.answer
    )
    .states { state in
      state == .waiting ? .after("redial", { $0.interval }, send: .retry) : .none
    }
  }

  @Test func lengthOfAnActorIsRead() async {
    #expect(await Modem().dial(clock) == .seconds(4))
  }
}
