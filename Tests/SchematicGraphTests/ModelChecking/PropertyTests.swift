import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct PropertyTests {
  @Test(arguments: Seeds.first(500))
  func agreesWithEveryPath(seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6, events: ["a", "b"], isDeterministic: true)
    var properties = RandomProperty(seed: seed)
    var bruteForce = BruteForce(graph)
    for depth in [1, 1, 2, 2, 3, 3] {
      let property = properties.next(depth: depth, in: graph)
      let counterexample = try graph.check(property)
      #expect((counterexample == nil) == bruteForce.holds(property), "\(property)")
      // Of a property and its opposite, one holds.
      #expect(try (graph.check(.not(property)) == nil) == (counterexample != nil), "\(property)")
      if let counterexample { try check(counterexample, in: graph) }
    }
  }

  /// A way that refutes a property can be followed, and what is said to hold at its end does.
  private func check(_ counterexample: Counterexample, in graph: StateGraph) throws {
    let walk = counterexample.walk
    #expect(Replay([walk], in: graph).mistakes.isEmpty)
    if let first = counterexample.cycle.first {
      #expect(counterexample.cycle.last?.target == first.source)
      #expect(first.source == walk.end)
      #expect(throws: Never.self) { try Walk(from: walk.end, taking: counterexample.cycle) }
    }
    if let remainder = counterexample.remainder, walk.steps.isEmpty {
      #expect(try graph.check(remainder) == nil, "\(counterexample)")
    }
  }

  @Test(arguments: Seeds.first(200))
  func givesWaysThatRefuteByThemselves(seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6, events: ["a", "b"])
    let deadEnds = Set(graph.states.map(\.identifier)).subtracting(graph.transitions.map(\.source))
    for state in graph.states.map(\.identifier) {
      let goal = GraphProperty.states([state])
      if let counterexample = try graph.check(.af(goal)) {
        let states = [graph.initialState] + counterexample.walk.steps.map(\.target)
        #expect(!states.contains(state) && !counterexample.cycle.map(\.target).contains(state))
        #expect(!counterexample.cycle.isEmpty || deadEnds.contains(counterexample.walk.end))
      }
      if let counterexample = try graph.check(.never(goal)) {
        #expect(counterexample.walk == graph.shortestWalk(to: state))
        #expect(counterexample.remainder == nil && counterexample.cycle.isEmpty)
      }
      if let counterexample = try graph.check(.always(.reachable(goal))) {
        #expect(graph.shortestWalk(to: state, from: counterexample.walk.end) == nil)
        #expect(counterexample.remainder == .ag(.not(goal)))
      }
    }
  }

  private let link = StateGraph(
    states: ["closed", "opening", "open", "closing", "broken"].map { .init(identifier: $0) },
    transitions: [
      .init(source: "closed", target: "opening", event: "open"),
      .init(source: "opening", target: "open", event: "ack", action: "tell"),
      .init(source: "opening", target: "opening", event: "retry", isInternal: true),
      .init(source: "open", target: "closing", event: "close"),
      .init(source: "closing", target: "closed", event: "ack"),
      .init(source: "closing", target: "broken", event: "lost"),
    ],
    initialState: "closed")

  @Test func findsWhereNothingCanBeReachedFrom() throws {
    #expect(
      try link.check(.always(.reachable("closed")))?.description
        == "AG EF closed does not hold: closed: open -> opening, ack -> open, close -> closing, "
        + "lost -> broken; there AG ¬closed holds")
    #expect(try link.check(.always(.reachable(.state("closed", "broken")))) == nil)
  }

  @Test func findsHowToAvoidWhatWasTakenForUnavoidable() throws {
    let counterexample = try link.check(.unavoidable("open", from: "opening"))
    #expect(
      counterexample?.description
        == "AG (opening → AF open) does not hold: closed: open -> opening, and for ever: "
        + "retry -> opening")
    #expect(try link.check(.unavoidable(.state("closed", "broken"), from: "closing")) == nil)
  }

  @Test func findsWhatHappensThoughItMustNot() throws {
    #expect(try link.check(.never("open", after: "closing", until: .taking("open"))) == nil)
    let counterexample = try link.check(.never("open", after: "closing"))
    #expect(
      counterexample?.walk.events == ["open", "ack", "close", "ack", "open", "ack"])
    #expect(try link.check(.neverAgain(.performing("tell"), until: .taking("close"))) == nil)
    #expect(
      try link.check(.neverAgain(.performing("tell")))?.walk.events
        == ["open", "ack", "close", "ack", "open", "ack"])
  }

  @Test func findsCycles() throws {
    #expect(try link.check(.noCycle(among: "opening", "open", "closing")) == nil)
    let counterexample = try link.check(.noCycle(among: "closed", "opening", "open", "closing"))
    #expect(counterexample?.cycle.count == 4)
  }

  @Test func takesADeadEndForTheEndOfAWay() throws {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    #expect(try graph.check(.af("b")) == nil)
    #expect(try graph.check(.ag(.implies("b", .ax(.false)))) == nil)
    #expect(try graph.check(.ag(.ex(.true)))?.walk.end == "b")
    #expect(try graph.check(.eg(.true)) == nil)
    #expect(try graph.check(.ag(.implies("b", .eg("b")))) == nil)
    #expect(try graph.check(.ag(.implies("b", .af("a"))))?.walk.end == "b")
  }

  @Test(
    arguments: [
      (.state("opend"), .state), (.region("open"), .region), (.taking("opened"), .event),
      (.always(.reachable(.performing("shout"))), .action),
    ] as [(GraphProperty, UnknownName.Kind)])
  func refusesNamesThatTheGraphDoesNotHave(property: GraphProperty, kind: UnknownName.Kind) {
    let error = #expect(throws: UnknownName.self) { try link.check(property) }
    #expect(error?.kind == kind)
  }

  @Test func saysWhichNamesThereAre() {
    let error = #expect(throws: UnknownName.self) { try link.check(.performing("shout")) }
    #expect(error?.description == "the graph has no action \"shout\"; it has \"tell\"")
  }

  @Test func knowsRegionsAndFinalStates() throws {
    let graph = StateGraph(
      states: [.init(identifier: "off", isFinal: true)],
      transitions: [
        .init(source: "active.playing", target: "active.paused", event: "pause"),
        .init(source: "active.paused", target: "off", event: "stop"),
      ],
      initialState: "active.playing")
    #expect(try graph.check(.always(.region("active") || .final)) == nil)
    #expect(try graph.check(.always(.region("active")))?.walk.end == "off")
  }

  @Test(
    arguments: [
      (.always(.implies("a", .af("b"))), "AG (a → AF b)"),
      (.eu("a", .not("b")), "E[a U ¬b]"),
      (.au(.true, .state("b", "a")), "AF (a or b)"),
      (.ef(.taking("push")), "EF (taking push)"),
      (.never(.region("active") && .final), "AG ¬(active.* ∧ final)"),
    ] as [(GraphProperty, String)])
  func readsAsInTheBooks(property: GraphProperty, text: String) {
    #expect(property.description == text)
  }
}
