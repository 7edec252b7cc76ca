import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import SchematicTraces
import Testing

/// Walks that wait for timeouts on a clock.
@MainActor @Suite struct ClockWalkTests {
  enum State: CaseIterable, Graphable { case idle, fetching, failed }
  enum Event: CaseIterable, Graphable { case fetch, loaded, hurry, timeout }

  final class Client {
    var isPatient = true
    var log: [String] = []
  }

  private static let schema = StateMachineSchema<State, Event, Client>(
    initialState: .idle, on: MainActor.self
  ) { state, event, when in
    switch (state, event) {
    case (.idle, .fetch): .to(.fetching)
    case (.fetching, .loaded): .to(.idle)
    case (.fetching, .timeout):
      when("patient") { $0.isPatient } ? .stay("wait") { $0.log.append("wait") } : .to(.failed)
    case (.fetching, .hurry): .to(.failed, "give up") { $0.log.append("give up") }
    case (.failed, .timeout): .to(.idle)
    default: .ignored
    }
  }
  .states { state in
    switch state {
    case .idle: .none
    case .fetching: .after(.seconds(30), send: .timeout)
    case .failed: .after(.seconds(5), send: .timeout)
    }
  }

  private func walk(_ steps: (State, String, State)...) throws -> Walk {
    let graph = StateGraph(Self.schema)
    return try Walk(
      from: "idle",
      taking: steps.map { source, event, target in
        try #require(
          graph.transitions.first {
            $0.source == source.graphIdentifier && $0.event == event
              && $0.target == target.graphIdentifier
          })
      })
  }

  @Test func eachTimeoutMovesTheClockOn() async throws {
    let (clock, client) = (ManualClock(), Client())
    let start = clock.now
    await expectWalk(
      try walk(
        (.idle, "fetch", .fetching), (.fetching, "after 30 s", .fetching),
        (.fetching, "hurry", .failed), (.failed, "after 5 s", .idle)),
      of: Self.schema, on: clock, subject: { client })
    #expect(start.duration(to: clock.now) == .seconds(35))
    #expect(client.log == ["wait", "give up"])
  }

  @Test func walksTakeEveryTransition() async {
    for walk in StateGraph(Self.schema).walks() {
      await expectWalk(
        walk, of: Self.schema, on: ManualClock(), subject: { Client() },
        prepare: { step, client in client.isPatient = step.guards["patient"] ?? true })
    }
  }

  @Test func walkReportsAnAnswerThatWasNotArranged() async throws {
    let walk = try walk((.idle, "fetch", .fetching), (.fetching, "after 30 s", .failed))
    let report = await WalkReport(
      walk, of: Self.schema, on: ManualClock(), subject: { Client() })
    #expect(report?.description.contains("the step assumes [not patient]") == true)
  }

  /// The 30 s come first, and would send the machine elsewhere.
  @Test func walkSendsATimeoutThatIsNotTheNext() async throws {
    let schema = Self.schema.states { $0 == .fetching ? .after(.seconds(60), send: .hurry) : .none }
    let (clock, client) = (ManualClock(), Client())
    let start = clock.now
    let walk = try #require(
      StateGraph(schema).walks(taking: .everyTransition).first { $0.events.contains("after 1 min") }
    )
    await expectWalk(
      walk.prefix((walk.events.firstIndex(of: "after 1 min") ?? 0) + 1), of: schema, on: clock,
      subject: { client },
      prepare: { step, client in client.isPatient = step.guards["patient"] ?? true })
    #expect(client.log.last == "give up")
    #expect(start.duration(to: clock.now) <= .seconds(300))
  }

  @MainActor private final class Trace {
    var lines: [String] = []
  }

  @MainActor final class Patient {
    var patience = Duration.seconds(77)
  }

  private static let named = StateMachineSchema<State, Event, Patient>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.idle, .fetch): .to(.fetching)
    case (.fetching, .timeout): .to(.failed)
    default: .ignored
    }
  }
  .states(on: MainActor.self) { state in
    state == .fetching ? .after("patience", { $0.patience }, send: .timeout) : .none
  }

  @Test func timeoutWhoseLengthTheSubjectSaysMovesTheClockOn() async throws {
    let clock = ManualClock()
    let start = clock.now
    let graph = StateGraph(Self.named)
    #expect(graph.transitions.map(\.event) == ["fetch", "timeout", "after patience"])
    for walk in graph.walks(taking: .everyTransition) {
      await expectWalk(walk, of: Self.named, on: clock, subject: { Patient() })
      expectWalk(walk, of: Self.named, subject: { Patient() })
    }
    #expect(start.duration(to: clock.now) == .seconds(77))
  }

  @Test func timeoutWhoseLengthTheSubjectSaysIsCounted() async throws {
    let (clock, patient) = (ManualClock(), Patient())
    let graph = StateGraph(Self.named)
    let recorder = CoverageRecorder("M", of: Self.named)
    let machine = StateMachine(schema: Self.named, subject: patient)
    machine.clock = clock
    recorder.watch(machine)
    let trace = Trace()
    TraceRecorder { line in MainActor.assumeIsolated { trace.lines.append(line) } }
      .watch(machine, named: "M")
    machine.handle(.fetch)
    clock.advance(by: .seconds(77))
    try await machine.waitUntil { $0 == .failed }
    #expect(recorder.coverage.neverTaken.map(\.event) == ["timeout"])
    let entries = try trace.lines.map { try TraceEntry(line: $0) }
    #expect(graph.violations(of: entries).isEmpty)
    #expect(trace.lines.last?.contains("\"after\":\"patience\"") == true)
  }
}
