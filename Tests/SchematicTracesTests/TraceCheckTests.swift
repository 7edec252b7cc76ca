import Foundation
import Schematic
@testable import SchematicGraph
@testable import SchematicTraces
import SchematicTestKit
import Testing

/// A trace is checked against the graph, line by line.
@Suite struct TraceCheckTests {
  /// The number of random traces; 5,000 where the environment says `TRACES=5000`.
  private static let count =
    ProcessInfo.processInfo.environment["TRACES"].flatMap(Int.init) ?? 250

  /// As many traces as they were recorded, and with one line changed.
  @Test func checkAgreesWithAWalkThroughTheGraph() {
    Seeds.each(Self.count, checkAgreesWithAWalkThroughTheGraph(seed:))
  }

  private func checkAgreesWithAWalkThroughTheGraph(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let graph = Self.randomGraph(using: &random)
    let trace = Self.randomTrace(of: graph, using: &random)
    #expect(graph.violations(of: trace).map(\.description) == [], "SEED=\(seed)")
    #expect(Self.walk(trace, in: graph) == [], "SEED=\(seed)")
    var changed = trace
    let position = Int.random(in: 1..<trace.count, using: &random)
    Self.change(&changed[position], in: graph, using: &random)
    #expect(
      graph.violations(of: changed).map(\.entry.number) == Self.walk(changed, in: graph),
      "line \(position) of SEED=\(seed)")
  }

  /// A changed line can still be a legal step.
  @Test func changedTracesAreLegalAndIllegal() {
    var (legal, illegal) = (0, 0)
    for seed in Seeds.first(200) {
      var random = SplitMix64(seed: seed)
      let graph = Self.randomGraph(using: &random)
      var trace = Self.randomTrace(of: graph, using: &random)
      let position = Int.random(in: 1..<trace.count, using: &random)
      Self.change(&trace[position], in: graph, using: &random)
      if graph.violations(of: trace).isEmpty { legal += 1 } else { illegal += 1 }
    }
    #expect(legal > 50)
    #expect(illegal > 50)
  }

  /// Machines of which nothing was heard for long are forgotten: their next line is a gap.
  @Test(arguments: [(0, 0), (10, 0), (1_000, 1)])
  func checkRemembersSoManyMachines(others: Int, gaps: Int) {
    var check = TraceCheck(of: Self.gate, remembering: 10_000)
    func begin(_ id: String) -> TraceEntry {
      TraceEntry(machine: "Gate", id: id, number: 0, state: "locked")
    }
    #expect(check.checkLine(begin("1")) == nil)
    for number in 0..<others { #expect(check.checkLine(begin("other \(number)")) == nil) }
    let move = Self.line(1, "locked", "coin", .moved, "unlocked", action: "open")
    #expect(check.checkLine(move) == nil)
    #expect(check.gapCount == gaps)
    // A machine that goes on is remembered, however many others there are.
    for number in 2..<200 {
      #expect(
        check.checkLine(begin(String(repeating: "long", count: 100) + "\(number)")) == nil)
      let line = Self.line(number, "unlocked", "coin", .ignored, "unlocked")
      #expect(check.checkLine(line) == nil)
    }
    #expect(check.gapCount == gaps)
  }

  private static let gate = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
    transitions: [
      .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "open"),
      .init(
        source: "locked", target: "locked", event: "coin", guard: "not paid", action: "count",
        isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
      .init(source: "unlocked", target: "locked", event: "after 30 s"),
    ],
    rejections: [.init(state: "locked", event: "push", reason: "pay first")],
    initialState: "locked")

  private static func line(
    _ number: Int, _ state: String, _ event: String, _ outcome: TraceEntry.Outcome,
    _ target: String, action: String? = nil, reason: String? = nil, guards: [String: Bool] = [:],
    sender: TraceEntry.Sender? = nil
  ) -> TraceEntry {
    TraceEntry(
      machine: "Gate", id: "1", number: number, state: state,
      step: .init(
        event: event, outcome: outcome, target: target, action: action, reason: reason,
        guards: guards.map { .init(name: $0.key, holds: $0.value) }, sender: sender))
  }

  private static let start = TraceEntry(machine: "Gate", id: "1", number: 0, state: "locked")

  @Test func violationNamesTheNearestRule() throws {
    let trace = [
      Self.start, Self.line(1, "locked", "coin", .moved, "unlocked", action: "unlock"),
      Self.line(2, "locked", "push", .rejected, "locked", reason: "pay first"),
      Self.line(3, "locked", "kick", .moved, "broken"),
    ]
    let violations = Self.gate.violations(of: trace)
    #expect(
      violations.map(\.description) == [
        "Gate 1, line 1: the diagram has no step locked -> unlocked: coin / unlock; "
          + "the nearest rule is locked -> unlocked: coin [paid] / open",
        "Gate 1, line 2: the line before ended in unlocked, and this one is "
          + "locked: push, rejected: pay first; the nearest rule is unlocked -> locked: push",
        "Gate 1, line 3: the diagram lacks a state of locked -> broken: kick; "
          + "the nearest rule is locked -> unlocked: coin [paid] / open",
      ])
  }

  @Test func lostLinesAreAGap() {
    var check = TraceCheck(of: Self.gate)
    let lines = [
      Self.start, Self.line(7, "unlocked", "push", .moved, "locked"),
      Self.line(8, "locked", "push", .rejected, "locked", reason: "pay first"), Self.start,
      Self.line(1, "locked", "coin", .stayed, "locked", action: "count", guards: ["paid": false]),
    ]
    #expect(lines.allSatisfy { check.checkLine($0) == nil })
    #expect(check.gapCount == 1)
    #expect(check.lineCount == 5)
    #expect(check.coverage.neverTaken.map(\.event) == ["coin", "after 30 s"])
  }

  @Test(arguments: [TraceEntry.Outcome.queued, .refused])
  func eventThatWaitsMovesNothing(outcome: TraceEntry.Outcome) {
    let lines = [Self.start, Self.line(1, "locked", "coin", outcome, "unlocked")]
    #expect(Self.gate.violations(of: lines).map(\.kind) == [.noStep])
    let right = [Self.start, Self.line(1, "locked", "coin", outcome, "locked")]
    #expect(Self.gate.violations(of: right) == [])
  }

  @Test func checkKnowsTimeoutsQueuesAndGuards() {
    let trace = [
      Self.start,
      Self.line(1, "unlocked", "push", .queued, "unlocked"),
      Self.line(2, "locked", "coin", .moved, "unlocked", action: "open", guards: ["paid": true]),
      Self.line(3, "unlocked", "push", .moved, "locked"),
      Self.line(4, "locked", "coin", .failed, "locked", action: "open"),
      Self.line(5, "locked", "coin", .subjectDeallocated, "locked"),
      Self.line(6, "locked", "coin", .moved, "unlocked", action: "open"),
      Self.line(7, "unlocked", "lock", .moved, "locked", sender: .timeout(after: "30 s")),
      Self.line(8, "locked", "lock", .ignored, "locked"),
    ]
    #expect(Self.gate.violations(of: trace) == [])
    let wrong = [
      Self.start,
      Self.line(1, "locked", "coin", .moved, "unlocked", action: "open", guards: ["paid": false]),
      Self.line(2, "unlocked", "lock", .moved, "locked"),
      Self.line(3, "locked", "coin", .ignored, "locked"),
      Self.line(4, "locked", "push", .rejected, "locked", reason: "no"),
    ]
    #expect(Self.gate.violations(of: wrong).map(\.entry.number) == [1, 2, 3, 4])
  }
}

// MARK: - Random traces, and the walk that they are compared with

extension TraceCheckTests {
  private static let names = ["paid", "late"]
  private static let events = ["coin", "push", "after 30 s"]
  private static let guards = [
    nil, nil, "paid", "not paid", "paid and not late", "late", "n = 3", "n = 3 and paid",
  ]

  private static func randomGraph(using random: inout SplitMix64) -> StateGraph {
    let states = (0..<Int.random(in: 2...5, using: &random)).map {
      StateGraph.State(
        identifier: "s\($0)", isFinal: $0 > 0 && Int.random(in: 0..<6, using: &random) == 0)
    }
    func state() -> String { states.randomElement(using: &random)!.identifier }
    let rules = (0..<Int.random(in: 3...14, using: &random)).map { _ in
      let source = states.filter { !$0.isFinal }.randomElement(using: &random)!.identifier
      let action = ["open", nil].randomElement(using: &random)!
      let (target, effect): (String, StateGraph.Effect) =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: (source, .internal(action: action))
        case 1: (source, .rejected(reason: action))
        default: (state(), .external(action: action))
        }
      let label = RuleLabel(
        event: events.randomElement(using: &random)!,
        guard: guards.randomElement(using: &random)!, effect: effect)
      return StateGraph.Rule(label, from: source, to: target)
    }
    return StateGraph(states: states, rules: rules, initialState: "s0")
  }

  private struct RuleOutcome: Hashable {
    let effect: StateGraph.Effect
    let target: String
  }

  /// Returns what may become of an event, with the answers that the trace tells of.
  private static func effects(
    of event: String, in state: String, _ known: [TraceEntry.GuardAnswer], _ graph: StateGraph
  ) -> Set<RuleOutcome?> {
    if graph.states.contains(where: { $0.identifier == state && $0.isFinal }) { return [] }
    var effects: Set<RuleOutcome?> = []
    for answers in 0..<8 {
      let holds = ["paid": answers & 1 > 0, "late": answers & 2 > 0, "n = 3": answers & 4 > 0]
      guard known.allSatisfy({ holds[$0.name] == $0.holds }) else { continue }
      let rules = graph.rules.filter { rule in
        rule.source == state && rule.event == event
          && (rule.guard ?? "").components(separatedBy: " and ").allSatisfy { term in
            term.isEmpty
              ? true : term.hasPrefix("not ") ? !holds[String(term.dropFirst(4))]! : holds[term]!
          }
      }
      effects.formUnion(
        rules.isEmpty ? [nil] : rules.map { RuleOutcome(effect: $0.effect, target: $0.target) })
    }
    return effects
  }

  private static func randomTrace(
    of graph: StateGraph, using random: inout SplitMix64
  ) -> [TraceEntry] {
    var state = graph.initialState
    var trace = [TraceEntry(machine: "M", id: "1", number: 0, state: state)]
    for number in 1...20 {
      let event = events.randomElement(using: &random)!
      let answers = names.filter { _ in Bool.random(using: &random) }.map {
        TraceEntry.GuardAnswer(name: $0, holds: Bool.random(using: &random))
      }
      let sorted = effects(of: event, in: state, answers, graph).sorted {
        "\($0 as Any)" < "\($1 as Any)"
      }
      let effect =
        sorted.isEmpty
        ? RuleOutcome(effect: .rejected(reason: "finished"), target: state)
        : sorted.randomElement(using: &random)!
      var step = TraceEntry.Step(
        event: event, outcome: .ignored, target: state, guards: answers)
      if let effect { step.target = effect.target }
      switch effect?.effect {
      case nil, .traps, .ignored: break
      case .external(let action): (step.outcome, step.action) = (.moved, action)
      case .internal(let action): (step.outcome, step.action) = (.stayed, action)
      case .rejected(let reason): (step.outcome, step.reason) = (.rejected, reason)
      }
      trace.append(TraceEntry(machine: "M", id: "1", number: number, state: state, step: step))
      state = step.target
    }
    return trace
  }

  private static func change(
    _ entry: inout TraceEntry, in graph: StateGraph, using random: inout SplitMix64
  ) {
    let state = graph.states.randomElement(using: &random)!.identifier
    switch Int.random(in: 0..<6, using: &random) {
    case 0: entry.state = state
    case 1: entry.step?.target = state
    case 2: entry.step?.event = (events + ["kick"]).randomElement(using: &random)!
    case 3:
      entry.step?.outcome = [.moved, .stayed, .ignored, .rejected].randomElement(using: &random)!
    case 4:
      let action = entry.step?.action
      entry.step?.action = action == nil ? "open" : nil
    default:
      entry.step?.guards = [
        .init(name: names.randomElement(using: &random)!, holds: Bool.random(using: &random))
      ]
    }
  }

  private static func outcome(
    _ effect: StateGraph.Effect, _ step: TraceEntry.Step
  ) -> RuleOutcome {
    RuleOutcome(effect: effect, target: step.target)
  }

  /// Returns the numbers of the lines that are no steps, found by trying all answers of all conditions.
  private static func walk(_ trace: [TraceEntry], in graph: StateGraph) -> [Int] {
    var place = trace[0].state
    return trace.dropFirst().filter { entry in
      let step = entry.step!
      defer { place = step.target }
      guard entry.state == place else { return true }
      let isFinal = graph.states.contains { $0.identifier == place && $0.isFinal }
      let effects = effects(of: step.event, in: place, step.guards, graph)
      switch step.outcome {
      case .moved: return !effects.contains(outcome(.external(action: step.action), step))
      case .stayed: return !effects.contains(outcome(.internal(action: step.action), step))
      case .rejected:
        return step.target != place
          || !isFinal && !effects.contains(outcome(.rejected(reason: step.reason), step))
      default: return step.target != place || !isFinal && !effects.contains(nil)
      }
    }.map(\.number)
  }
}
