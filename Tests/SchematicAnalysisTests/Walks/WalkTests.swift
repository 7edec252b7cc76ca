import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct WalkTests {
  private let turnstile = StateGraph(
    states: [],
    transitions: [
      .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "unlock"),
      .init(source: "locked", target: "locked", event: "coin", guard: "not paid", isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
    ],
    rejections: [.init(state: "locked", event: "push", reason: "pay first")],
    initialState: "locked")

  @Test func walkReadsAsTheEventsItSends() throws {
    let walks = turnstile.walks(taking: .everyTransitionAndRejection, resetCost: nil)
    let walk = try #require(walks.first)
    #expect(walks.count == 1)
    #expect(
      walk.description
        == "locked: coin [paid] -> unlocked, push -> locked, coin [not paid] -> locked, "
        + "push -> rejected")
    #expect(walk.events == ["coin", "push", "coin", "push"])
    #expect(walk.end == "locked")
    #expect(walk.prefix(1).end == "unlocked")
  }

  @Test func walkIsMadeByHand() throws {
    let walk = try Walk(from: "unlocked", taking: [turnstile.transitions[2]])
    #expect(walk.description == "unlocked: push -> locked")
  }

  @Test func walkIsNotMadeOfWhatDoesNotFit() {
    let error = #expect(throws: WalkError.self) {
      try Walk(from: "locked", taking: [turnstile.transitions[1], turnstile.transitions[2]])
    }
    #expect(
      error?.description
        == "step 2 of the walk is in state locked, where this does not start: "
        + "unlocked -> locked: push")
  }

  @Test func walkFollowsEventsByTheirLabels() throws {
    let walk = try turnstile.walk(sending: ["coin [not paid]", "coin [paid]", "push"])
    #expect(
      walk.description
        == "locked: coin [not paid] -> locked, coin [paid] -> unlocked, push -> locked")
    #expect(try turnstile.walk(sending: []).end == "locked")
    #expect(try turnstile.walk(sending: ["push"]).description == "locked: push -> rejected")
  }

  @Test func walkIsRepeatedByTheEventsThatItNames() throws {
    let walk = try #require(turnstile.tours(taking: .everyTransitionAndRejection).first)
    let events = try #require(turnstile.events(of: walk))
    #expect(events == ["coin [paid]", "push", "coin [not paid]", "push"])
    #expect(try turnstile.walk(sending: events) == walk)
    let elsewhere = try Walk(from: "unlocked", taking: [turnstile.transitions[2]])
    #expect(turnstile.events(of: elsewhere) == nil)
  }

  @Test(arguments: [
    ["coin [paid]", "coin"]:
      "step 2 of the walk: in state unlocked, the event \"coin\" takes no arrow; it takes \"push\"",
    ["shake"]:
      "step 1 of the walk: in state locked, the event \"shake\" takes no arrow; "
      + "it takes \"coin [paid]\", \"coin [not paid]\"",
    ["coin"]:
      "step 1 of the walk: in state locked, the event \"coin\" takes several arrows; "
      + "write one of \"coin [paid]\", \"coin [not paid]\"",
  ])
  func walkFollowsNoEventThatIsNotOneArrow(events: [String], message: String) {
    let error = #expect(throws: WalkError.self) { try turnstile.walk(sending: events) }
    #expect(error?.description == message)
  }

  @Test func walkTakesCompletionsOnTheWay() throws {
    let graph = StateGraph(
      states: [],
      rules: [
        .init(source: "a", target: "b", trigger: "go"),
        // A machine leaves this state before any event comes.
        .init(source: "b", target: "a", trigger: "back"),
        .init(source: "b", target: "c", trigger: .completion),
        .init(source: "c", target: "d", trigger: .completion, conditions: [.guard("ok")]),
        .init(
          source: "c", target: "a", trigger: .completion, conditions: [.guard("ok", holds: false)]),
      ], initialState: "a")
    #expect(
      try graph.walk(sending: ["go", "completion [not ok]", "go"]).description
        == "a: go -> b, completion -> c, completion [not ok] -> a, go -> b, completion -> c")
    let error = #expect(throws: WalkError.self) { try graph.walk(sending: ["go", "go"]) }
    #expect(
      error?.description.hasSuffix(
        "it takes \"completion [ok]\", \"completion [not ok]\"") == true)
  }

  @Test func graphFindsTheShortestWalk() {
    #expect(turnstile.shortestWalk(to: "unlocked")?.events == ["coin"])
    #expect(turnstile.shortestWalk(to: "locked")?.steps.isEmpty == true)
    #expect(turnstile.shortestWalk(to: "locked", from: "unlocked")?.events == ["push"])
    #expect(turnstile.shortestWalk(to: "nowhere") == nil)
    #expect(turnstile.shortestWalks().map(\.end) == ["locked", "unlocked"])
  }

  @Test func shortestWalkIsAsLongAsTheDistance() {
    Seeds.each(100, shortestWalkIsAsLongAsTheDistance(seed:))
  }

  private func shortestWalkIsAsLongAsTheDistance(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 8)
    var reached: Set<String> = [graph.initialState]
    for distance in 0...graph.states.count {
      for state in graph.states.map(\.identifier) {
        let walk = graph.shortestWalk(to: state)
        #expect((walk.map { $0.steps.count <= distance } ?? false) == reached.contains(state))
      }
      reached.formUnion(graph.transitions.filter { reached.contains($0.source) }.map(\.target))
    }
    #expect(Replay(graph.shortestWalks(), in: graph).mistakes.isEmpty)
  }

  @Test func seedRepeatsItsRandomWalks() { Seeds.each(50, seedRepeatsItsRandomWalks(seed:)) }

  private func seedRepeatsItsRandomWalks(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6)
    let walks = graph.randomWalks(5, length: 20, seed: seed)
    #expect(walks == graph.randomWalks(5, length: 20, seed: seed))
    #expect(walks.count == 5)
    #expect(Replay(walks, in: graph).mistakes.isEmpty)
    let ends = Set(graph.transitions.map(\.source))
    #expect(walks.allSatisfy { $0.steps.count == 20 || !ends.contains($0.end) })
  }

  @Test func randomWalkTakesEveryTransition() {
    let walks = turnstile.randomWalks(1, length: 200, seed: 1)
    #expect(Replay(walks, in: turnstile).transitions == Set(turnstile.transitions))
    #expect(walks != turnstile.randomWalks(1, length: 200, seed: 2))
  }
}
