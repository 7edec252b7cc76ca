import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@Suite struct CoverageTests {
  private let graph = StateGraph(Barrier.schema)
  private let recorder = CoverageRecorder("Barrier", of: Barrier.schema)

  private func machine(_ barrier: Barrier = Barrier()) -> StateMachine<Arm, Knock, Barrier> {
    let machine = StateMachine(schema: Barrier.schema, owning: barrier)
    recorder.watch(machine)
    return machine
  }

  @Test func coverageCountsWhatMachinesTake() {
    let one = machine()
    let other = machine()
    for event in [Knock.coin, .coin, .car, .car, .hammer] { one.handle(event) }
    other.handle(.hammer)
    let counts = recorder.coverage.counts
    #expect(graph.transitions.map { counts[$0] } == [1, 1, 2, 1, 0, 0])
    #expect(recorder.coverage.neverTaken.map(\.event) == ["hammer", "hammer"])
    #expect(recorder.coverage.unexpected.isEmpty)
    #expect(recorder.coverage.ambiguous.isEmpty)
    #expect(
      recorder.coverage.description.hasPrefix("4 of 6 transitions taken\n1  down -> up: coin"))
  }

  @Test func coverageListsWhatWasNeverTaken() {
    let machine = machine()
    for event in [Knock.coin, .coin, .car, .hammer] { machine.handle(event) }
    #expect(
      recorder.coverage.failure() == """
        never taken: 2 of 6 transitions
          up -> broken: hammer [worn out] (SchematicTestingTests/Barrier.swift:35)
          up -> up: hammer [not worn out] (SchematicTestingTests/Barrier.swift:35)
        """)
    expectCoverage(recorder) { $0.event == "hammer" }
  }

  @Test func coverageSaysWhatNoEventsLeadTo() {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "lost", target: "found", event: "look")],
      initialState: "found")
    let recorder = CoverageRecorder("Lost", of: graph)
    recorder.record(.init(source: "found", target: "lost", event: "drop"))
    #expect(
      recorder.coverage.failure() == """
        never taken: 1 of 1 transitions
          lost -> found: look (no events lead there)
        taken, though the graph does not show it:
          found -> lost: drop
        """)
  }

  @Test func coverageIsCompleteAfterWalksOverEveryTransition() {
    for walk in StateGraph(Barrier.schema).walks() {
      expectWalk(walk, of: Barrier.schema, machine: { machine() }, prepare: Barrier.prepare)
    }
    expectCoverage(recorder)
  }

  @Test func coverageSaysWhatOnlyGuardsTellApart() {
    let schema = StateMachineSchema<Arm, Knock, Barrier>(initialState: .down) { _, event, when in
      guard event == .coin else { return .ignored }
      return when("paid") { $0.coins > 0 }
        ? .to(.up) : when("lucky") { _ in true } ? .to(.up) : .stay
    }
    let recorder = CoverageRecorder("Lucky", of: schema)
    let machine = StateMachine(schema: schema, owning: Barrier())
    recorder.watch(machine)
    machine.handle(.coin)
    #expect(
      recorder.coverage.ambiguous.map { $0.map(\.guard) } == [["paid", "not paid and lucky"]])
    #expect(
      recorder.coverage.neverTaken.filter { $0.source == "down" }.map(\.guard) == [
        "not paid and not lucky"
      ])
  }

  private enum Bell: Graphable {
    case press, expired
    static var graphCases: [Bell] { [.press] }
  }

  @MainActor
  @Test func coverageCountsATimeoutByTheEventItSends() {
    let schema = StateMachineSchema<Arm, Bell, Void>(initialState: .down, on: MainActor.self) {
      state, event in
      switch (state, event) {
      case (.down, .press): return .to(.up)
      case (.up, .expired): return .to(.down)
      default: return .ignored
      }
    }
    .states { $0 == .up ? .after(.seconds(30), send: .expired) : .none }
    let recorder = CoverageRecorder("Bell", of: schema)
    let machine = StateMachine(schema: schema)
    recorder.watch(machine)
    machine.handle(.press)
    #expect(recorder.coverage.neverTaken.map(\.event) == ["after 30 s"])
    machine.handle(.expired)
    #expect(recorder.coverage.neverTaken.isEmpty)
    #expect(recorder.coverage.unexpected.isEmpty)
  }

  @Test func coverageCountsEntriesExitsAndTasks() {
    let schema = Barrier.schema
      .states { state in
        switch state {
        case .up: .entry("light") { _ in }.exit("dark") { _ in }
        case .broken: .entry("call") { _ in }
        case .down: .none
        }
      }
    let recorder = CoverageRecorder("Barrier", of: schema)
    let machine = StateMachine(schema: schema, owning: Barrier())
    recorder.watch(machine)
    for event in [Knock.coin, .coin, .car, .coin, .coin] { machine.handle(event) }
    let coverage = recorder.coverage
    #expect(coverage.neverPerformed.map(\.description) == ["broken: entry / call"])
    let counts = coverage.behaviorCounts
    #expect(counts[.init(state: "up", behavior: .init(.entry, "light"))] == 2)
    #expect(counts[.init(state: "up", behavior: .init(.exit, "dark"))] == 1)
    #expect(
      coverage.description.hasSuffix(
        """
        2 of 3 behaviors performed
        2  up: entry / light
        1  up: exit / dark
        0  broken: entry / call
        """))
    #expect(
      coverage.failure()?.contains("never performed: 1 of 3 behaviors\n  broken: entry / call")
        == true)
  }

  @MainActor @Suite struct TimeoutCoverageTests {
    private enum Lamp: CaseIterable, Graphable { case off, on }
    private enum Signal: CaseIterable, Graphable { case press, expired }

    private static let schema = StateMachineSchema<Lamp, Signal, Void>(
      initialState: .off, on: MainActor.self
    ) { lamp, signal in
      switch (lamp, signal) {
      case (.off, .press): return .to(.on)
      case (.on, .expired): return .to(.off)
      default: return .ignored
      }
    }
    .states { $0 == .on ? .after(.seconds(30), send: .expired) : .none }

    private let recorder = CoverageRecorder("Lamp", of: Self.schema)

    private func machine() -> StateMachine<Lamp, Signal, Void> {
      let machine = StateMachine(schema: Self.schema)
      recorder.watch(machine)
      return machine
    }

    @Test func coverageCountsTheTimeoutThatFired() async throws {
      let machine = machine()
      let clock = ManualClock()
      machine.clock = clock
      machine.handle(.press)
      machine.handle(.expired)
      #expect(recorder.coverage.neverTaken.map(\.event) == ["after 30 s"])
      machine.handle(.press)
      try await expectEventually { clock.sleeperCount == 1 }
      clock.advance(by: .seconds(30))
      try await expectEventually { machine.state == .off }
      #expect(recorder.coverage.neverTaken.isEmpty)
      #expect(recorder.coverage.counts.values.sorted() == [1, 1, 2])
    }

    @Test func observersAreToldWhichTimeoutFired() async throws {
      let machine = machine()
      let clock = ManualClock()
      machine.clock = clock
      var senders: [EventSender] = []
      // An event that follows from the timeout is none itself.
      machine.observe { taken in
        // It is reported again when it has been handled.
        if case .queued = taken.outcome { return }
        senders.append(taken.sender)
        if taken.sender == .timeout(.seconds(30)) { machine.handle(.press) }
      }
      machine.handle(.press)
      try await expectEventually { clock.sleeperCount == 1 }
      clock.advance(by: .seconds(30))
      try await expectEventually { senders.count == 3 }
      #expect(senders == [.caller, .timeout(.seconds(30)), .caller])
    }

    @Test func coverageIsCompleteAfterWalks() {
      for walk in StateGraph(Self.schema).walks() {
        expectWalk(walk, of: Self.schema, machine: { machine() })
      }
      expectCoverage(recorder)
    }
  }

  @Test func removingAnObserverEndsAWatch() {
    let machine = StateMachine(schema: Barrier.schema, owning: Barrier())
    let token = recorder.watch(machine)
    machine.handle(.hammer)
    machine.removeObserver(token)
    machine.handle(.hammer)
    #expect(recorder.coverage.count(of: graph.transitions[2]) == 1)
  }
}
