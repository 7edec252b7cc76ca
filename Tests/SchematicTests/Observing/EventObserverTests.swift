import Schematic
import SchematicTestKit
import Testing

/// Observers are called with every event, whatever became of it.
@Suite struct EventObserverTests {
  /// The lines that an observer of events is calls.
  private static func observe<State, Event, Subject>(
    _ machine: StateMachine<State, Event, Subject>, _ notes: Notes
  ) -> ObserverToken {
    machine.observe { observed in
      let guards = observed.guards.map { "\($0.name)=\($0.holds)" }.joined(separator: ",")
      notes.add(
        "\(observed.source) \(observed.event) \(observed.outcome.name) \(observed.target) "
          + "\(observed.label ?? "-") [\(guards)]")
    }
  }

  @Test(arguments: Answer.allCases)
  func observersAreCalledWithEveryAnswer(answer: Answer) {
    let notes = Notes()
    let machine = StateMachine(schema: Answer.schema, owning: Answer.Subject())
    _ = Self.observe(machine, notes)
    let outcome = machine.handle(answer)
    let label = answer.expected.actions > 0 ? "count" : "-"
    #expect(
      notes.lines == ["loading(1) \(answer) \(outcome.name) \(answer.expected.state) \(label) []"])
    #expect(machine.state == answer.expected.state)
  }

  enum Gate: CaseIterable { case locked, unlocked }
  enum Visitor: CaseIterable { case coin, push, pass }

  final class Turnstile: @unchecked Sendable { var coins = 0 }

  private static let gate = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
    state, event, when in
    switch (state, event) {
    case (.locked, .coin):
      return when("paid") { $0.coins > 0 }
        ? .to(.unlocked, "open") : .stay("count") { $0.coins += 1 }
    case (.unlocked, .push):
      return when("broken") { $0.coins < 0 } || when("empty") { $0.coins == 0 }
        ? .ignored : .rejected("pass first")
    case (.unlocked, .pass): return .to(.locked)
    default: return .ignored
    }
  }

  /// The second round is looked up where the first asked the rules.
  @Test func observersAreGivenTheAnswersOfGuards() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.gate, owning: Turnstile())
    _ = Self.observe(machine, notes)
    for event in [Visitor.coin, .coin, .push, .pass, .coin, .push] { machine.handle(event) }
    let second = [
      "locked coin moved unlocked open [paid=true]",
      "unlocked push rejected unlocked - [broken=false,empty=false]",
    ]
    #expect(
      notes.lines == ["locked coin stayed locked count [paid=false]"] + second
        + ["unlocked pass moved locked - []"] + second)
    #expect(machine.state == .unlocked)
  }

  @Test func observersAreCalledWithQueuedEventsTwice() {
    let notes = Notes()
    let relay = Relay(replies: ["a": "bc", "b": "d"], broken: ["c"])
    _ = Self.observe(relay.machine, notes)
    #expect(relay.machine.handle("a") == .moved)
    #expect(
      notes.lines.map { $0.replacing(" - []", with: "") } == [
        "1 b queued 1", "1 c queued 1", "0 a moved 1", "2 d queued 2", "1 b moved 2",
        "2 c failed 2", "2 d moved 3",
      ])
    #expect(relay.machine.state == 3)
  }

  @Test func observersAreCalledWithEventsThatTheQueueRefuses() {
    let notes = Notes()
    let relay = Relay(replies: ["a": "bcd"])
    relay.machine.maximumQueuedEvents = 2
    _ = Self.observe(relay.machine, notes)
    relay.machine.handle("a")
    #expect(notes.lines.contains("1 d failed 1 - []"))
    #expect(notes.lines.filter { $0.contains(" d ") }.count == 1)
    #expect(relay.machine.state == 3)
  }

  /// One that answers each event with another would be called without end.
  @Test func observersMaySendEventsThemselves() {
    let relay = Relay()
    var calls: [String] = []
    relay.machine.observe { [unowned machine = relay.machine] observed in
      calls.append("\(observed.event) \(observed.outcome.name)")
      if observed.target < 3 { machine.handle("x") }
    }
    #expect(relay.machine.handle("a") == .moved)
    #expect(calls.prefix(2) == ["a moved", "x queued"])
    #expect(calls.filter { $0.hasSuffix("moved") }.count == relay.log.count)
    #expect(relay.machine.state == relay.log.count)
  }

  @Test func observersAreCalledIfTheSubjectNoLongerExists() {
    let notes = Notes()
    let machine: StateMachine<Gate, Visitor, Turnstile> = {
      StateMachine(schema: Self.gate, subject: Turnstile())
    }()
    _ = Self.observe(machine, notes)
    #expect(machine.handle(.coin) == .subjectDeallocated)
    #expect(notes.lines == ["locked coin subjectDeallocated locked - []"])
    #expect(machine.state == .locked)
  }

  @Test func observersStayWithAFinishedMachine() {
    let notes = Notes()
    let schema = Self.gate.states { $0 == .unlocked ? .final : .none }
    let machine = StateMachine(schema: schema, owning: Turnstile())
    _ = Self.observe(machine, notes)
    for event in [Visitor.coin, .coin, .pass] { machine.handle(event) }
    #expect(machine.isFinished)
    #expect(notes.lines.last == "unlocked pass rejected unlocked - []")
    #expect(machine.state == .unlocked)
  }

  @Test func observersComeAndGoDuringAStep() {
    let relay = Relay(replies: ["a": "b"])
    let machine = relay.machine
    let notes = Notes()
    machine.observe { [unowned machine] taken in
      if taken.event == "a", taken.outcome == .moved { _ = Self.observe(machine, notes) }
    }
    machine.handle("a")
    machine.handle("c")
    #expect(notes.lines == ["1 b moved 2 - []", "2 c moved 3 - []"])
    var token: ObserverToken?
    token = machine.observe { [unowned machine] _ in
      if let token { machine.removeObserver(token) }
      notes.add("once")
    }
    machine.handle("d")
    machine.handle("e")
    #expect(notes.lines.filter { $0 == "once" }.count == 1)
    #expect(machine.state == 5)
  }

  /// Entering is first, and watching a machine is no event.
  @Test func observersDoNotKeepAMachineFromEntering() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.gate, owning: Turnstile())
    let token = Self.observe(machine, notes)
    #expect(machine.start() == .moved)
    #expect(machine.start() == .ignored)
    machine.handle(.coin)
    machine.removeObserver(token)
    machine.handle(.coin)
    #expect(notes.lines == ["locked coin stayed locked count [paid=false]"])
    #expect(machine.state == .unlocked)
  }

  enum Phase { case idle, busy }
  enum Signal { case start, tick, done }

  @MainActor final class Desk {}

  @MainActor @Test func areGivenTheSenderOfAnEvent() async throws {
    let schema = StateMachineSchema<Phase, Signal, Desk>(initialState: .idle, on: MainActor.self) {
      state, event in
      switch (state, event) {
      case (.idle, .start): return .to(.busy)
      case (.busy, .tick): return .stay("count")
      case (.busy, .done): return .to(.idle)
      default: return .ignored
      }
    }
    .states(on: MainActor.self) {
      $0 == .busy ? .after(.seconds(30), send: .done).task("count") { _, _ in .tick } : .none
    }
    let clock = ManualClock()
    let desk = Desk()
    let machine = StateMachine(schema: schema, subject: desk)
    machine.clock = clock
    var senders: [EventSender] = []
    machine.observe { senders.append($0.sender) }
    machine.handle(.start)
    try await expectEventually { senders.count == 2 && clock.sleeperCount == 1 }
    clock.advance(by: .seconds(30))
    try await expectEventually { senders.count == 3 }
    #expect(senders == [.caller, .task(label: "count"), .timeout(.seconds(30))])
    #expect(machine.state == .idle)
  }
}
