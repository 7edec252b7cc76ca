import Foundation
import Schematic
import Testing

@testable import SchematicGraph

/// Rules whose values grow without end: what is explored is a matter of counts.
@Suite struct ExplorationBoundTests {
  private enum Pager: Graphable {
    case idle([Int]), loading([Int]), loaded([Int]), refreshing([Int]), failed([Int]), ended([Int])
    static var graphCases: [Pager] {
      [.idle([]), .loading([]), .loaded([]), .refreshing([]), .failed([]), .ended([])]
    }
  }

  private enum Signal: Graphable {
    case appear, page(Int), refresh, fail, retry, end
    static var graphCases: [Signal] {
      [.appear, .page(1), .page(2), .refresh, .fail, .retry, .end]
    }
  }

  /// A number that counts up, from any thread.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var value: Int { lock.withLock { number } }
    func count() { lock.withLock { number += 1 } }
  }

  /// Six states that carry pages; others are appended without end.
  private static func pager(
    counting counter: Counter = Counter()
  ) -> StateMachineSchema<Pager, Signal, Void> {
    StateMachineSchema(initialState: .idle([])) { state, event in
      counter.count()
      switch (state, event) {
      case (.idle(let pages), .appear), (.loaded(let pages), .appear),
        (.failed(let pages), .retry):
        return .to(.loading(pages))
      case (.loading(let pages), .page(let page)): return .to(.loaded(pages + [page]), "append")
      case (.loading(let pages), .fail): return .to(.failed(pages))
      case (.loaded(let pages), .refresh), (.ended(let pages), .refresh):
        return .to(.refreshing(pages))
      case (.loaded(let pages), .end): return pages.isEmpty ? .rejected : .to(.ended(pages))
      case (.refreshing(let pages), .page(let page)): return .to(.loaded([page] + pages))
      case (.refreshing(let pages), .fail): return .to(.loaded(pages))
      default: return .ignored
      }
    }
  }

  @Test func growingPagerIsExploredByCounts() {
    let counter = Counter()
    let graph = StateGraph(Self.pager(counting: counter))
    #expect(counter.value <= 6 * 50 * Signal.graphCases.count)
    #expect(
      graph.findings.filter { $0.severity == .error }.map(\.name) == ["value bound met: loaded"])
    #expect(graph.omission?.views == ["not whole: no more than 50 values tried in loaded"])
    #expect(graph.dot().contains("label=\"not whole: no more than 50 values tried in loaded\";"))
  }

  /// Six threads want the processors all the time.
  @Test func busyThreadsChangeNoByteOfADiagram() {
    let idle = StateGraph(Self.pager()).dot()
    let isOver = Counter()
    defer { isOver.count() }
    for _ in 0..<6 { Thread.detachNewThread { while isOver.value == 0 {} } }
    let counter = Counter()
    #expect(StateGraph(Self.pager(counting: counter)).dot() == idle)
    #expect(counter.value <= 6 * 50 * Signal.graphCases.count)
  }

  @Test(arguments: [1, 10, 100, 1_000])
  func rulesAreEvaluatedNoMoreOftenThanTheBound(bound: Int) {
    let counter = Counter()
    let graph = StateGraph(
      Self.pager(counting: counter), bounds: ExplorationBounds(evaluations: bound))
    #expect(counter.value == bound)
    #expect(graph.findings.contains { $0.kind == .evaluationBound })
    #expect(
      graph.omission?.views.first?.hasSuffix("no more than \(bound) evaluations done") == true)
  }

  private enum Load: Graphable {
    case idle, loading(Int)
    static var graphCases: [Load] { [.idle, .loading(0)] }
  }

  private enum Step: CaseIterable, Graphable { case start, more, less, end }

  private static func load(
    by offset: Int = 1
  ) -> StateMachineSchema<Load, Step, Void> {
    StateMachineSchema(initialState: .idle) { state, event in
      switch (state, event) {
      case (.idle, .start): return .to(.loading(0))
      case (.loading(let part), .more): return .stay(as: .loading(part + offset))
      case (.loading(let part), .end): return abs(part) >= 10 ? .to(.idle) : .rejected
      default: return .ignored
      }
    }
  }

  /// The greatest value that was tried is a matter of the bound, not of the rules.
  @Test(arguments: [12, 50, 200])
  func noConditionFollowsFromTheBound(values: Int) {
    let bounds = ExplorationBounds(values: values)
    let up = StateGraph(Self.load(), bounds: bounds)
    #expect(up.transitions.last?.guard == "loading ≥ 10")
    #expect(up.rejections.map(\.guard) == ["loading in 0…9"])
    let down = StateGraph(Self.load(by: -1), bounds: bounds)
    #expect(down.transitions.last?.guard == "loading ≤ -10")
  }

  @Test func conditionHasBothEndsOfWhatWasTriedAsAWhole() {
    let schema = StateMachineSchema<Load, Step, Void>(initialState: .idle) { state, event in
      switch (state, event) {
      case (.idle, .start): return .to(.loading(0))
      case (.loading(let part), .more): return .stay(as: .loading(min(part + 1, 20)))
      case (.loading(let part), .end): return part >= 10 ? .to(.idle) : .rejected
      default: return .ignored
      }
    }
    let graph = StateGraph(schema)
    #expect(graph.transitions.last?.guard == "loading in 10…20")
    #expect(graph.omission == nil)
  }

  @Test func guardThatWasTriedInOneWayOnlyIsNotDrawn() {
    let schema = StateMachineSchema<Load, Step, Void>(initialState: .idle) { state, event, when in
      guard case (.idle, .start) = (state, event) else { return .ignored }
      let names = ["a", "b", "c"].filter { when($0) { false } }
      return names.isEmpty ? .stay : .to(.loading(0), "\(names.contains("a"))")
    }
    let graph = StateGraph(schema, bounds: ExplorationBounds(guards: 1))
    #expect(graph.transitions.map(\.guard) == ["a", "not a"])
    #expect(
      graph.omission?.views == ["not whole: no more than 1 guards tried both ways in idle on start"]
    )
  }

  @Test func stateThatWasNotExploredIsNoDeadEnd() {
    let bounds = ExplorationBounds(undeclaredStates: 2)
    struct Floor: Graphable {
      var number = 0
      static var graphCases: [Floor] { [] }
      var casePath: [String] { ["f\(number)"] }
    }
    let graph = StateGraph(initial: Floor(), events: [Step.more], bounds: bounds) { floor, _ in
      Floor(number: floor.number + 1)
    }
    #expect(graph.omission?.views == ["not whole: no more than 2 undeclared states tried"])
    #expect(graph.deadEnds.isEmpty)
  }

  @Test func partSaysWhatTheWholeLacks() throws {
    let part = try StateGraph(Self.pager()).around("idle")
    #expect(
      part.omission?.views == ["not whole: no more than 50 values tried in loaded", "around idle"])
  }
}
