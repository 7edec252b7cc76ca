import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

/// Effects of rules and states, as graphs show them.
@Suite struct EffectGraphTests {
  enum Clock: Graphable {
    case idle, running(count: Int)
    static var graphCases: [Clock] { [.idle] + (0...3).map { .running(count: $0) } }
  }
  enum Press: Graphable {
    case set(Int), tick, stop
    static var graphCases: [Press] { [.set(0), .set(2), .tick, .stop] }
  }
  enum Part: Equatable { case dial, hand(Int) }
  enum Effect: Equatable { case ring, wait(seconds: Int), show(Int), move(Part), two(Int, of: Int) }
  typealias Answer = Transition<Clock, Effects<Effect>>
  typealias Behavior = StateBehavior<Press, Effects<Effect>>

  private func graph(
    set: @escaping @Sendable (Int) -> Answer = { .to(.running(count: $0)) },
    tick: @escaping @Sendable (Int) -> Answer = { _ in .stay },
    states: @escaping @Sendable (Clock) -> Behavior = { _ in .none }
  ) -> StateGraph {
    StateGraph(
      StateMachineSchema<Clock, Press, Effects<Effect>>(initialState: .idle) { state, event in
        switch (state, event) {
        case (.idle, .set(let count)): return set(count)
        case (.running(let count), .tick): return tick(count)
        case (.running, .stop): return .to(.idle)
        default: return .ignored
        }
      } states: {
        states($0)
      })
  }

  private func label(_ graph: StateGraph, _ event: String) -> String? {
    graph.transitions.first { $0.event == event }
      .map { [$0.action, $0.change.map { "{\($0)}" }].compactMap(\.self).joined(separator: " ") }
  }

  @Test func caseOfAnEffectIsTheLabel() {
    let graph = graph(tick: { _ in .stay(.ring, .move(.dial)) })
    #expect(label(graph, "tick") == "ring, move.dial")
    #expect(graph.findings.isEmpty)
  }

  @Test(arguments: 0..<7) func payloadOfAnEffectIsShownAsAChange(_ index: Int) {
    let rows: [(@Sendable (Int) -> Answer, String)] = [
      ({ _ in .stay(.wait(seconds: 30)) }, "wait {wait.seconds = 30}"),
      ({ .stay(.show($0)) }, "show {show = count}"),
      ({ .stay(.show($0 + 1)) }, "show {show = count + 1}"),
      (
        { .stay(as: .running(count: $0 / 2), .show(1)) },
        "show {count: 0 → 0, 1 → 0, 2 → 1, 3 → 1, show = 1}"
      ),
      ({ .stay(.two($0, of: 4)) }, "two {two.0 = count, two.of = 4}"),
      ({ .stay(.move(.hand($0))) }, "move.hand {move.hand = count}"),
      ({ .stay(.show($0), .show(7)) }, "show, show {show = count, show 2 = 7}"),
    ]
    #expect(label(graph(tick: rows[index].0), "tick") == rows[index].1)
  }

  @Test func payloadOfAnEventIsNamedInAnEffect() {
    let graph = graph(set: { .to(.running(count: $0), .show($0)) })
    #expect(label(graph, "set") == "show {show = set}")
  }

  @Test func caseThatDependsOnThePayloadHasACondition() {
    let graph = graph(tick: { $0 > 1 ? .stay(.ring) : .stay(.show($0)) })
    let rows = graph.transitions.filter { $0.event == "tick" }
      .map { "[\($0.guard ?? "")] \($0.action ?? "") \($0.change ?? "")" }
    #expect(rows == ["[count in 0…1] show show = count", "[count in 2…3] ring "])
  }

  @Test func effectsOfStatesAreShownWithTheirPayload() {
    let graph = graph(
      tick: { .stay(as: .running(count: ($0 + 1) % 4)) },
      states: { state in
        guard case .running(let count) = state else { return .exit(.ring, .move(.dial)) }
        return count == 0 ? .entry(.wait(seconds: 5)) : .entry(.two(1, of: 2))
      })
    let behaviors = graph.states.flatMap(\.behaviors).map { behavior in
      let conditions = behavior.conditions.map { "\($0)" }
      return "\(behavior.kind.rawValue) \(behavior.label ?? "") \(conditions)"
    }
    #expect(
      behaviors == [
        "exit ring, move.dial []", "entry wait(seconds: 5) [\"count = 0\"]",
        "entry two(1, of: 2) [\"count in 1…3\"]",
      ])
  }

  @Test func effectsOfStatesAreTheSameTextInEachRun() {
    enum Part { case speed(Int) }
    enum Notice {
      case tags(Set<String>), counts([String: Int]), text(String), maybe(Int?), two(Part, String)
    }
    let (tags, counts) = (Set((1...9).map { "t\($0)" }), ["b": 2, "a": 1])
    let graph = StateGraph(
      StateMachineSchema<Clock, Press, Effects<Notice>>(initialState: .idle) { _, _ in .ignored }
        .states { _ in
          .entry(.tags(tags), .counts(counts)).exit(
            .text("a), text(b"), .maybe(1), .two(.speed(3), "q"))
        })
    #expect(
      graph.states[0].behaviors.map(\.label) == [
        """
        tags([t1, t2, t3, t4, t5, t6, t7, t8, t9]), counts(["a": 1, "b": 2])
        """,
        #"text("a), text(b"), maybe(1), two(speed(3), "q")"#,
      ])
  }

  @Test func secondStructIsToldFromTheFirst() {
    struct Wait { var seconds: Int }
    func dot(_ seconds: Int...) -> String {
      StateGraph(
        StateMachineSchema<Clock, Press, Effects<Wait>>(initialState: .idle) { _, event in
          event.casePath == ["stop"]
            ? .stay(Wait(seconds: seconds[0]), Wait(seconds: seconds[1])) : .ignored
        }
      ).dot()
    }
    #expect(dot(1, 7).contains("Wait, Wait {Wait.seconds = 1, Wait 2.seconds = 7}"))
    #expect(dot(1, 7) != dot(2, 7))
  }

  @Test func effectWithTheNameOfAPayloadHidesNoChange() {
    enum Count: Equatable { case count(Int) }
    func label(_ next: @escaping @Sendable (Int) -> Int) -> String? {
      let graph = StateGraph(
        StateMachineSchema<Clock, Press, Effects<Count>>(initialState: .idle) { state, event in
          switch (state, event) {
          case (.idle, .set(let count)): return .to(.running(count: count))
          case (.running(let count), .tick):
            return .stay(as: .running(count: next(count)), .count(7))
          default: return .ignored
          }
        })
      return self.label(graph, "tick")
    }
    #expect(label { 3 - $0 } == "count {count: 0 → 3, 1 → 2, 2 → 1, 3 → 0, effect count = 7}")
    #expect(label { _ in 0 } == "count {count = 0, effect count = 7}")
    #expect(label { $0 } == "count {effect count = 7}")
  }

  @Test func recordKeepsEffects() throws {
    let graph = graph(
      set: { .to(.running(count: $0), .show($0), .ring) }, tick: { _ in .stay(.wait(seconds: 30)) },
      states: { $0.casePath == ["idle"] ? .none : .entry(.two(1, of: 2)) })
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph)
    #expect(read.dot() == graph.dot())
    #expect(graph.json().contains("show = set"))
  }

  @Test func rowKnowsTheLineOfItsEffects() throws {
    let line = #line + 1
    let graph = graph(tick: { _ in .stay(.ring) })
    let rule = try #require(graph.rules.first { $0.action == "ring" })
    #expect(rule.sourceLines.map(\.line) == [line])
  }

  /// Pairs of answers and behaviors that differ in little.
  private static let nearMisses: [(@Sendable (Int) -> Answer, @Sendable (Int) -> Answer)] = [
    ({ _ in .stay(.ring) }, { _ in .stay }),
    ({ _ in .stay(.ring) }, { _ in .stay(.ring, .ring) }),
    ({ _ in .stay(.show(1)) }, { _ in .stay(.show(2)) }),
    ({ _ in .stay(.ring, .show(1)) }, { _ in .stay(.show(1), .ring) }),
    ({ .stay(.show($0)) }, { .stay(.show($0 + 1)) }),
    ({ .stay(.show($0)) }, { .stay(.show($0 == 3 ? 0 : $0)) }),
    ({ .stay(.show(1), .show($0)) }, { .stay(.show($0), .show(1)) }),
    ({ _ in .stay(.move(.hand(1))) }, { _ in .stay(.move(.hand(2))) }),
    ({ _ in .stay(.move(.hand(1))) }, { _ in .stay(.move(.dial)) }),
    ({ _ in .stay(.two(1, of: 2)) }, { _ in .stay(.two(2, of: 1)) }),
  ]

  @Test(arguments: nearMisses.indices) func changedEffectChangesTheText(_ index: Int) throws {
    let (one, other) = Self.nearMisses[index]
    let (old, new) = (graph(tick: one), graph(tick: other))
    #expect(old != new)
    #expect(old.dot() != new.dot())
    let difference = try #require(
      try new.difference(fromCommitted: old.dot(), writtenAs: new.dot()))
    guard case .graph(let diff) = difference else {
      Issue.record("The difference is \(difference).")
      return
    }
    #expect("\(diff)".contains("tick"))
  }

  @Test func effectOfARegionIsInTheRegion() {
    struct Desk: GraphableRegions, Equatable { var left = Lamp.off, right = Lamp.off }
    enum Lamp: Graphable, CaseIterable, Equatable { case off, on }
    enum Tap: Graphable, CaseIterable { case tap }
    let lamp = StateMachineSchema<Lamp, Tap, Effects<Effect>>(initialState: .off) { state, _ in
      state == .off ? .to(.on, .show(1)) : .to(.off, .ring)
    }
    let schema = StateMachineSchema<Desk, Tap, Effects<Effect>>(
      initialState: Desk(), regions: .region(\.left, lamp), .region(\.right, lamp))
    let actions = StateGraph(schema).rules.map { rule in
      "\(rule.source): \(rule.action ?? "") \(rule.change ?? "")"
    }
    #expect(
      actions == [
        "left/off: show show = 1", "left/on: ring ", "right/off: show show = 1", "right/on: ring ",
      ])
  }
}
