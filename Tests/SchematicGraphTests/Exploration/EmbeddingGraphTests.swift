import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// The graph of an embedded machine is that of the machine alone.
@Suite struct EmbeddingGraphTests {
  private enum Deep: CaseIterable, Graphable { case x, y }
  private enum Inner: Graphable {
    case a, b
    case c(Deep)
    static var graphCases: [Inner] { [.a, .b] + Deep.allCases.map { .c($0) } }

    var index: Int {
      switch self {
      case .a: 0
      case .b: 1
      case .c(.x): 2
      case .c(.y): 3
      }
    }
  }
  private enum Outer: Graphable {
    case off, broken
    case on(Inner)
    static var graphCases: [Outer] { [.off, .broken] + Inner.graphCases.map { .on($0) } }
  }
  private enum Event: Int, CaseIterable, Graphable { case one, two, three }

  private typealias InnerSchema = StateMachineSchema<Inner, Event, Void>
  private typealias OuterSchema = StateMachineSchema<Outer, Event, Void>

  private enum Answer { case ignored, moves(Inner), guarded(Inner), stays, rejected }

  private static func inner(using random: inout SplitMix64) -> InnerSchema {
    let answers = (0..<4).map { _ in
      Event.allCases.map { _ -> Answer in
        let state = Inner.graphCases.randomElement(using: &random) ?? .a
        return switch Int.random(in: 0..<8, using: &random) {
        case 0...2: .moves(state)
        case 3: .guarded(state)
        case 4: .stays
        case 5: .rejected
        default: .ignored
        }
      }
    }
    var schema = InnerSchema(initialState: .a) { state, event, when in
      switch answers[state.index][event.rawValue] {
      case .ignored: return .ignored
      case .moves(let next): return .to(next, "go")
      case .guarded(let next): return when("free") { _ in true } ? .to(next) : .stay("wait")
      case .stays: return .stay("beep")
      case .rejected: return .rejected("no")
      }
    }
    func states() -> @Sendable (Inner) -> Bool {
      let chosen = (0..<4).map { _ in Bool.random(using: &random) }
      return { chosen[$0.index] }
    }
    let (entry, exit, work, timeout) = (states(), states(), states(), states())
    schema =
      schema
      .states { entry($0) ? .entry("light") { _ in } : .none }
      .states(level: 1) { if case .c = $0 { .exit("leave") { _ in } } else { .none } }
      .states { exit($0) ? .exit("dim") { _ in } : .none }
      .states { work($0) ? .task("spin") { _, _ in } : .none }
      .states { timeout($0) ? .after(.seconds(1), send: .two) : .none }
    guard Int.random(in: 0..<4, using: &random) == 0 else { return schema }
    let last = Int.random(in: 1..<4, using: &random)
    return schema.states { $0.index == last ? .final : .none }
  }

  private static func outer(using random: inout SplitMix64) -> OuterSchema {
    let entered = Event.allCases.map { _ in Inner.graphCases.randomElement(using: &random) ?? .a }
    let leaving = Event.allCases.map { _ in Int.random(in: 0..<3, using: &random) }
    return OuterSchema(initialState: .off) { state, event in
      switch state {
      case .off: return .to(.on(entered[event.rawValue]))
      case .on:
        return leaving[event.rawValue] == 0
          ? .ignored : .to(leaving[event.rawValue] == 1 ? .off : .broken, "leave")
      case .broken: return .to(.off)
      }
    }
    .states(level: 1) { if case .on = $0 { .entry("power") { _ in } } else { .none } }
  }

  /// Returns the part of a graph that lies inside a composite state.
  private func restriction(
    of graph: StateGraph, to composite: String, startingIn initialState: String
  ) -> StateGraph {
    let prefix = composite + "."
    func inside(_ identifier: String) -> String { String(identifier.dropFirst(prefix.count)) }
    func parent(_ identifier: String?) -> String? {
      identifier.flatMap { $0 == composite ? nil : inside($0) }
    }
    return StateGraph(
      states: graph.states.filter { $0.identifier.hasPrefix(prefix) }.map { state in
        var state = state
        state.identifier = inside(state.identifier)
        state.parent = parent(state.parent)
        // What is final inside completes the state around it.
        (state.isFinal, state.completion) = (state.completion != nil, nil)
        return state
      },
      composites: graph.composites.filter { $0.identifier.hasPrefix(prefix) }.map { state in
        var state = state
        state.identifier = inside(state.identifier)
        state.parent = parent(state.parent)
        return state
      },
      rules: graph.rules.compactMap { rule in
        // The outer rules may handle what the inner ones ignore.
        guard rule.source.hasPrefix(prefix), rule.target.hasPrefix(prefix),
          rule.effect != .ignored
        else { return nil }
        var rule = rule
        rule.source = inside(rule.source)
        rule.target = inside(rule.target)
        return rule
      },
      initialState: initialState)
  }

  @Test func embeddedGraphIsTheInnerOneInsideTheCompositeState() {
    for seed in Seeds.first(50) {
      var random = SplitMix64(seed: seed)
      let inner = Self.inner(using: &random)
      let outer = Self.outer(using: &random)
      let graph = StateGraph(outer.embedding(inner, in: Outer.on))
      let whole = StateGraph(inner)
      let expected = StateGraph(
        states: whole.states, composites: whole.composites,
        rules: whole.rules.filter { $0.effect != .ignored }, initialState: whole.initialState)
      let found = restriction(of: graph, to: "on", startingIn: expected.initialState)
      #expect(found == expected, "SEED=\(seed) \(found.diff(from: expected))")
      // Around it all is as it was, and what the inner rules ignore is there, too.
      guard seed % 5 == 0 else { continue }
      let plain = StateGraph(outer)
      #expect(
        graph.rules.filter { !$0.source.hasPrefix("on.") }
          == plain.rules.filter { !$0.source.hasPrefix("on.") }, "SEED=\(seed)")
      let ignored = plain.rules.filter { rule in
        rule.source.hasPrefix("on.")
          && !expected.rules.contains { "on.\($0.source)" == rule.source && $0.event == rule.event }
          && expected.states.contains { "on.\($0.identifier)" == rule.source && !$0.isFinal }
      }
      #expect(Set(ignored).isSubset(of: graph.rules), "SEED=\(seed)")
    }
  }
}
