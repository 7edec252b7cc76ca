import Schematic
import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct PropertyTests {
  @Test func checkAgreesWithEveryPath() throws {
    try Seeds.each(100, checkAgreesWithEveryPath(seed:))
  }

  private func checkAgreesWithEveryPath(seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6, events: ["a", "b"], isDeterministic: true)
    var formulas = RandomFormula(seed: seed)
    var bruteForce = BruteForce(graph)
    for depth in [1, 1, 2, 2, 3, 3] {
      let property = GraphProperty(formulas.next(depth: depth, in: graph))
      let counterexample = try graph.check(property)
      #expect((counterexample == nil) == bruteForce.holds(property), "\(property)")
      // Either a property holds or its negation.
      #expect(try (graph.check(!property) == nil) == (counterexample != nil), "\(property)")
      if let counterexample { try check(counterexample, in: graph, &bruteForce) }
    }
  }

  /// A counterexample can be followed, and each of its remainders holds where it says.
  private func check(
    _ counterexample: Counterexample, in graph: StateGraph, _ bruteForce: inout BruteForce
  ) throws {
    let walk = counterexample.walk
    #expect(Replay([walk], in: graph).mistakes.isEmpty)
    if let first = counterexample.cycle.first {
      #expect(counterexample.cycle.last?.target == first.source)
      #expect(first.source == walk.end)
      #expect(throws: Never.self) { try Walk(from: walk.end, taking: counterexample.cycle) }
    }
    for remainder in counterexample.remainders {
      let transition = walk.prefix(remainder.stepCount).steps.last?.rule
      let holds = bruteForce.holds(remainder.property, after: transition)
      #expect(holds, "\(counterexample)")
    }
    if let remainder = counterexample.remainder {
      let holds = bruteForce.holds(remainder, after: walk.steps.last?.rule)
      #expect(holds, "\(counterexample)")
    }
  }

  /// What is left to hold at the start is not said of the end of the run.
  @Test func counterexampleSaysAtWhichStepARemainderHolds() throws {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "go"), .init(source: "b", target: "c", event: "go"),
      ], initialState: "a")
    let property = GraphProperty.implies(.next("b"), .never("c"))
    let counterexample = try #require(try graph.check(property))
    #expect(counterexample.remainder == nil)
    #expect(counterexample.remainders.map(\.stepCount) == [0])
    #expect(
      counterexample.description
        == #"implies(next("b"), never("c")) does not hold: a: go -> b, go -> c; at the start next("b") holds"#
    )
  }

  /// Some runs never come to the end, and others break the condition before it.
  @Test func counterexampleSaysNoMoreOfAllRunsThanHolds() throws {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "loop", event: "go"),
        .init(source: "loop", target: "loop", event: "go"),
        .init(source: "a", target: "b", event: "stop"),
        .init(source: "b", target: "end", event: "go"),
      ], initialState: "a")
    let counterexample = try graph.check(.reachable("end", while: !"b"))
    #expect(
      counterexample?.description
        == #"reachable("end", while: !"b") does not hold: a; there !reachable("end", while: !"b") holds"#
    )
  }

  @Test func counterexampleRefutesByItself() throws {
    try Seeds.each(200, counterexampleRefutesByItself(seed:))
  }

  private func counterexampleRefutesByItself(seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6, events: ["a", "b"])
    let deadEnds = Set(graph.states.map(\.identifier)).subtracting(graph.transitions.map(\.source))
    for state in graph.states.map(\.identifier) {
      let goal = GraphProperty.state(state)
      if let counterexample = try graph.check(.unavoidable(goal)) {
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
        #expect(counterexample.remainder == .never(goal))
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

  @Test func checkFindsStatesFromWhichNothingIsReachable() throws {
    #expect(
      try link.check(.always(.reachable("closed")))?.description
        == #"always(reachable("closed")) does not hold: closed: open -> opening, ack -> open, "#
        + #"close -> closing, lost -> broken; there never("closed") holds"#)
    #expect(try link.check(.always(.reachable(.state("closed", "broken")))) == nil)
  }

  @Test func checkFindsHowToAvoidAState() throws {
    let counterexample = try link.check(.unavoidable("open", from: "opening"))
    #expect(
      counterexample?.description
        == #"unavoidable("open", from: "opening") does not hold: closed: open -> opening, and for ever: "#
        + "retry -> opening")
    #expect(try link.check(.unavoidable(.state("closed", "broken"), from: "closing")) == nil)
  }

  @Test func checkFindsHowAForbiddenStateIsEntered() throws {
    #expect(try link.check(.never("open", after: "closing", until: .taking("open"))) == nil)
    let counterexample = try link.check(.never("open", after: "closing"))
    #expect(
      counterexample?.walk.events == ["open", "ack", "close", "ack", "open", "ack"])
    #expect(try link.check(.neverAgain(.performing("tell"), until: .taking("close"))) == nil)
    #expect(
      try link.check(.neverAgain(.performing("tell")))?.walk.events
        == ["open", "ack", "close", "ack", "open", "ack"])
  }

  @Test func checkFindsCycles() throws {
    #expect(try link.check(.noCycle(among: "opening", "open", "closing")) == nil)
    let counterexample = try link.check(.noCycle(among: "closed", "opening", "open", "closing"))
    #expect(counterexample?.cycle.count == 4)
  }

  @Test func runEndsAtADeadEnd() throws {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    #expect(try graph.check(.unavoidable("b")) == nil)
    #expect(try graph.check(.always(.implies("b", .next(.false)))) == nil)
    #expect(try graph.check(.always(!.next(.false)))?.walk.end == "b")
    #expect(try graph.check(!.unavoidable(.false)) == nil)
    #expect(try graph.check(.always(.implies("b", !.unavoidable(!"b")))) == nil)
    #expect(try graph.check(.always(.implies("b", .unavoidable("a"))))?.walk.end == "b")
  }

  @Test(
    arguments: [
      (.state("opend"), .state), (.inside("open"), .composite), (.taking("opened"), .event),
      (.always(.reachable(.performing("shout"))), .action),
    ] as [(GraphProperty, UnknownNameError.Kind)])
  func checkRefusesNamesThatTheGraphDoesNotHave(
    property: GraphProperty, kind: UnknownNameError.Kind
  ) {
    let error = #expect(throws: UnknownNameError.self) { try link.check(property) }
    #expect(error?.kind == kind)
  }

  @Test func errorSaysWhichNamesThereAre() {
    let error = #expect(throws: UnknownNameError.self) { try link.check(.performing("shout")) }
    #expect(error?.description == "the graph has no action \"shout\"; it has \"tell\"")
  }

  @Test func propertyKnowsCompositeAndFinalStates() throws {
    let graph = StateGraph(
      states: [
        .init(identifier: "active.playing", parent: "active"),
        .init(identifier: "active.paused", parent: "active"),
        .init(identifier: "off", isFinal: true),
      ],
      transitions: [
        .init(source: "active.playing", target: "active.paused", event: "pause"),
        .init(source: "active.paused", target: "off", event: "stop"),
      ],
      initialState: "active.playing")
    #expect(try graph.check(.always(.inside("active") || .final)) == nil)
    #expect(try graph.check(.always("active" || .final)) == nil)
    #expect(try graph.check(.always(.inside("active")))?.walk.end == "off")
  }

  /// The parents of states decide what lies in a composite state, not the dots in identifiers.
  @Test func parentsDecideWhatACompositeStateHolds() throws {
    try Seeds.each(100, parentsDecideWhatACompositeStateHolds(seed:))
  }

  private func parentsDecideWhatACompositeStateHolds(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    for composite in graph.composites.map(\.identifier) {
      let isEntered = graph.shortestWalks().contains {
        graph.ancestors(of: $0.end).contains(composite)
      }
      #expect(
        try (graph.check(.reachable(.inside(composite))) == nil) == isEntered, "\(composite)")
    }
  }

  private enum Lamp: CaseIterable, Graphable { case off, on, broken }
  private enum Press: CaseIterable, Graphable { case press, smash }

  private let lamp = StateMachineSchema<Lamp, Press, Void>(initialState: .off) { state, event in
    switch (state, event) {
    case (.broken, _): return .ignored
    case (_, .smash): return .to(.broken)
    case (.off, .press): return .to(.on)
    case (.on, .press): return .to(.off)
    }
  }

  /// Each property by value means the same as the one by name beside it.
  @Test func propertyNamesStatesAndEventsByValue() throws {
    let pairs: [(MachineProperty<Lamp, Press>, GraphProperty)] = [
      (.reachable(.on), .reachable("on")),
      (.always(.reachable(.state(.off, .broken))), .always(.reachable(.state("off", "broken")))),
      (.always(.state(.off)), .always("off")),
      (.never(.state(.broken)), .never("broken")),
      (.unavoidable(.state(.on)), .unavoidable("on")),
      (
        .unavoidable(.state(.broken), while: !.taking(.press)),
        .unavoidable("broken", while: !.taking("press"))
      ),
      (.unavoidable(.off, from: .on), .unavoidable("off", from: "on")),
      (.never(.on, after: .broken), .never("on", after: "broken")),
      (.never(.on, after: .on, until: .off), .never("on", after: "on", until: "off")),
      (.never(.state(.on), after: .taking(.smash)), .never("on", after: .taking("smash"))),
      (.noCycle(among: .off, .on), .noCycle(among: "off", "on")),
    ]
    for (property, named) in pairs {
      #expect(property.named == named)
      #expect(try lamp.check(property) == StateGraph(lamp).check(named))
      #expect(try StateGraph(lamp).check(property) == StateGraph(lamp).check(named))
    }
    #expect(try pairs.map { try lamp.check($0.0) == nil }.count { $0 } == 4)
  }

  @Test(
    arguments: [
      (.always(.implies("a", .unavoidable("b"))), #"unavoidable("b", from: "a")"#),
      (.reachable(!"b", while: "a"), #"reachable(!"b", while: "a")"#),
      (.unavoidable(.state("b", "a")), #"unavoidable(state("a", "b"))"#),
      (.reachable(.taking("push")), #"reachable(taking("push"))"#),
      (.never(.inside("active") && .final), #"never(inside("active") && final)"#),
      (.never("b", after: .taking("go")), #"never("b", after: taking("go"))"#),
      (.never("b", after: "a", until: "c"), #"never("b", after: "a", until: "c")"#),
      (.neverAgain(.performing("pay")), #"neverAgain(performing("pay"))"#),
      (.neverAgain("a", until: "b" || !.final), #"neverAgain("a", until: "b" || !final)"#),
      (.noCycle(among: "b", "a"), #"noCycle(among: "a", "b")"#),
      (!(.moved && .true), "!(moved && true)"),
      (.always(.next(.false)), "always(next(false))"),
    ] as [(GraphProperty, String)])
  func propertyReadsAsItWasWritten(property: GraphProperty, text: String) {
    #expect(property.description == text)
  }
}
