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
      let kind = Behavior.Kind.allCases.randomElement(using: &random) ?? .entry
      if kind == .timeout {
        return Behavior(after: .seconds(Int.random(in: 0...9, using: &random)))
      }
      return Behavior(
        kind, Int.random(in: 0..<4, using: &random) == 0 ? nil : text(using: &random),
        if: Bool.random(using: &random) ? [.payload("a = 1")] : [])
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
      let effects: [StateGraph.Effect] = [
        .internal(action: text(using: &random)), .internal(),
        .rejected(reason: text(using: &random)), .rejected(),
      ]
      return effects.shuffled(using: &random).prefix(2).map {
        StateGraph.Rule(
          source: state.identifier, trigger: .event(text(using: &random)),
          conditions: Bool.random(using: &random) ? [.guard("paid")] : [], effect: $0)
      }
    }
    return StateGraph(
      states: states, composites: composites, rules: graph.rules + alike,
      initialState: graph.initialState)
  }

  @Test func behaviorIsReadBackWhateverItsText() throws {
    try Seeds.each(500, behaviorIsReadBackWhateverItsText(seed:))
  }

  private func behaviorIsReadBackWhateverItsText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Self.graph(using: &random, seed: seed)
    graph.isCommitting = seed.isMultiple(of: 2)
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
    #expect(read.fingerprint == graph.fingerprint, "SEED=\(seed)")
  }

  @Test func behaviorIsReadBackWhateverIsShown() throws {
    try Seeds.each(100, behaviorIsReadBackWhateverIsShown(seed:))
  }

  private func behaviorIsReadBackWhateverIsShown(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = Self.graph(using: &random, seed: seed)
    graph.isCommitting = seed.isMultiple(of: 2)
    var style = DiagramStyle()
    style.labels = DiagramLabels(rawValue: Int.random(in: 0..<64, using: &random))
    let read = try StateGraph(dot: graph.dot(style: style))
    #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
  }

  @Test func behaviorsOfRegionsAreReadBack() throws {
    try Seeds.each(50, behaviorsOfRegionsAreReadBack(seed:))
  }

  private func behaviorsOfRegionsAreReadBack(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var graph = StateGraph.sideBySide(
      ["x", "y"].map { ($0, Self.graph(using: &random, seed: seed)) })
    graph.isCommitting = seed.isMultiple(of: 2)
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph.inRecordedOrder, "SEED=\(seed)")
  }

  @Test(arguments: ["entry", "exit", "do"])
  func eventsAreToldFromBehaviors(event: String) throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", behaviors: [.init(.entry, "y")])],
      transitions: [.init(source: "a", target: "a", event: event, action: "x", isInternal: true)],
      initialState: "a")
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph)
    #expect(read.transitions.map(\.event) == [event])
  }

  @Test func behaviorsAreDrawnAsLines() throws {
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: "c", behaviors: [.init(.entry, "light on")])],
      composites: [.init(identifier: "c", behaviors: [.init(.task, "count visitors")])],
      transitions: [], initialState: "a")
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.contains("entry / light on"))
    #expect(svg.contains("do / count visitors"))
  }
}
