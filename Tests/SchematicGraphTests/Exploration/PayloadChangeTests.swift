import Foundation
import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

/// What becomes of the values that states carry, as graphs show it.
@Suite struct PayloadChangeTests {
  enum Call: Graphable {
    case trying(attempt: Int, isUrgent: Bool), waiting(attempt: Int, isUrgent: Bool), done

    static var graphCases: [Call] {
      (0..<4).flatMap { attempt in
        [false, true].flatMap { isUrgent -> [Call] in
          [
            .trying(attempt: attempt, isUrgent: isUrgent),
            .waiting(attempt: attempt, isUrgent: isUrgent),
          ]
        }
      } + [.done]
    }
  }

  enum Signal: Graphable {
    case fail(attempt: Int)
    static var graphCases: [Signal] { (0..<3).map { .fail(attempt: $0) } }
  }

  private typealias Attempt = @Sendable (_ attempt: Int, _ isUrgent: Bool, _ event: Int) -> Int
  private typealias Urgency = @Sendable (_ isUrgent: Bool, _ attempt: Int) -> Bool

  private func graph(
    attempt: @escaping Attempt = { attempt, _, _ in attempt },
    isUrgent: @escaping Urgency = { isUrgent, _ in isUrgent }
  ) -> StateGraph {
    StateGraph(initial: Call.done, events: Signal.graphCases) { call, signal in
      guard case .trying(let current, let wasUrgent) = call, case .fail(let event) = signal
      else { return nil }
      return .waiting(
        attempt: attempt(current, wasUrgent, event), isUrgent: isUrgent(wasUrgent, current))
    }
  }

  private func changes(_ graph: StateGraph) -> [String?] { graph.transitions.map(\.change) }

  @Test func valueThatGoesWithTheMachineIsNotShown() {
    #expect(changes(graph()) == [nil])
  }

  private static let examples: [(attempt: Attempt, text: String)] = [
    ({ attempt, _, _ in attempt + 1 }, "attempt + 1"),
    ({ attempt, _, _ in attempt - 3 }, "attempt - 3"),
    ({ _, _, _ in 0 }, "attempt = 0"),
    ({ _, _, event in event }, "attempt = event attempt"),
    ({ _, _, event in event + 2 }, "attempt = event attempt + 2"),
  ]

  @Test(arguments: 0..<5) func changeOfANumberIsDescribed(index: Int) {
    let (attempt, text) = Self.examples[index]
    #expect(changes(graph(attempt: attempt)) == [text])
  }

  @Test func changeOfATruthValueIsDescribed() {
    #expect(changes(graph(isUrgent: { isUrgent, _ in !isUrgent })) == ["isUrgent = not isUrgent"])
    #expect(changes(graph(isUrgent: { _, _ in true })) == ["isUrgent = true"])
  }

  @Test func changesOfAllFieldsAreDescribed() {
    let graph = graph(attempt: { attempt, _, _ in attempt + 1 }, isUrgent: { _, _ in false })
    #expect(changes(graph) == ["attempt + 1, isUrgent = false"])
    #expect(
      graph.transitions[0].description == "trying -> waiting: fail {attempt + 1, isUrgent = false}")
  }

  @Test func changeIsListedAsLongAsThereIsRoom() throws {
    func text(_ attempt: @escaping Attempt) throws -> String {
      try #require(changes(graph(attempt: attempt)).first ?? nil)
    }
    let clamped = try text { attempt, _, _ in min(attempt + 1, 3) }
    #expect(clamped == "attempt: 0 → 1, 1 → 2, 2 → 3, 3 → 3")
    #expect(try clamped == text { attempt, _, _ in attempt > 2 ? 3 : 1 + attempt })
    #expect(try clamped != text { attempt, _, _ in min(attempt + 1, 4) % 4 })
  }

  private enum Retry: Graphable {
    case idle, failed(Int), retrying(Int)
    static var graphCases: [Retry] { [.idle, .failed(0), .failed(1), .retrying(0)] }
  }

  /// A value without a label is named after its case.
  @Test func valuesWithoutLabelsGoFromCaseToCase() {
    func changes(_ next: @escaping (Int) -> Int) -> [String?] {
      StateGraph(initial: Retry.idle, events: [Only.go]) { retry, _ in
        switch retry {
        case .idle: .failed(0)
        case .failed(let count): .retrying(next(count))
        case .retrying: nil
        }
      }.transitions.map(\.change)
    }
    #expect(changes { $0 } == ["failed = 0", nil])
    #expect(changes { $0 + 1 } == ["failed = 0", "retrying = failed + 1"])
    #expect(changes { $0 == 0 ? 5 : 4 } == ["failed = 0", "retrying of failed: 0 → 5, 1 → 4"])
  }

  private enum Only: CaseIterable, Graphable { case go }

  /// The likeliest slip there is.
  @Test func counterThatStandsStillIsToldApart() {
    func graph(_ next: @escaping @Sendable (Int) -> Int) -> StateGraph {
      StateGraph(
        StateMachineSchema<Retry, Only, Void>(initialState: .failed(0)) { retry, _ in
          guard case .failed(let count) = retry, count < 3 else { return .to(.idle) }
          return .to(.failed(next(count)), "try again")
        })
    }
    let (counting, standing) = (graph { $0 + 1 }, graph { $0 })
    #expect(counting != standing)
    #expect(counting.fingerprint != standing.fingerprint)
    #expect(
      counting.dot().contains(#"label="go [failed in 0…2] / try again {failed + 1}""#))
    let edits = standing.diff(from: counting).edits.map(\.summary)
    #expect(!edits.isEmpty)
  }

  @Test func changeOfAnInternalTransitionIsShown() {
    func graph(_ next: @escaping @Sendable (Int) -> Int) -> StateGraph {
      StateGraph(
        StateMachineSchema<Retry, Only, Void>(initialState: .failed(0)) { retry, _ in
          guard case .failed(let count) = retry else { return .ignored }
          return .stay(as: .failed(next(count)))
        })
    }
    #expect(graph { 1 - $0 }.rules.map(\.change) == ["failed: 0 → 1, 1 → 0"])
    #expect(graph { $0 }.rules.map(\.change) == [nil])
    #expect(
      graph { 1 - $0 }.diff(from: graph { $0 }).edits.map(\.summary) == [
        "failed: go shows {failed: 0 → 1, 1 → 0}, was: shows no change"
      ])
  }

  /// A guard that decides on nothing else stays in the picture.
  @Test func guardThatDecidesOnTheValueAloneIsShown() {
    func graph(_ isGuarded: Bool) -> StateGraph {
      StateGraph(
        StateMachineSchema<Retry, Only, Void>(initialState: .failed(0)) { retry, _, when in
          guard case .failed(let count) = retry else { return .ignored }
          let isLast = when("last") { _ in true }
          return .to(.failed(isLast && isGuarded ? 0 : count))
        })
    }
    #expect(
      graph(true).transitions.map(\.description) == [
        "failed -> failed: go [last] {failed = 0}", "failed -> failed: go [not last]",
      ])
    #expect(graph(false).transitions.map(\.description) == ["failed -> failed: go"])
  }

  @Test func changeIsNoPartOfWhatObserversSee() throws {
    let schema = StateMachineSchema<Retry, Only, Void>(initialState: .failed(0)) { retry, _ in
      guard case .failed(let count) = retry, count < 3 else { return .to(.idle) }
      return .to(.failed(count + 1), "try again")
    }
    let graph = StateGraph(schema)
    let machine = StateMachine(schema: schema)
    var coverage = TransitionCoverage(of: graph)
    machine.observe { coverage.record($0, of: schema) }
    machine.handle(.go)
    #expect(coverage.unexpected.isEmpty)
    let transition = try #require(graph.transitions.first { $0.change == "failed + 1" })
    #expect(coverage.count(of: transition) == 1)
    let plan = try schema.plan(for: Walk(from: "failed", taking: [transition]))
    #expect(plan.count == 1)
  }

  @Test func changeIsStored() throws {
    let graph = graph(attempt: { attempt, _, _ in attempt + 1 })
    let copy = try JSONDecoder().decode(StateGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy == graph)
    #expect(copy.transitions.map(\.change) == ["attempt + 1"])
    #expect(graph.transitions.map { $0.change } == ["attempt + 1"])
  }

  @Test(arguments: Notation.allCases)
  func changeIsWrittenInEveryNotation(notation: Notation) {
    let text = notation.text(of: graph(attempt: { _, _, _ in 2 }), name: "Call")
    #expect(text.contains("attempt = 2") || text.contains("attempt #61; 2"), "\(text)")
  }

  private enum Counter: Graphable, Hashable {
    case off, on(Int)
    static var graphCases: [Counter] { [.off, .on(0), .on(3)] }
  }
  private struct Counters: GraphableRegions, Hashable {
    var left = Counter.off
    var right = Counter.off
  }
  private enum Side: CaseIterable, Graphable { case left, right }

  @Test func changeStaysInItsRegion() {
    func graph(_ step: @escaping @Sendable (Int) -> Int) -> StateGraph {
      func counter(_ side: Side) -> StateMachineSchema<Counter, Side, Void> {
        StateMachineSchema(initialState: .off) { counter, event in
          guard event == side else { return .ignored }
          return if case .on(let count) = counter { .to(.on(step(count))) } else { .to(.on(0)) }
        }
      }
      return StateGraph(
        StateMachineSchema<Counters, Side, Void>(
          initialState: Counters(), regions: .region(\.left, counter(.left)),
          .region(\.right, counter(.right))))
    }
    func lines(_ step: @escaping @Sendable (Int) -> Int) -> [String] {
      graph(step).transitions.map(\.description)
    }
    #expect(
      lines { 3 - $0 }
        == ["left", "right"].flatMap { side in
          [
            "\(side)/off -> \(side)/on: \(side) {on = 0}",
            "\(side)/on -> \(side)/on: \(side) {on: 0 → 3, 3 → 0}",
          ]
        })
    #expect(lines { $0 }.count == 4)
    #expect(lines { min($0 + 1, 3) } != lines { $0 })
  }

  // MARK: Random rules

  /// A step of the rules on an attempt and an urgency.
  private enum Effect: CaseIterable {
    case same, next, back, zero, three, event, clamped, mixed, urgent

    func attempt(_ attempt: Int, _ isUrgent: Bool, _ event: Int) -> Int {
      switch self {
      case .same: attempt
      case .next: (attempt + 1) % 4
      case .back: max(attempt - 1, 0)
      case .zero: 0
      case .three: 3
      case .event: event
      case .clamped: min(attempt + 1, 3)
      case .mixed: attempt ^ event
      case .urgent: isUrgent ? 0 : attempt
      }
    }
  }

  @Test(arguments: NearMisses.seeds)
  func randomChangesAreToldApart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let samples = (0..<4).flatMap { attempt in
      [false, true].flatMap { isUrgent in (0..<3).map { (attempt, isUrgent, $0) } }
    }
    for _ in 0..<NearMisses.pairs {
      let effects = (0..<2).map { _ in Effect.allCases.randomElement(using: &random) ?? .same }
      let flips = Bool.random(using: &random)
      let tables = effects.map { effect in samples.map { effect.attempt($0, $1, $2) } }
      let graphs = effects.map { effect in
        graph(attempt: { effect.attempt($0, $1, $2) }, isUrgent: { $1 == 2 && flips ? true : $0 })
      }
      let isEqual = tables[0] == tables[1]
      #expect((graphs[0].dot() == graphs[1].dot()) == isEqual, "SEED=\(seed) \(effects)")
      #expect((graphs[0] == graphs[1]) == isEqual, "SEED=\(seed) \(effects)")
      // The same rules in another form.
      let table = tables[0]
      let other = graph(
        attempt: { attempt, isUrgent, event in
          table[attempt * 6 + (isUrgent ? 3 : 0) + event]
        }, isUrgent: { isUrgent, attempt in flips && attempt == 2 || isUrgent })
      #expect(other.dot() == graphs[0].dot(), "SEED=\(seed) \(effects[0])")
      #expect(other.findings == graphs[0].findings, "SEED=\(seed) \(effects[0])")
    }
  }
}
