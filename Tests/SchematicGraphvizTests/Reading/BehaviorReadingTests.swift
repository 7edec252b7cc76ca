import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// What is done because of a state reads back from the text of a diagram.
@Suite(.enabled(if: Graphviz.isBuilt)) struct BehaviorReadingTests {
  private typealias Behavior = StateGraph.StateBehavior

  private static let words = [
    "entry", "exit", "do", "(unnamed)", "entry / x", "do / ", "entry ", "after 3 s", "3 s",
  ]

  private static func text(using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: words.randomElement(using: &random) ?? ""
    case 1: AdversarialText.random(using: &random)
    default: AdversarialText.short.randomElement(using: &random) ?? ""
    }
  }

  private static func behaviors(using random: inout SplitMix64) -> [Behavior] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Behavior(
        Behavior.Kind.allCases.randomElement(using: &random) ?? .entry,
        Int.random(in: 0..<4, using: &random) == 0 ? nil : text(using: &random))
    }
  }

  /// Returns a random nested graph with behaviors, and with rules that look like some.
  private static func graph(using random: inout SplitMix64, seed: UInt64) -> StateGraph {
    let graph = StateGraph.randomNested(seed: seed)
    let states = graph.states.map { state in
      var state = state
      state.behaviors = behaviors(using: &random)
      if Bool.random(using: &random) { state.label = text(using: &random) }
      return state
    }
    let composites = graph.composites.map { composite in
      var composite = composite
      composite.behaviors = behaviors(using: &random)
      if Bool.random(using: &random) { composite.label = text(using: &random) }
      return composite
    }
    let alike = graph.states.filter { !$0.isFinal }.flatMap { state -> [StateGraph.Rule] in
      let outcomes: [StateGraph.Rule.Outcome] = [
        .stays(as: state.identifier, action: text(using: &random)),
        .stays(as: state.identifier), .rejected(reason: text(using: &random)), .rejected(),
      ]
      return outcomes.shuffled(using: &random).prefix(2).map {
        StateGraph.Rule(
          state: state.identifier, event: text(using: &random),
          guard: Bool.random(using: &random) ? "paid" : nil, outcome: $0)
      }
    }
    return StateGraph(
      states: states, composites: composites, rules: graph.rules + alike,
      initialState: graph.initialState)
  }

  @Test(arguments: Seeds.first(500))
  func readsBackWhateverTheText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Self.graph(using: &random, seed: seed)
    graph.isCommitting = seed.isMultiple(of: 2)
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
    #expect(read.fingerprint == graph.fingerprint, "SEED=\(seed)")
  }

  @Test(arguments: Seeds.first(100))
  func readsBackWhateverIsShown(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Self.graph(using: &random, seed: seed)
    graph.isCommitting = seed.isMultiple(of: 2)
    var style = DiagramStyle()
    style.labels = DiagramLabels(rawValue: Int.random(in: 0..<64, using: &random))
    let read = try StateGraph(dot: graph.dot(style: style))
    #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
  }

  @Test(arguments: Seeds.first(50))
  func readsBackBehaviorsOfRegions(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let regions = ["x", "y"].map {
      StateGraph.Region(name: $0, graph: Self.graph(using: &random, seed: seed))
    }
    var graph = StateGraph(regions: regions)
    graph.isCommitting = seed.isMultiple(of: 2)
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph, "SEED=\(seed)")
    #expect(read.regions.map(\.graph) == regions.map(\.graph), "SEED=\(seed)")
  }

  @Test(arguments: ["entry", "exit", "do"])
  func tellsEventsFromBehaviors(event: String) throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", behaviors: [.init(.entry, "y")])],
      transitions: [.init(source: "a", target: "a", event: event, action: "x", isInternal: true)],
      initialState: "a")
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph)
    #expect(read.transitions.map(\.event) == [event])
  }

  @Test func drawsTheLines() throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: "c", behaviors: [.init(.entry, "light on")])],
      composites: [.init(identifier: "c", behaviors: [.init(.task, "count visitors")])],
      transitions: [], initialState: "a")
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.contains("entry / light on"))
    #expect(svg.contains("do / count visitors"))
  }
}
