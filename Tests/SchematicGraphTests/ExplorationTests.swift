import Schematic
import SchematicGraph
import Testing

@Suite struct ExplorationTests {
  private enum Ring: CaseIterable, Graphable { case c, a, b }
  private enum Turn: CaseIterable, Graphable { case right, left }

  @Test func keepsTheDeclaredOrder() {
    let graph = StateGraph(
      StateMachineSchema<Ring, Turn, Void>(initialState: .b) { ring, turn in
        switch (ring, turn) {
        case (.a, .right), (.c, .left): return .to(.b)
        case (.b, .right), (.a, .left): return .to(.c)
        case (.c, .right), (.b, .left): return .to(.a)
        }
      }
    )
    #expect(graph.states.map(\.identifier) == ["c", "a", "b"])
    #expect(graph.initialState == "b")
    #expect(
      graph.lines == [
        "c → a: right", "c → b: left", "a → b: right", "a → c: left", "b → c: right", "b → a: left",
      ]
    )
    #expect(graph.findings.isEmpty)
  }

  private enum Credit: Graphable, Hashable {
    case locked(credit: Int), unlocked
    static var graphCases: [Credit] { [.locked(credit: 0), .unlocked] }
  }
  private enum Visitor: CaseIterable, Graphable { case coin, push }

  @Test func followsValuesThatOnlyTheRulesReach() {
    let graph = StateGraph(
      StateMachineSchema<Credit, Visitor, Void>(initialState: .locked(credit: 0)) { state, event in
        switch (state, event) {
        case (.locked(40), .coin): return .to(.unlocked, "open")
        case (.locked(let credit), .coin): return .stay(as: .locked(credit: credit + 20), "count")
        case (.locked(20), .push): return .to(.locked(credit: 0), "refund")
        case (.unlocked, .push): return .to(.locked(credit: 0))
        case (.locked, .push), (.unlocked, .coin): return .ignored
        }
      }
    )
    #expect(graph.states.map(\.identifier) == ["locked", "unlocked"])
    #expect(
      graph.lines == [
        "locked ⇢ locked: coin [credit ≠ 40] / count",
        "locked → unlocked: coin [credit = 40] / open",
        "locked → locked: push [credit = 20] / refund", "unlocked → locked: push",
      ]
    )
    #expect(
      graph.findingLines == [
        "payload values disagree: locked, coin", "payload values disagree: locked, push",
      ]
    )
  }

  private enum Reading: Graphable {
    case low(Int), high(Int)
    static var graphCases: [Reading] { [.low(0), .low(5), .high(9)] }
  }

  @Test func sharesANodeAmongValuesOfACase() {
    let graph = StateGraph(
      StateMachineSchema<Reading, Visitor, Void>(initialState: .low(0)) { reading, event in
        switch (reading, event) {
        case (.low(5), .coin): return .to(.high(9))
        case (.low, .coin): return .to(.low(0))
        case (.low, .push), (.high, _): return .ignored
        }
      }
    )
    #expect(graph.states.map(\.identifier) == ["low", "high"])
    #expect(graph.lines == ["low → low: coin [low = 0]", "low → high: coin [low = 5]"])
  }

  private enum Alike: Graphable, CustomStringConvertible {
    case off(Double), on(Double)
    static var graphCases: [Alike] { [.off(0), .on(0)] }
    var description: String { "a lamp" }
    var graphLabel: String { "Lamp" }
  }

  @Test func tellsStatesApartThatPrintAndLookAlike() {
    let graph = StateGraph(
      StateMachineSchema<Alike, Visitor, Void>(initialState: .off(0)) { lamp, event in
        switch (lamp, event) {
        case (.off(0), .coin): return .stay(as: .off(1))
        case (.off, .coin): return .to(.on(0))
        case (.off, .push): return .ignored
        case (.on, _): return .to(.off(0))
        }
      }
    )
    #expect(graph.states == ["off", "on"].map { .init(identifier: $0, label: "Lamp") })
    #expect(
      graph.lines == [
        "off ⇢ off: coin [off = 0.0]", "off → on: coin [off = 1.0]", "on → off: coin",
        "on → off: push",
      ]
    )
  }

  private enum Equal: CaseIterable, Graphable, Hashable {
    case off, on
    static func == (_: Equal, _: Equal) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test func tellsStatesApartThatAreEqual() {
    let graph = StateGraph(
      StateMachineSchema<Equal, Turn, Void>(initialState: .off) { lamp, turn in
        switch lamp {
        case .off: return turn == .right ? .to(.on) : .ignored
        case .on: return turn == .left ? .to(.off) : .ignored
        }
      }
    )
    #expect(graph.states.map(\.identifier) == ["off", "on"])
    #expect(graph.lines == ["off → on: right", "on → off: left"])
  }

  @Test func runsNoActionAndNoCondition() {
    let schema = StateMachineSchema<Ring, Turn, Void>(initialState: .a) { ring, _, when in
      let isFree = when("free") {
        Issue.record("a condition ran")
        return true
      }
      return isFree ? .to(ring) { Issue.record("an action ran") } : .rejected
    }
    #expect(StateGraph(schema).transitions.count == 6)
  }
}
