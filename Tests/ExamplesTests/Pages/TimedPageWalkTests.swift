@testable import Examples
import Schematic
import SchematicGraph
@testable import SchematicDiagrams
import SchematicTestKit
import SchematicTesting
import Testing

/// Random walks of machines with timeouts of states and of composite states, on a clock: a page must
/// know when each of them comes.
@MainActor @Suite struct TimedPageWalkTests {
  @Test(arguments: Seeds.first(12))
  func aWaitingMachineWalksWithinItsDiagram(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let schema = Waiting(using: &random).schema
    let walk = try await Self.walk(
      "waiting\(seed)", StateMachine(schema: schema), StateGraph(schema), using: &random)
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [], "SEED=\(seed)")
    // Of more machines some never come to a state with two.
    #expect(seed > 12 || walk.steps.contains { $0.time?.timeouts.count == 2 }, "SEED=\(seed)")
    try walk.write(into: PageWalkTests.folder)
  }

  /// The timeout of one part goes on while the other part changes.
  @Test(arguments: Seeds.first(3))
  func aMachineOfPartsWalksWithinItsDiagram(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let headphones = Headphones()
    let walk = try await Self.walk(
      "waitingHeadphones\(seed)", StateMachine(schema: Headphones.schema, subject: headphones),
      StateGraph(Headphones.schema), using: &random)
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [], "SEED=\(seed)")
    #expect(walk.steps.contains { $0.time?.timeouts.count == 1 }, "SEED=\(seed)")
    try walk.write(into: PageWalkTests.folder)
  }

  /// Walks 200 steps: events at random times, and timeouts.
  private static func walk<State: Graphable, Event: Graphable, Subject>(
    _ name: String, _ machine: StateMachine<State, Event, Subject>, _ graph: StateGraph,
    using random: inout SplitMix64
  ) async throws -> PageWalk {
    let clock = ManualClock()
    machine.clock = clock
    let log = WalkLog(machine)
    var walk = PageWalk(name: name, graph: graph)
    var last = clock.now
    machine.start()
    for _ in 0..<200 {
      let timeouts = machine.pendingTimeouts
      let next = timeouts.map(\.remaining).min()
      let count = log.entries.count
      if let next, Bool.random(using: &random) {
        // The task of a timeout begins some time after its state was entered.
        try await expectEventually { clock.sleeperCount == timeouts.count }
        clock.advance(by: next)
        try await expectEventually { log.entries.count == count + 1 }
      } else {
        if let next { clock.advance(by: next * Double.random(in: 0..<0.9, using: &random)) }
        machine.handle(Event.graphCases.randomElement(using: &random)!)
      }
      let time = PageWalk.Time(
        waited: last.duration(to: clock.now) / .seconds(1),
        timeouts: machine.pendingTimeouts.compactMap { sender, remaining in
          guard case .timeout(let length) = sender else { return nil }
          return [length / .seconds(1), remaining / .seconds(1)]
        })
      last = clock.now
      walk.steps.append(.init(entry: try #require(log.entries.last), time: time))
    }
    return walk
  }
}

/// A machine that waits, with random rules: as data, because rules must be pure.
private struct Waiting: Sendable {
  enum State: Graphable, Hashable {
    case idle, active(Place), locked(Place)

    static var graphCases: [State] {
      [.idle] + Place.allCases.map(State.active) + Place.allCases.map(State.locked)
    }
  }

  enum Place: CaseIterable, Graphable { case browsing, paying }
  enum Event: CaseIterable, Graphable { case press, turn, close, wake }

  /// The answers of each state to each event: the number of a target, or one that is none.
  private let answers: [[Int]]
  /// The milliseconds until the timeout of each state, and of the composite state around it; no two
  /// times are the same.
  private let (times, outerTimes): ([Int], [Int])

  init(using random: inout SplitMix64) {
    let states = State.graphCases
    answers = states.map { _ in
      Event.allCases.map { _ in Int.random(in: -2..<states.count, using: &random) }
    }
    times = states.indices.map { _ in Int.random(in: 1..<1_000, using: &random) * 2 }
    outerTimes = (0..<2).map { _ in Int.random(in: 500..<3_000, using: &random) * 2 + 1 }
  }

  /// The schema: every second state has a timeout, and so has each composite state.
  var schema: StateMachineSchema<State, Event, Void> {
    let states = State.graphCases
    return StateMachineSchema(initialState: .idle, on: MainActor.self) { [answers] state, event in
      let number = states.firstIndex(of: state)!
      switch answers[number][Event.allCases.firstIndex(of: event)!] {
      case -2: return .ignored
      case -1: return .stay
      case let target: return .to(states[target])
      }
    }
    .states { [times] state in
      let number = states.firstIndex(of: state)!
      return number % 2 == 0 ? .after(.milliseconds(times[number]), send: .wake) : .none
    }
    .states(level: 1) { [outerTimes] state in
      switch state {
      case .idle: .none
      case .active: .after(.milliseconds(outerTimes[0]), send: .close)
      case .locked: .after(.milliseconds(outerTimes[1]), send: .close)
      }
    }
  }
}
