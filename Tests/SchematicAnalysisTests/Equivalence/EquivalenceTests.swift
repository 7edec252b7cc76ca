import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct EquivalenceTests {
  /// Returns two graphs of which about half behave alike: one is the other with its states renamed,
  /// doubled, and sometimes changed in one place.
  private func pair(seed: UInt64, isDeterministic: Bool) -> (StateGraph, StateGraph) {
    var random = RandomGraph(seed: seed)
    let graph = random.next(states: 4, events: ["a", "b"], isDeterministic: isDeterministic)
    switch seed % 4 {
    case 0:
      return (graph, random.next(states: 4, events: ["a", "b"], isDeterministic: isDeterministic))
    case 1:
      return (graph, random.disguised(graph))
    default:
      return (graph, random.changed(random.disguised(graph)))
    }
  }

  @Test func equivalenceAgreesWithTheComparisonOfAllWords() throws {
    let seeds = Seeds.first(1_000)
    var differences = 0
    for seed in seeds {
      let (one, other) = pair(seed: seed, isDeterministic: true)
      // States that n events cannot tell apart, no event can, where there are n states in all.
      #expect(one.states.count + other.states.count <= 9)
      let length = EveryWord(one).firstDifference(from: EveryWord(other), upTo: 8)
      let trace = try one.distinguishingTrace(from: other)
      #expect((trace == nil) == (length == nil), "seed \(seed)")
      if length != nil { differences += 1 }
      guard let trace, let length else { continue }
      var count = trace.walk.steps.count
      if let rule = trace.rule, !rule.effect.isRejection { count += 1 }
      #expect(count == length, "seed \(seed)")
      #expect(trace.walk.events == trace.otherWalk.events, "seed \(seed)")
      #expect(Replay([trace.walk], in: one).mistakes.isEmpty, "seed \(seed)")
      #expect(Replay([trace.otherWalk], in: other).mistakes.isEmpty, "seed \(seed)")
    }
    let (least, most) = (seeds.count * 3 / 10, seeds.count * 7 / 10)
    #expect(seeds.count == 1 || (least...most).contains(differences))
  }

  @Test func equivalenceAgreesWithTheLargestBisimulation() throws {
    for seed in Seeds.first(400) {
      let (one, other) = pair(seed: seed, isDeterministic: false)
      let naive = NaiveBisimulation(one, other).pairs
      let isAlike = naive.contains([one.initialState, other.initialState])
      let trace = try one.distinguishingTrace(from: other)
      #expect((trace == nil) == isAlike, "seed \(seed)")
      guard let trace else { continue }
      #expect(Replay([trace.walk], in: one).mistakes.isEmpty, "seed \(seed)")
      #expect(Replay([trace.otherWalk], in: other).mistakes.isEmpty, "seed \(seed)")
      #expect(!naive.contains([trace.walk.end, trace.otherWalk.end]), "seed \(seed)")
    }
  }

  @Test func minimizedGraphIsEquivalentAndMinimal() throws {
    try Seeds.each(200, minimizedGraphIsEquivalentAndMinimal(seed:))
  }

  private func minimizedGraphIsEquivalentAndMinimal(seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    let graph = random.disguised(random.next(states: 5))
    let minimal = graph.minimized()
    #expect(try minimal.distinguishingTrace(from: graph) == nil)
    #expect(minimal.minimized() == minimal)
    let naive = NaiveBisimulation(minimal, minimal).pairs
    #expect(naive.allSatisfy { $0[0] == $0[1] })
    #expect(minimal.walks(resetCost: nil).unreachableStates.isEmpty)
  }

  private func door(_ transitions: [StateGraph.Rule]) -> StateGraph {
    StateGraph(states: [], transitions: transitions, initialState: "a")
  }

  @Test func traceSaysHowToTellGraphsApart() throws {
    let one = door([
      .init(source: "a", target: "b", event: "push", action: "squeak"),
      .init(source: "b", target: "a", event: "pull", guard: "oiled"),
    ])
    let other = door([
      .init(source: "a", target: "b", event: "push", action: "squeak"),
      .init(source: "b", target: "a", event: "pull", guard: "not oiled"),
    ])
    let trace = try one.distinguishingTrace(from: other)
    #expect(
      trace?.description
        == "after push / squeak: only this graph takes pull [oiled]")
    #expect(trace?.walk.events == ["push"])
  }

  @Test func equivalenceLooksAtRejectionsAndAtFinalStates() throws {
    let push = StateGraph.Rule(source: "a", target: "b", event: "push")
    let plain = StateGraph(states: [], transitions: [push], initialState: "a")
    let final = StateGraph(
      states: [.init(identifier: "b", isFinal: true)], transitions: [push], initialState: "a")
    let strict = StateGraph(
      states: [], transitions: [push],
      rejections: [.init(state: "b", event: "push", reason: "it is open")], initialState: "a")
    #expect(
      try plain.distinguishingTrace(from: final)?.description
        == "after push: only the other graph is finished")
    #expect(
      try strict.distinguishingTrace(from: plain)?.description
        == "after push: only this graph says b: push / rejected: it is open")
    #expect(try plain.distinguishingTrace(from: plain) == nil)
  }

  @Test func comparisonSaysIfThereAreTooManyCombinationsToCompare() throws {
    let places = ["a"] + (1...100).map { "\($0)" }
    let ring = door(
      zip(places, places[1...] + ["a"]).map { .init(source: $0, target: $1, event: "turn") })
    let dials = StateGraph.sideBySide(
      (1...2).map { number in
        let rules = ring.rules.map {
          StateGraph.Rule(source: $0.source, target: $0.target, event: "turn \(number)")
        }
        return ("dial \(number)", door(rules))
      })
    let error = #expect(throws: UnknownNameError.self) {
      try dials.distinguishingTrace(from: ring)
    }
    #expect(
      error?.description
        == "the regions have more than 10000 combinations of states; check the graphs of single regions"
    )
  }

  @Test func graphsThatDifferInAChoiceAreToldApart() throws {
    // The same words, and yet the second graph has chosen before it is asked.
    let late = door([
      .init(source: "a", target: "b", event: "coin"), .init(source: "b", target: "c", event: "tea"),
      .init(source: "b", target: "c", event: "soup"),
    ])
    let early = door([
      .init(source: "a", target: "b1", event: "coin"),
      .init(source: "a", target: "b2", event: "coin"),
      .init(source: "b1", target: "c", event: "tea"),
      .init(source: "b2", target: "c", event: "soup"),
    ])
    let trace = try late.distinguishingTrace(from: early)
    #expect(trace?.description == "after coin: only this graph takes soup")
    #expect(trace?.otherWalk.end == "b1")
  }

  @Test func statesThatBehaveAlikeAreMerged() {
    let graph = door([
      .init(source: "a", target: "b", event: "go"), .init(source: "b", target: "c", event: "go"),
      .init(source: "c", target: "b", event: "go"), .init(source: "d", target: "a", event: "stop"),
    ])
    #expect(graph.equivalentStates.map { $0.map(\.identifier) } == [["a", "b", "c"]])
    #expect(graph.minimized().description == ["a -> a: go"])
  }
}

extension StateGraph {
  /// The transitions, a line each.
  fileprivate var description: [String] { transitions.map(\.description) }
}
