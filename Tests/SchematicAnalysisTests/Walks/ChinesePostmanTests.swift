import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct ChinesePostmanTests {
  private func bound(_ graph: StateGraph, resetCost: Int) -> Int {
    let names = graph.states.map(\.identifier)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let unreachable = Set(graph.walks(resetCost: nil).unreachable)
    let arcs = graph.transitions.filter { !unreachable.contains($0) }.map {
      (source: numbers[$0.source]!, target: numbers[$0.target]!)
    }
    return PostmanBound(
      nodeCount: names.count, start: numbers[graph.initialState]!, arcs: arcs, resetCost: resetCost
    ).cost
  }

  @Test func walksTakeEveryTransitionAtTheLeastCost() {
    Seeds.each(200, walksTakeEveryTransitionAtTheLeastCost(seed:))
  }

  private func walksTakeEveryTransitionAtTheLeastCost(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 7)
    for resetCost in [0, 1, 3, 1_000] {
      let walks = graph.walks(resetCost: resetCost)
      let replay = Replay(walks, in: graph)
      #expect(replay.mistakes.isEmpty)
      #expect(replay.transitions == Set(graph.transitions).subtracting(walks.unreachable))
      let cost = walks.eventCount + resetCost * max(0, walks.count - 1)
      #expect(cost == bound(graph, resetCost: resetCost))
      #expect(walks.allSatisfy { !$0.steps.isEmpty })
    }
  }

  @Test func walksStartAgainOnlyIfTheyMust() {
    Seeds.each(100, walksStartAgainOnlyIfTheyMust(seed:))
  }

  private func walksStartAgainOnlyIfTheyMust(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 7)
    let walks = graph.walks(resetCost: nil)
    #expect(
      walks.eventCount + 100_000 * max(0, walks.count - 1) == bound(graph, resetCost: 100_000))
    for resetCost in [Int.max, .max / 2, .max / 100] {
      #expect(graph.walks(resetCost: resetCost) == walks)
      #expect(
        graph.walks(taking: .everyPairOfTransitions, resetCost: resetCost)
          == graph.walks(taking: .everyPairOfTransitions, resetCost: nil))
    }
  }

  @Test func walksTakeEveryPairOfTransitions() {
    Seeds.each(100, walksTakeEveryPairOfTransitions(seed:))
  }

  private func walksTakeEveryPairOfTransitions(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 5)
    let walks = graph.walks(taking: .everyPairOfTransitions, resetCost: nil)
    let replay = Replay(walks, in: graph)
    let reachable = graph.transitions.filter { !walks.unreachable.contains($0) }
    var pairs: Set<[StateGraph.Rule]> = []
    for first in reachable {
      for second in reachable where first.target == second.source { pairs.insert([first, second]) }
    }
    #expect(replay.mistakes.isEmpty)
    #expect(Set(replay.pairs.map { $0.map(\.rule) }) == pairs)
    #expect(replay.transitions == Set(reachable))
    #expect(walks.eventCount >= pairs.count)
  }

  @Test func walksSendEveryEventThatIsToBeRejected() {
    Seeds.each(50, walksSendEveryEventThatIsToBeRejected(seed:))
  }

  private func walksSendEveryEventThatIsToBeRejected(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 6)
    let walks = graph.walks(taking: .everyTransitionAndRejection, resetCost: nil)
    let replay = Replay(walks, in: graph)
    let unreachable = Set(walks.unreachableStates.map(\.identifier))
    let rejections = graph.rejections.filter { !unreachable.contains($0.source) }
    #expect(replay.mistakes.isEmpty)
    #expect(replay.transitions == Set(graph.transitions).subtracting(walks.unreachable))
    #expect(replay.taken.count == replay.transitions.count + rejections.count)
  }

  @Test func walksReachEveryState() { Seeds.each(50, walksReachEveryState(seed:)) }

  private func walksReachEveryState(seed: UInt64) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 8)
    let walks = graph.walks(taking: .everyState, resetCost: nil)
    let replay = Replay(walks, in: graph)
    let reached = Set(replay.transitions.map(\.target) + [graph.initialState])
    #expect(replay.mistakes.isEmpty)
    #expect(reached.isDisjoint(with: walks.unreachableStates.map(\.identifier)))
    #expect(reached.count + walks.unreachableStates.count == graph.states.count)
  }

  @Test func walksReportWhatNoneReaches() {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "off", target: "on", event: "press"),
        .init(source: "broken", target: "off", event: "repair"),
      ],
      initialState: "off")
    let walks = graph.walks(resetCost: nil)
    #expect(walks.map(\.description) == ["off: press -> on"])
    #expect(walks.unreachable.map(\.event) == ["repair"])
    #expect(walks.unreachableStates.map(\.identifier) == ["broken"])
  }

  @Test func graphWithoutTransitionsHasNoWalk() {
    let graph = StateGraph(states: [], transitions: [], initialState: "only")
    for goal in WalkGoal.allCases { #expect(graph.walks(taking: goal, resetCost: nil).isEmpty) }
  }

  @Test func transitionThatAssumesNoGuardIsTakenAgain() {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "go", guard: "ready"),
        .init(source: "a", target: "b", event: "jump"),
        .init(source: "b", target: "a", event: "1"), .init(source: "b", target: "a", event: "2"),
        .init(source: "b", target: "a", event: "3"),
      ],
      initialState: "a")
    let steps = graph.walks(resetCost: nil).flatMap(\.steps)
    #expect(steps.count == 6)
    #expect(steps.filter { $0.event == "jump" }.count == 2)
  }
}
