@testable import Examples
import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
@testable import SchematicTesting
import Testing

/// Random runs find planted mistakes, and shrink to short runs.
@MainActor
@Suite struct RunShrinkingTests {
  /// Runs of some rules with mistakes in them.
  private struct Tally {
    var failures = 0
    var events = 0
    var shortest = 0
    /// The runs that are more than twice as long as the shortest ones.
    var tooLong: [String] = []
  }

  /// The subject of machines whose guards change their answers with each step.
  final class Phase {
    static let count = 3
    var number: Int
    init(_ number: Int = 0) { self.number = number }

    func holds(_ name: String) -> Bool { number == name.utf8.count % Self.count }
    func go() { number = (number + 1) % Self.count }
  }

  /// Hundreds of runs if `SEEDS` is 9.
  @Test func failingRunOfWrongRulesShrinks() throws {
    var tally = Tally()
    for seed in Seeds.first(1) {
      try plant(in: Turnstile.schema, 5, seed, &tally)
      try plant(in: Screen.schema, 5, seed, &tally)
      try plant(in: StencilDownload.schema, 10, seed, &tally)
      try plant(in: ItemList.schema, 10, seed, &tally)
      try plant(in: NetworkRequest.schema, 10, seed, &tally)
      try plant(in: GameNavigation.schema, 10, seed, &tally)
      try plant(in: TCPConnection.schema, 15, seed, &tally)
      try plant(in: PPP.schema, 15, seed, &tally)
    }
    for seed in Seeds.first(4) {
      try plant(in: RandomRules(seed: seed).schema, 10, seed, &tally)
    }
    #expect(tally.failures >= 80)
    #expect(tally.tooLong.isEmpty)
    // Most are as short as can be.
    #expect(tally.events * 100 <= tally.shortest * 105)
  }

  @Test func rightRulesNeverFail() {
    func expectPass<State: Graphable, Event: Graphable, Subject>(
      _ schema: StateMachineSchema<State, Event, Subject>, seed: UInt64
    ) {
      let rules = schema.withPhases()
      for graph in [nil, StateGraph(schema)] {
        expectRandomRuns(
          3, seed: seed, in: graph, machine: { StateMachine(schema: rules, owning: Phase()) })
      }
    }
    for seed in Seeds.first(2) {
      expectPass(Turnstile.schema, seed: seed)
      expectPass(Screen.schema, seed: seed)
      expectPass(StencilDownload.schema, seed: seed)
      expectPass(ItemList.schema, seed: seed)
      expectPass(NetworkRequest.schema, seed: seed)
      expectPass(GameNavigation.schema, seed: seed)
      expectPass(TCPConnection.schema, seed: seed)
      expectPass(PPP.schema, seed: seed)
    }
    for seed in Seeds.first(20) { expectPass(RandomRules(seed: seed).schema, seed: seed) }
  }

  private func plant<State: Graphable, Event: Graphable, Subject>(
    in schema: StateMachineSchema<State, Event, Subject>, _ count: Int, _ seed: UInt64,
    _ tally: inout Tally
  ) throws {
    var generator = SplitMix64(seed: seed)
    let graph = StateGraph(schema)
    for mutation in Mutation.all(in: graph).shuffled(using: &generator).prefix(count) {
      let mutant = schema.mutated(by: mutation).withPhases()
      // Two runs for each mutant, if the first one fails.
      for _ in 0..<2 {
        let report = RunReport<Event>(
          4, length: 30, seed: generator.next(), in: graph,
          machine: { StateMachine(schema: mutant, owning: Phase()) })
        guard let report else { break }
        let shortest = try #require(
          shortestRun(of: mutant, in: graph, failingAs: report.failure.kind))
        tally.failures += 1
        tally.events += report.events.count
        tally.shortest += shortest
        if report.events.count > 2 * shortest {
          tally.tooLong.append("\(mutation): \(report.events.count), not \(shortest)")
        }
      }
    }
  }

  /// Returns the number of events of a shortest run that fails in a way.
  private func shortestRun<State: Graphable, Event: Graphable>(
    of schema: StateMachineSchema<State, Event, Phase>, in graph: StateGraph,
    failingAs kind: RunFailure<Event>.Kind
  ) -> Int? {
    let check = StepCheck(of: schema, in: graph)
    var seen = VisitedSet()
    var nodes = [(state: schema.initialState, phase: 0, distance: 0)]
    _ = seen.insert(schema.initialState, "0")
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      for event in Event.graphCases {
        let phase = Phase(node.phase)
        let machine = StateMachine(schema: schema, owning: phase, state: node.state)
        check.begin(in: node.state)
        machine.observe { check.note($0) }
        machine.handle(event)
        if let unshown = check.unshown {
          let failure = RunFailure(
            events: [event], places: [], entries: [], cause: .unshown(unshown))
          if failure.kind == kind { return node.distance + 1 }
        }
        guard seen.insert(machine.state, "\(phase.number)") else { continue }
        nodes.append((machine.state, phase.number, node.distance + 1))
      }
    }
    return nil
  }

  /// A recorder whose upload starts with a number of attempts that no sample has.
  @Test(arguments: Seeds.first(5))
  func recorderNeverFailsFalselyWhateverItsStatesCarry(seed: UInt64) {
    let (microphone, server) = (TestMicrophone(), TestServer())
    var generator = SplitMix64(seed: seed)
    expectRandomRuns(
      40, length: 60, seed: seed, in: StateGraph(Recorder.schema),
      machine: {
        let recorder = Recorder(microphone: microphone, server: server)
        recorder.queue = [Take(number: 1), Take(number: 2)]
        server.isOnline = Bool.random(using: &generator)
        let attempt = Int.random(in: -2...9, using: &generator)
        let upload: RecorderState.Upload =
          Bool.random(using: &generator) ? .waiting(attempt: attempt) : .sending(attempt: attempt)
        return StateMachine(
          schema: Recorder.schema, owning: recorder, state: RecorderState(upload: upload))
      })
  }
}

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the same rules for a subject whose guards change their answers.
  fileprivate func withPhases() -> StateMachineSchema<State, Event, RunShrinkingTests.Phase> {
    // Called where this is called, and not kept longer than the test.
    nonisolated(unsafe) let original = self
    return StateMachineSchema<State, Event, RunShrinkingTests.Phase>(
      initialState: initialState
    ) { state, event, when in
      let answer = original.transition(from: state, on: event) { name in
        when(name) { $0.holds(name) }
      }
      switch answer.kind {
      case .external: return .to(answer.target ?? state, answer.label) { $0.go() }
      case .internal: return .stay(answer.label) { $0.go() }
      case .rejected: return answer.reason.map { .rejected($0) } ?? .rejected
      case .ignored: return .ignored
      }
    }
    .states { original.isFinal($0) ? .final : .none }
  }
}

/// Rules of a random graph.
private struct RandomRules {
  struct Place: Graphable {
    let casePath: [String]
    static var graphCases: [Place] { [] }
  }
  enum Signal: CaseIterable, Graphable { case go, stop, reset }

  let schema: StateMachineSchema<Place, Signal, Void>

  init(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed * 2)
    let rules = Dictionary(grouping: graph.transitions, by: \.source)
    let finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    schema = StateMachineSchema(initialState: Place(casePath: [graph.initialState])) {
      place, signal, when in
      let rule = rules[place.casePath[0]]?.first { rule in
        rule.event == signal.graphIdentifier
          && rule.conditions.allSatisfy { when($0.name) { _ in true } == $0.holds }
      }
      guard let rule else { return .ignored }
      return rule.isInternal ? .stay("note") : .to(Place(casePath: [rule.target]), "move")
    }
    .states { finals.contains($0.casePath[0]) ? .final : .none }
  }
}
