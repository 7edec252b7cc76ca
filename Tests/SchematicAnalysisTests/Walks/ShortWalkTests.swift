import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct ShortWalkTests {
  private let turnstile = StateGraph(
    states: [],
    transitions: [
      .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "unlock"),
      .init(source: "locked", target: "locked", event: "coin", guard: "not paid", isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
    ],
    rejections: [.init(state: "locked", event: "push", reason: "pay first")],
    initialState: "locked")

  @Test func walkIsNamedAfterAStateAndWhatItTakesThere() {
    let walks = turnstile.walks(taking: .everyTransitionAndRejection)
    #expect(
      walks.map(\.purpose) == ["locked: coin [not paid], push, coin [paid]", "unlocked: push"])
    #expect(
      walks.map(\.description) == [
        "locked: coin [not paid] -> locked, push -> rejected, coin [paid] -> unlocked",
        "locked: coin [paid] -> unlocked, push -> locked",
      ])
    #expect(turnstile.tours().map(\.purpose) == [nil])
  }

  @Test func walkIsNamedAfterTheArrowThatOthersFollow() {
    #expect(
      turnstile.walks(taking: .everyPairOfTransitions).map(\.purpose) == [
        "after coin [paid] in locked: push",
        "after coin [not paid] in locked: coin [not paid], coin [paid]",
        "after push in unlocked: coin [paid], coin [not paid]",
      ])
    #expect(turnstile.walks(taking: .everyState).map(\.purpose) == ["reaches unlocked"])
  }

  @Test func aPurposeNamesSixEventsAtMost() {
    let graph = StateGraph(
      states: [],
      transitions: (1...8).map {
        .init(source: "a", target: "a", event: "\($0)", isInternal: true)
      },
      initialState: "a")
    #expect(graph.walks().map(\.purpose) == ["a: 1, 2, 3, 4, 5, 6 and 2 more"])
    #expect(graph.walks(ofAtMost: 6).map(\.purpose) == ["a: 1, 2, 3, 4, 5, 6", "a: 7, 8"])
  }

  @Test func walksToPlacesFarAwayShareTheirWay() {
    let graph = StateGraph(
      states: [],
      transitions: (0..<40).map { .init(source: "\($0)", target: "\($0 + 1)", event: "next") },
      initialState: "0")
    let walks = graph.walks()
    #expect(walks.map(\.steps.count) == Array(1...30) + [40])
    #expect(walks.last?.purpose == "more than 30 steps away: next")
  }

  @Test(arguments: [1, 4, 30]) func walksTakeEveryTransitionAndRejection(bound: Int) {
    Seeds.each(100) { seed in
      var random = RandomGraph(seed: seed)
      let graph = random.next(states: 7)
      let goal = WalkGoal.everyTransitionAndRejection
      let walks = graph.walks(taking: goal, ofAtMost: bound)
      let replay = Replay(walks, in: graph)
      #expect(replay.mistakes.isEmpty)
      #expect(replay.taken == Replay(graph.tours(taking: goal), in: graph).taken)
      #expect(walks.allSatisfy { !$0.steps.isEmpty && $0.purpose != nil })
      #expect(Set(walks.map(\.purpose)).count == walks.count)
      let near = walks.filter { $0.purpose?.hasPrefix("more than") == false }
      #expect(near.allSatisfy { $0.steps.count <= bound })
      if bound == 30 { #expect(near.count == walks.count) }
      #expect(walks == graph.walks(taking: goal, ofAtMost: bound))
    }
  }

  @Test func walksTakeEveryPairOfTransitions() {
    Seeds.each(50) { seed in
      var random = RandomGraph(seed: seed)
      let graph = random.next(states: 5)
      let goal = WalkGoal.everyPairOfTransitions
      let walks = graph.walks(taking: goal)
      let replay = Replay(walks, in: graph)
      let tours = Replay(graph.tours(taking: goal), in: graph)
      #expect(replay.mistakes.isEmpty)
      #expect(replay.pairs.isSuperset(of: tours.pairs))
      #expect(replay.taken == tours.taken)
      #expect(walks.allSatisfy { $0.steps.count <= 30 })
    }
  }

  @Test func walksReachEveryState() {
    Seeds.each(50) { seed in
      var random = RandomGraph(seed: seed)
      let graph = random.next(states: 8)
      let walks = graph.walks(taking: .everyState)
      let reached = Set(walks.flatMap { $0.steps.map(\.target) } + [graph.initialState])
      let unreachable = graph.walks(taking: .everyState, resetCost: nil).unreachableStates
      #expect(reached.count + unreachable.count == graph.states.count)
    }
  }

  @Test func walksNameTheStatesOfARegionThatTheyDoNotReach() {
    let broken = StateGraph(
      states: turnstile.states + [.init(identifier: "broken")], rules: turnstile.rules,
      initialState: turnstile.initialState)
    let graph = StateGraph.sideBySide([("left", broken), ("right", turnstile)])
    let walks = graph.walks(taking: .everyState, resetCost: nil)
    #expect(walks.unreachableStates.map(\.identifier) == ["left/broken"])
  }

  @Test func walksTakeAnArrowOfARegionOnce() {
    let graph = StateGraph.sideBySide([("left", turnstile), ("right", turnstile)])
    let walks = graph.walks()
    let taken = walks.flatMap(\.steps).flatMap(\.parts)
    #expect(Set(taken) == Set(graph.transitions))
    // Both regions hear each event, so that a walk takes the arrows of both.
    #expect(walks.allSatisfy { $0.steps.count <= 3 })
    #expect(walks.map(\.purpose).first == "left/locked: coin [not paid], coin [paid]")
  }
}
