import Schematic
import SchematicGraph
import SchematicMachines
import SchematicTestKit
import SchematicTesting
import Testing

// Other systems draw no traps.
#if os(Linux)
  private enum Lid: CaseIterable, Graphable { case shut, open }
  private enum Hand: CaseIterable, Graphable { case pull, push }

  private func stop(_ message: String) -> Transition<Lid, Void> { fatalError(message) }

  private struct Gate {
    enum State: Graphable, CaseIterable { case shut, open }
    private(set) var state = State.shut

    mutating func pass() {
      precondition(state == .open || !StandIn.answer("isFree", [false, true]), "free")
      state = .open
    }
  }

  @Suite struct GuardTrapTests {
    @Test func trapOfAMachineIsDrawnForTheAnswerOfAServiceThatLeadsToIt() {
      let graph = StateGraph.withTraps {
        StateGraph(.value(Gate(), state: \.state), steps: [.step("pass") { $0.pass() }])
      }
      #expect(
        graph.rules.map(\.description) == [
          "shut -> open: pass [not isFree]", "shut: pass [isFree] / traps: free",
        ])
    }

    @Test func trapIsDrawnForTheAnswerThatLeadsToIt() {
      let schema = StateMachineSchema<Lid, Hand, Void>(initialState: .shut) { lid, hand, when in
        switch (lid, hand) {
        case (.shut, .pull):
          guard when("unlocked", { _ in true }) else { fatalError("pulled while locked") }
          return when("oiled") { _ in true } ? .to(.open) : .to(.open, "creak")
        case (.open, .push):
          return when("hand in between") { _ in false } ? stop("ouch") : .to(.shut)
        case (.open, .pull): return when("hard") { _ in false } ? stop("torn off") : stop("torn")
        case (.shut, .push): return .ignored
        }
      }
      let graph = StateGraph.withTraps { StateGraph(schema) }
      #expect(
        graph.rules.map(\.description) == [
          "shut -> open: pull [unlocked and oiled]",
          "shut -> open: pull [unlocked and not oiled] / creak",
          "shut: pull [not unlocked] / traps: pulled while locked",
          "open -> shut: push [not hand in between]",
          "open: pull / traps: torn…",
          "open: push [hand in between] / traps: ouch",
        ])
      #expect(graph.findings.isEmpty)
    }

    @Test func trapIsDrawnAfterManyAnswers() {
      let schema = StateMachineSchema<Lid, Hand, Void>(initialState: .shut) { lid, hand, when in
        guard lid == .shut, hand == .pull else { return .ignored }
        for number in 0..<100 where !when("guard \(number)", { _ in true }) && number < 2 {
          return .to(.open)
        }
        return stop("worn out")
      }
      let graph = StateGraph.withTraps {
        StateGraph(schema, bounds: ExplorationBounds(guards: 2))
      }
      #expect(
        graph.rules.map(\.description) == [
          "shut -> open: pull [guard 0 and not guard 1]", "shut -> open: pull [not guard 0]",
          "shut: pull [guard 0 and guard 1] / traps: worn out",
        ])
    }

    /// Random rules that ask guards, of which some end in a trap: drawn as the same rules with rejections
    /// in place of traps.
    @Test(arguments: Seeds.first(6))
    func rulesThatTrapAgreeWithRulesThatReject(seed: UInt64) {
      func graph(traps: Bool) -> StateGraph {
        let schema = StateMachineSchema<Lid, Hand, Void>(initialState: .shut) { lid, hand, when in
          var path = seed &* 31 &+ (lid == .shut ? 7 : 0) &+ (hand == .pull ? 3 : 0)
          for depth in 0..<5 {
            var random = SplitMix64(seed: path)
            switch random.next() % 8 {
            case 0: return traps ? stop("no") : .rejected("no")
            case 1: return .to(lid == .shut ? .open : .shut)
            case 2: return .stay("hum")
            default: path = path &* 2 &+ (when("g\(depth) \(path % 3)") { _ in true } ? 1 : 0)
            }
          }
          return path % 3 == 0 ? (traps ? stop("no") : .rejected("no")) : .to(.open, "at last")
        }
        return traps ? StateGraph.withTraps { StateGraph(schema) } : StateGraph(schema)
      }
      let expected = graph(traps: false).rules.map { rule in
        var rule = rule
        if rule.effect.isRejection { rule.effect = .traps(message: "no") }
        return rule
      }
      #expect(graph(traps: true).rules == expected, "SEED=\(seed)")
      // Of more rules some ask no guard.
      #expect(seed > 6 || expected.contains { $0.guard != nil }, "SEED=\(seed)")
    }
  }
#endif
