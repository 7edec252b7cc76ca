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

  @Test func readsAsTheEventsItSends() throws {
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

  @Test func isMadeByHand() throws {
    let walk = try Walk(from: "unlocked", taking: [turnstile.transitions[2]])
    #expect(walk.description == "unlocked: push -> locked")
  }

  @Test func isNotMadeOfWhatDoesNotFit() {
    let error = #expect(throws: WalkError.self) {
      try Walk(from: "locked", taking: [turnstile.transitions[1], turnstile.transitions[2]])
    }
    #expect(
      error?.description
        == "step 2 of the walk is in state locked, where this does not start: "
        + "unlocked -> locked: push")
  }

  @Test func findsTheShortestWalk() {
    #expect(turnstile.shortestWalk(to: "unlocked")?.events == ["coin"])
    #expect(turnstile.shortestWalk(to: "locked")?.steps.isEmpty == true)
    #expect(turnstile.shortestWalk(to: "locked", from: "unlocked")?.events == ["push"])
    #expect(turnstile.shortestWalk(to: "nowhere") == nil)
    #expect(turnstile.shortestWalks().map(\.end) == ["locked", "unlocked"])
  }

  @Test func findsWalksAsShortAsTheDistance() {
    Seeds.each(100, findsWalksAsShortAsTheDistance(seed:))
  }

  private func findsWalksAsShortAsTheDistance(seed: UInt64) {
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

  @Test func repeatsRandomWalksOfASeed() { Seeds.each(50, repeatsRandomWalksOfASeed(seed:)) }

  private func repeatsRandomWalksOfASeed(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6)
    let walks = graph.randomWalks(5, length: 20, seed: seed)
    #expect(walks == graph.randomWalks(5, length: 20, seed: seed))
    #expect(walks.count == 5)
    #expect(Replay(walks, in: graph).mistakes.isEmpty)
    let ends = Set(graph.transitions.map(\.source))
    #expect(walks.allSatisfy { $0.steps.count == 20 || !ends.contains($0.end) })
  }

  @Test func takesEveryTransitionAtRandom() {
    let walks = turnstile.randomWalks(1, length: 200, seed: 1)
    #expect(Replay(walks, in: turnstile).transitions == Set(turnstile.transitions))
    #expect(walks != turnstile.randomWalks(1, length: 200, seed: 2))
  }
}
