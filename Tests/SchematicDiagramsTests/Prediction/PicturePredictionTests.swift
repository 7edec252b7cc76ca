import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Random machines and random walks: each does exactly what an interpreter predicts that knows nothing
/// but the DOT text of its picture.
///
/// A few machines, or as many as the environment variable `PREDICTIONS` says.
@Suite struct PicturePredictionTests {
  static let count =
    ProcessInfo.processInfo.environment["PREDICTIONS"].flatMap(Int.init) ?? 8

  /// Walks 200 events with a machine of nested states, of regions, or of a table.
  private static func tally(_ seed: UInt64) async throws -> PredictionTally {
    var random = SplitMix64(seed: seed)
    switch seed % 8 {
    case 0:
      let schema = PredictedChart(isFlat: true, using: &random).schema(
        ChartByte.self, ChartKey.self)
      return try await PredictedWalk(schema, StateGraph(schema), using: &random).tally(200)
    case 1, 3, 5:
      let nest = PredictedNest(using: &random)
      return try await PredictedWalk(nest.schema, nest.graph, using: &random).tally(200)
    case 2:
      let pair = PredictedPair(using: &random)
      return try await PredictedWalk(pair.schema, pair.graph, using: &random).tally(200)
    default:
      while true {
        let schema = PredictedChart(isFlat: false, using: &random).schema(
          ChartPlace.self, ChartEvent.self)
        let graph = StateGraph(schema)
        // A picture that cuts a long condition says so, and nobody knows whether the rest holds.
        if graph.dot().contains(" more (") { continue }
        return try await PredictedWalk(schema, graph, using: &random).tally(200)
      }
    }
  }

  @Test func picturePredictsTheProgram() async throws {
    var tally = PredictionTally()
    for seed in Seeds.first(Self.count) {
      do {
        tally += try await Self.tally(seed)
      } catch {
        Issue.record("SEED=\(seed) \(error)")
      }
    }
    if Self.count > 1_000 { print("predicted: \(tally)") }
    // Walks in which nothing happens predict nothing.
    guard Seeds.first(2).count == 2 else { return }
    #expect(tally.counts.values.allSatisfy { $0 > 0 }, "\(tally)")
    #expect(Set(tally.counts.keys) == PredictionTally.kinds)
  }
}

/// The number of times that something was predicted.
struct PredictionTally: CustomStringConvertible {
  static let kinds: Set<String> = [
    "machines", "0 regions", "2 regions", "8 regions", "histories", "other entries",
    "questions", "timeouts that several hear",
    "moved", "stayed", "ignored", "rejected", "failed", "dropped", "timeouts", "named timeouts",
    "conditional timeouts", "ignored timeouts", "entry",
    "exit", "/", "begin", "end", "finished", "completions",
  ]
  var counts: [String: Int] = [:]

  mutating func add(_ kind: String) { counts[kind, default: 0] += 1 }

  static func += (tally: inout PredictionTally, other: PredictionTally) {
    tally.counts.merge(other.counts, uniquingKeysWith: +)
  }

  var description: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}

extension PredictedState {
  /// The payloads of the states of regions, and of the state around all regions.
  fileprivate var values: [String?: Int] {
    var values: [String?: Int] = [nil: value]
    for (region, value) in valuesByRegion { values[region] = value }
    return values
  }
}

/// A random machine beside the interpreter of its picture.
private struct PredictedWalk<State: PredictedState, Event: ChartSignal> {
  typealias Subject = PredictedSubject<State, Event>

  private let schema: StateMachineSchema<State, Event, Subject>
  /// The picture, as a graph and as text.
  private let graph: StateGraph
  private let dot: String
  /// A Boolean value that indicates whether actions send events; an observer then notes the payloads.
  private let sendsEvents: Bool
  private var random: SplitMix64

  /// Creates the walk of a machine.
  ///
  /// - Parameters:
  ///   - schema: Its rules.
  ///   - graph: The picture of them.
  ///   - random: The source of random numbers.
  init(
    _ schema: StateMachineSchema<State, Event, Subject>, _ graph: StateGraph,
    using random: inout SplitMix64
  ) {
    self.graph = graph
    dot = graph.dot()
    // An observer notes the payloads of completions, too.
    sendsEvents =
      Bool.random(using: &random)
      || graph.rules.contains { rule in
        // Nor does a picture say what the event of a timeout carries.
        if case .timeout(_, sends: _?) = rule.trigger { true } else { rule.trigger == .completion }
      } || graph.composites.contains { $0.behaviors.contains { $0.sends != nil } }
    self.schema = schema
    self.random = random
  }

  /// Walks as many events, with as many machines as finish meanwhile, and returns what happened.
  func tally(_ events: Int) async throws -> PredictionTally {
    var tally = PredictionTally()
    tally.add("machines")
    for rule in graph.rules {
      if rule.entry == .history { tally.add("histories") }
      if case .states = rule.entry { tally.add("other entries") }
      if rule.conditions.contains(where: { if case .in = $0 { true } else { false } }) {
        tally.add("questions")
      }
      guard case .timeout(let delay, let event) = rule.trigger else { continue }
      if case .named = delay { tally.add("named timeouts") }
      if event != nil { tally.add("timeouts that several hear") }
      if rule.effect == .ignored { tally.add("ignored timeouts") }
      if rule.conditions.contains(where: { if case .payload = $0 { true } else { false } }) {
        tally.add("conditional timeouts")
      }
    }
    var random = random
    let picture = try PictureInterpreter(dot: dot)
    tally.add("\(picture.allRegions.count) regions")
    var left = events
    while left > 0 {
      var run = PredictedRun(
        schema, picture, seed: random.next(), sendsEvents: sendsEvents, dot: dot)
      try await run.walk(&left, &tally, using: &random)
    }
    return tally
  }
}

/// One machine, from its initial state on.
private struct PredictedRun<State: PredictedState, Event: ChartSignal> {
  typealias Subject = PredictedSubject<State, Event>

  private let subject: Subject
  private let clock = ManualClock()
  private let sendsEvents: Bool
  private let dot: String
  private var picture: PictureInterpreter
  /// A Boolean value that indicates whether the machine is about to enter its initial state.
  private var isEntering = true
  private let schema: StateMachineSchema<State, Event, Subject>

  init(
    _ schema: StateMachineSchema<State, Event, Subject>, _ picture: PictureInterpreter,
    seed: UInt64,
    sendsEvents: Bool, dot: String
  ) {
    subject = Subject(seed: seed)
    self.schema = schema
    self.sendsEvents = sendsEvents
    self.dot = dot
    self.picture = picture
    let clock = clock
    subject.assumeIsolated { subject in
      let machine = StateMachine(schema: schema, subject: subject)
      machine.clock = clock
      if sendsEvents {
        let log = subject.log
        machine.observe {
          if case .queued = $0.outcome { return }
          log.values.append($0.source.values)
          log.targets.append($0.target.values)
          log.payloads.append($0.event.payload)
        }
      }
      subject.machine = machine
    }
  }

  /// Walks until there are no events left, or the machine has been finished for a while.
  mutating func walk(
    _ left: inout Int, _ tally: inout PredictionTally, using random: inout SplitMix64
  ) async throws {
    prepare()
    isolated { _ = $0.machine?.start() }
    try compare(&tally, after: "entering") { picture, world in
      try picture.enter(in: world(nil))
      return nil
    }
    var rest = 3
    while left > 0, rest > 0 {
      if picture.isFinished { rest -= 1 }
      left -= 1
      prepare()
      let tasks = isolated { $0.runningTasks }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2 where picture.nextDeadline != nil:
        try await passDeadline(&tally)
      case 2 where picture.nextDeadline != nil:
        waitBeforeDeadline(using: &random)
      case 3..<5 where !tasks.isEmpty:
        try await run(tasks.randomElement(using: &random)!, &tally, using: &random)
      default:
        try sendEvent(&tally)
      }
    }
    try await end()
  }

  /// Runs a closure on the actor, whose thread is this one.
  private func isolated<Result: Sendable>(
    _ operation: (isolated Subject) -> Result
  ) -> Result {
    subject.assumeIsolated(operation)
  }

  private func prepare() {
    subject.log.clear()
    let budget = sendsEvents ? 3 : 0
    isolated { subject in
      subject.prepare(budget: budget)
      if budget == 0, let machine = subject.machine {
        subject.log.values = [machine.state.values]
      }
    }
  }

  // MARK: Events from outside

  private mutating func sendEvent(_ tally: inout PredictionTally) throws {
    let (event, outcome) = isolated { subject in
      let event = subject.randomEvent()
      subject.log.arrivals.append(.init(event: event, sender: nil))
      return (event, subject.machine.map { text(of: $0.handle(event)) })
    }
    try compare(with: outcome, &tally, after: "\(event)")
  }

  private mutating func run(
    _ number: Int, _ tally: inout PredictionTally, using random: inout SplitMix64
  ) async throws {
    let isEnd = Bool.random(using: &random)
    if isEnd {
      picture.finish(number)
      tally.add("finished")
    }
    isolated { subject in
      let event = subject.randomEvent()
      subject.tell(number, isEnd ? .finish(event) : .send(event))
    }
    try await runJobs()
    try compare(&tally, after: "task \(number)")
  }

  private mutating func waitBeforeDeadline(using random: inout SplitMix64) {
    guard let deadline = picture.nextDeadline else { return }
    let time = picture.now + (deadline - picture.now) * Double.random(in: 0..<0.9, using: &random)
    clock.advance(by: time - picture.now)
    picture.wait(until: time)
  }

  private mutating func passDeadline(_ tally: inout PredictionTally) async throws {
    guard let deadline = picture.nextDeadline else { return }
    let (clock, count) = (clock, picture.timeoutCount)
    do {
      try await expectEventually(within: .seconds(5)) { clock.sleeperCount == count }
      guard clock.earliest == deadline else { throw Mishap.otherDeadline }
      clock.advance(by: deadline - picture.now)
      try await runJobs()
    } catch {
      throw Disagreement(
        description: """
          \(count) timeouts, the first at \(deadline), are predicted, and there are \
          \(clock.sleeperCount), the first at \(clock.earliest.map { "\($0)" } ?? "no time"), in \
          \(picture.state)
          \(dot)
          """)
    }
    tally.add("timeouts")
    try compare(&tally, after: "\(deadline)") { picture, world in
      try picture.fireFirst(in: world(nil))
    }
  }

  // MARK: Comparing

  /// Lets the interpreter predict what the machine has done, and compares.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the first event; `nil` where nobody was told.
  ///   - tally: The number of times that something was predicted.
  ///   - cause: The cause.
  ///   - first: Predicts what comes before the events that arrived, and returns the outcome if that
  ///     was an event itself.
  /// - Throws: A ``Disagreement``.
  private mutating func compare(
    with outcome: String? = nil, _ tally: inout PredictionTally, after cause: String,
    _ first: (
      inout PictureInterpreter, (_ payload: Int?) -> PictureInterpreter.World
    ) throws -> String? = { _, _ in nil }
  ) throws {
    subject.executor.drain()
    let log = subject.log
    let before = picture.state
    let (answers, whole) = isolated { ($0.answers, $0.machine!.state) }
    let state = schema.configuration(of: whole).description
    let subject = subject
    var (handled, thrown) = (0, 0)
    var isEntering = self.isEntering
    let guards = Dictionary(
      uniqueKeysWithValues: PredictedChart.guards.map { ($0, answers.contains($0)) })
    // A completion that is ignored is handled by nobody.
    func world(_ payload: Int?, completing isComplete: Bool = false) -> PictureInterpreter.World {
      PictureInterpreter.World(
        guards: guards, payload: payload,
        value: { region in
          if isEntering { return 0 }
          let values = isComplete ? log.targets : log.values
          let step = isComplete ? handled - 1 : handled
          guard values.indices.contains(step) else { throw Mishap.eventNotHandled }
          return values[step][region] ?? 0
        },
        newValue: { region in
          if isEntering { return 0 }
          // Without an observer, no more than one event is handled.
          let values = log.targets.indices.contains(handled) ? log.targets[handled] : whole.values
          return values[region] ?? 0
        },
        length: { name in subject.assumeIsolated { $0.length(name) } },
        throwsNow: {
          guard log.isThrowing.indices.contains(thrown) else { throw Mishap.actionNotPerformed }
          defer { thrown += 1 }
          return log.isThrowing[thrown]
        })
    }
    picture.clear()
    var outcomes: [String?] = []
    func complete() throws {
      var count = 0
      while try picture.completeNext(in: world(nil, completing: true)) != nil {
        count += 1
        // The machine has come to an end, and the picture never does.
        guard count <= 1_000 else { throw Mishap.completedForever }
        tally.add("completions")
        handled += 1
      }
    }
    do {
      if try first(&picture, { world($0 ?? log.payloads.first) }) != nil {
        handled += 1
        try complete()
      }
      isEntering = false
      for arrival in log.arrivals {
        let outcome = try picture.handle(
          arrival.event.graphLabel, from: arrival.sender, in: world(arrival.event.payload))
        outcomes.append(outcome)
        tally.add(outcome.map { String($0.prefix { $0 != ":" }) } ?? "dropped")
        if outcome != nil { handled += 1 }
        try complete()
      }
      picture.rest()
    } catch {
      throw Disagreement(description: "\(error), after \(cause) in \(before)\n\(dot)")
    }
    self.isEntering = false
    // A character of a label may be one with the space before it.
    for line in picture.lines { tally.add(String(line.unicodeScalars.prefix { $0 != " " })) }
    guard picture.lines == log.lines, picture.state == state,
      outcome == nil || outcome == outcomes.first
    else {
      throw Disagreement(
        description: """
          after \(cause) in \(before), with \(log.arrivals.map { "\($0)" })
          predicted: \(picture.lines) \(picture.state) \(outcomes)
          done:      \(log.lines) \(state) \(outcome ?? "")
          \(dot)
          """)
    }
  }

  private enum Mishap: Error {
    case eventNotHandled, actionNotPerformed, otherDeadline, completedForever
  }

  /// Runs the jobs that come back to the actor, which first pass through a thread of their own.
  private func runJobs() async throws {
    let executor = subject.executor
    try await expectEventually(within: .seconds(5)) { executor.drain() }
  }

  /// Lets all tasks end.
  private func end() async throws {
    for number in isolated({ $0.runningTasks }) {
      isolated { $0.machine = nil }
      isolated { $0.tell(number, .finish(nil)) }
      try await runJobs()
    }
    isolated { $0.machine = nil }
  }

  private func text(of outcome: Outcome) -> String {
    switch outcome {
    case .moved: "moved"
    case .stayed: "stayed"
    case .ignored: "ignored"
    case .rejected(let rejection): "rejected" + (rejection.reason.map { ": \($0)" } ?? "")
    case .failed: "failed"
    case .queued: "queued"
    case .subjectDeallocated: "subject deallocated"
    }
  }

  /// A difference between the machine and its picture.
  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }
}
