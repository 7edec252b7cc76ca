import Schematic
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct ExplorationTests {
  private enum Ring: CaseIterable, Graphable { case c, a, b }
  private enum Turn: CaseIterable, Graphable { case right, left }

  @Test func statesKeepTheirDeclaredOrder() {
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

  @Test func explorationFollowsValuesThatOnlyTheRulesReach() {
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
    #expect(graph.findingLines.isEmpty)
  }

  private enum Reading: Graphable {
    case low(Int), high(Int)
    static var graphCases: [Reading] { [.low(0), .low(5), .high(9)] }
  }

  @Test func valuesOfACaseShareANode() {
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

  @Test func statesThatPrintAndLookAlikeAreToldApart() {
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

  @Test func statesThatAreEqualAreToldApart() {
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

  @Test func explorationRunsNoActionAndNoCondition() {
    let schema = StateMachineSchema<Ring, Turn, Void>(initialState: .a) { ring, _, when in
      let isFree = when("free") {
        Issue.record("a condition ran")
        return true
      }
      return isFree ? .to(ring) { Issue.record("an action ran") } : .rejected
    }
    #expect(StateGraph(schema).transitions.count == 6)
  }

  /// Each way to perform an action, and one to perform none.
  @Test(arguments: [nil, "spin"])
  func actionWithoutALabelIsNoted(label: String?) {
    let schema = StateMachineSchema<Ring, Turn, Void>(initialState: .a) { ring, turn, when in
      guard turn == .right else { return .to(ring == .a ? .b : .a) }
      switch ring {
      case .a: return when("free") { true } ? .to(.b, label) {} : .to(.c)
      case .b: return .stay(label) {}
      case .c: return .stay(as: .c, label) {}
      }
    }
    let graph = StateGraph(schema)
    let names = ["c", "a", "b"].map { "unnamed action: \($0), right" }
    #expect(graph.notes.map(\.name) == (label == nil ? names : []))
    let transitions = graph.transitions.filter { $0.event == "right" }
    #expect(transitions.map(\.action) == [label, label, nil, label])
    #expect(graph.findingLines.isEmpty)
  }
}

@Suite struct FinalStateGraphTests {
  private enum Job: CaseIterable, Graphable { case running, done, failed }
  private enum Event: CaseIterable, Graphable { case finish, stop }

  private static let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) {
    job, event in
    switch event {
    case .finish: return .to(.done)
    case .stop: return job == .running ? .ignored : .to(.running)
    }
  }

  @Test func finalStatesAreMarkedAndNotExplored() {
    let graph = StateGraph(Self.schema.states { $0 == .done ? .final : .none })
    #expect(graph.states.filter(\.isFinal).map(\.identifier) == ["done"])
    #expect(
      graph.lines == ["running → done: finish", "failed → done: finish", "failed → running: stop"])
    #expect(graph.rejections.isEmpty)
    #expect(graph.states.map(\.description) == ["running", "done (final)", "failed"])
  }

  @Test func finalStateAsksNoRule() {
    let schema = StateMachineSchema<Job, Event, Void>(initialState: .running) { job, _ in
      if job == .done { Issue.record("a rule was asked") }
      return .to(.done)
    }
    #expect(StateGraph(schema.states { $0 == .done ? .final : .none }).transitions.count == 4)
  }

  @Test func graphHasNoFinalStatesUnlessToldSo() {
    #expect(StateGraph(Self.schema).states.filter(\.isFinal).isEmpty)
  }

  @Test func graphShowsRejectionsOfUnhandledEvents() {
    let graph = StateGraph(Self.schema.unhandledEvents(.reject))
    #expect(graph.rejections == [.init(state: "running", event: "stop")])
    #expect(graph.transitions == StateGraph(Self.schema).transitions)
    for policy in [UnhandledEventPolicy.ignore, .trap] {
      #expect(StateGraph(Self.schema.unhandledEvents(policy)) == StateGraph(Self.schema))
    }
  }
}

@Suite struct TimeoutGraphTests {
  private enum Page: CaseIterable, Graphable { case idle, fetching, failed }
  private enum Signal: CaseIterable, Graphable { case fetch, timeout }

  private let schema = StateMachineSchema<Page, Signal, Void>(initialState: .idle) { page, signal in
    switch (page, signal) {
    case (.fetching, .timeout): return .to(.failed, "give up")
    case (_, .fetch): return .to(.fetching)
    case (_, .timeout): return .ignored
    }
  }
  .states { $0 == .fetching ? .after(.seconds(30), send: .timeout) : .none }

  @Test func graphShowsATimeoutBesideItsEvent() {
    let transitions = StateGraph(schema).transitions.filter { $0.target == "failed" }
    #expect(transitions.map(\.event) == ["timeout", "after 30 s"])
    #expect(transitions.allSatisfy { $0.source == "fetching" && $0.action == "give up" })
  }

  @Test func graphShowsTheShortestTimeoutFirst() {
    let both = schema.states { $0 == .fetching ? .after(.seconds(5), send: .fetch) : .none }
    let transitions = StateGraph(both).transitions.filter { $0.source == "fetching" }
    #expect(transitions.map(\.event) == ["fetch", "timeout", "after 5 s", "after 30 s"])
    #expect(transitions.map(\.target) == ["fetching", "failed", "fetching", "failed"])
  }

  private enum Knock: String, CaseIterable, Graphable {
    case late = "after 30 s"
    case later = "after 30 seconds"
    var graphLabel: String { rawValue }
  }

  @Test func eventIsToldFromTheTimeoutOfItsName() {
    let schema = StateMachineSchema<Page, Knock, Void>(initialState: .fetching) { page, knock in
      guard page == .fetching else { return .ignored }
      return knock == .late ? .to(.idle) : .to(.failed)
    }
    .states { $0 == .fetching ? .after(.seconds(30), send: .later) : .none }
    let graph = StateGraph(schema)
    #expect(
      graph.transitions.map(\.description) == [
        "fetching -> idle: \"after 30 s\"", "fetching -> failed: after 30 seconds",
        "fetching -> failed: after 30 s",
      ])
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
    #expect(Knock.graphCases(labeled: "\"after 30 s\"") == [.late])
    #expect(Knock.graphCases(labeled: "after 30 s").isEmpty)
  }

  @Test(arguments: [
    ("after 30 s", "\"after 30 s\""), ("after 1.5 s", "\"after 1.5 s\""),
    ("after -2 s", "\"after -2 s\""), ("after 250 ms", "\"after 250 ms\""),
    ("after 7 µs", "\"after 7 µs\""), ("after 3 ns", "\"after 3 ns\""),
    ("after 30 sec", "after 30 sec"), ("after 30", "after 30"), ("after s", "\"after s\""),
    ("after  s", "after  s"), ("after 1.50 s", "after 1.50 s"), ("after .5 s", "\"after .5 s\""),
    ("after 1000 ms", "after 1000 ms"), ("after 1.2.3 s", "after 1.2.3 s"), ("go", "go"),
  ])
  func eventThatReadsLikeATimeoutIsQuoted(label: String, shown: String) {
    struct Event: Graphable {
      let name: String
      var casePath: [String] { [name] }
      static var graphCases: [Event] { [] }
    }
    let graph = StateGraph(initial: Page.idle, events: [Event(name: label)]) { _, _ in
      .failed
    }
    #expect(graph.transitions.first?.event == shown)
  }

  @Test func findingSaysThatTimeoutsCannotBeToldApart() {
    let twice = schema.states { $0 == .fetching ? .after(.seconds(30), send: .fetch) : .none }
    let graph = StateGraph(twice)
    #expect(
      graph.transitions.filter { $0.event == "after 30 s" }.map(\.target) == ["failed", "fetching"])
    #expect(graph.findings.map(\.name).contains("repeated event label: fetching, after 30 s"))
    #expect(!graph.findings.contains { $0.kind == .payloadsDisagree })
  }

  private enum Mode: CaseIterable, Graphable, Hierarchical { case playing, paused }
  private enum Player: Graphable, Hierarchical {
    case off, on(Mode)
    static var graphCases: [Player] { [.off, .on(.playing), .on(.paused)] }
  }

  @Test func graphShowsATimeoutInAllSubstates() {
    let schema = StateMachineSchema<Player, Signal, Void>(initialState: .off) { _, signal in
      return signal == .timeout ? .to(.off) : .ignored
    }
    .states(level: 1) { player in
      guard case .on = player else { return .none }
      return .after(.seconds(600), send: .timeout)
    }
    let transitions = StateGraph(schema).transitions.filter { $0.event == "after 10 min" }
    #expect(transitions.map(\.source) == ["on.playing", "on.paused"])
  }

  @Test func timeoutOfACompositeStateIsToldFromOneInside() {
    let rules = StateMachineSchema<Player, Signal, Void>(initialState: .off) { player, signal in
      if case .off = player { return signal == .fetch ? .to(.on(.playing)) : .ignored }
      return signal == .timeout ? .to(.off) : .to(.on(.paused))
    }
    @Sendable func timeout(_ player: Player) -> StateBehavior<Signal, Void> {
      guard case .on = player else { return .none }
      return .after(.seconds(600), send: .timeout)
    }
    let outer = StateGraph(rules.states(level: 1) { timeout($0) })
    let inner = StateGraph(rules.states { timeout($0) })
    // The first runs on while the player is paused, and the second begins anew.
    #expect(outer.transitions == inner.transitions)
    #expect(outer.composites.map(\.behaviors) == [[.init(after: .seconds(600))]])
    #expect(inner.composites.map(\.behaviors) == [[]])
    #expect(outer.states.allSatisfy { $0.behaviors.isEmpty })
    #expect(outer != inner)
    #expect(outer.fingerprint != inner.fingerprint)
    #expect(outer.diff(from: inner).edits.map(\.description) == ["+ on: after 10 min"])
  }
}
