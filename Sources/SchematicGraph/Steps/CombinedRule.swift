/// A step of a machine with several regions, as one rule between configurations.
///
/// ```swift
/// // "drive/pushing, light/off -> drive/riding, light/on: press / mount, shine"
/// ```
///
/// If the graph has no regions, a combined rule is a rule of the graph.
package struct CombinedRule: Hashable, Sendable {
  /// The rule, whose source and target are descriptions of configurations.
  package fileprivate(set) var rule: StateGraph.Rule
  /// The rules of the graph that are taken together, or that refuse the event.
  package let parts: [StateGraph.Rule]
  /// The configuration after the step.
  package let target: Configuration
}

extension GraphSteps {
  /// Returns the steps from a configuration: one for each reaction to an event, timeout or completion.
  package func combinedRules(in configuration: Configuration) -> [CombinedRule] {
    occurrences(in: configuration).flatMap { occurrence in
      reactions(to: occurrence, in: configuration).filter { !$0.isEmpty }.map {
        combined($0, occurrence.trigger, in: configuration)
      }
    }
  }

  /// Returns a reaction as one rule.
  package func combined(
    _ reaction: Reaction, _ trigger: StateGraph.Trigger, in configuration: Configuration
  ) -> CombinedRule {
    let parts = reaction.taken.isEmpty ? reaction.refusals : reaction.taken
    let target = tree.configuration(after: reaction.taken, in: configuration)
    if parts.count == 1, tree.graph.regions.isEmpty {
      return CombinedRule(rule: parts[0], parts: parts, target: target)
    }
    let conditions = (reaction.taken + reaction.refusals).flatMap(\.conditions).filter {
      if case .in = $0 { false } else { true }
    }
    let changes = parts.compactMap(\.change)
    let rule = StateGraph.Rule(
      source: configuration.description, target: target.description, trigger: trigger,
      conditions: conditions.uniqued(), effect: Self.effect(of: parts),
      change: changes.isEmpty ? nil : changes.joined(separator: ", "))
    var combined = CombinedRule(rule: rule, parts: parts, target: target)
    combined.rule.lines = parts.map(\.lines).reduce(into: SourceLines()) { $0.merge($1) }
    return combined
  }

  /// Returns the joint effect of rules that are taken together, or that refuse an event together.
  private static func effect(of parts: [StateGraph.Rule]) -> StateGraph.Effect {
    func joined(_ texts: [String], by separator: String) -> String? {
      texts.isEmpty ? nil : texts.joined(separator: separator)
    }
    let actions = joined(parts.compactMap(\.action), by: ", ")
    if let trap = parts.first(where: \.effect.isTrap) { return trap.effect }
    if parts.contains(where: \.effect.isRefusal) {
      return .rejected(reason: joined(parts.compactMap(\.effect.reason), by: "; "))
    }
    return parts.allSatisfy(\.isInternal) ? .internal(action: actions) : .external(action: actions)
  }
}

extension StateGraph {
  /// Returns the graph of all combinations of the regions' states that a machine reaches.
  ///
  /// ```swift
  /// try StateGraph(Scooter.schema).combined().graph.states.count  // 4
  /// ```
  ///
  /// - Parameter bound: The maximum number of combinations.
  /// - Returns: A graph without regions; this graph if it has none.
  /// - Throws: `UnknownNameError` if there are more than `bound` combinations.
  /// - Complexity: O(*n*) in the number of combinations and of the steps between them.
  package func combined(bound: Int = 10_000) throws(UnknownNameError) -> CombinedGraph {
    try CombinedGraph(of: self, bound: bound)
  }
}

/// A graph whose states are the combinations of regions' states that a machine reaches.
package struct CombinedGraph {
  /// The graph of the combinations, which has no regions.
  package let graph: StateGraph
  /// The tree of the original graph.
  package let tree: ConfigurationTree
  /// The configuration of each state.
  private let configurations: [String: Configuration]
  private let parts: [StateGraph.Rule: [StateGraph.Rule]]

  fileprivate init(of graph: StateGraph, bound: Int) throws(UnknownNameError) {
    let steps = GraphSteps(of: graph)
    tree = steps.tree
    guard !graph.regions.isEmpty else {
      (self.graph, configurations, parts) = (graph, [:], [:])
      return
    }
    var found = [steps.tree.initial]
    var known: [String: Configuration] = [found[0].name: found[0]]
    var rules: [StateGraph.Rule] = []
    var parts: [StateGraph.Rule: [StateGraph.Rule]] = [:]
    var next = 0
    while next < found.count {
      for combined in steps.combinedRules(in: found[next]) {
        let name = combined.target.name
        let rule = combined.rule.moved(from: found[next].name, to: name)
        rules.append(rule)
        parts[rule, default: []] += combined.parts
        guard known[name] == nil else { continue }
        known[name] = combined.target
        found.append(combined.target)
        guard found.count <= bound else {
          throw UnknownNameError(kind: .combination, name: "\(bound)", known: [])
        }
      }
      next += 1
    }
    self.parts = parts
    configurations = known
    var flat = StateGraph(
      states: found.map {
        StateGraph.State(identifier: $0.name, isFinal: steps.isFinal($0))
      }, rules: rules, initialState: found[0].name, isCommitting: graph.isCommitting)
    flat.omission = graph.omission
    self.graph = flat
  }

  /// Returns whether a combination has a state, or is inside a composite state or region.
  package func contains(_ identifier: String, in state: String) -> Bool {
    tree.contains(identifier, in: configurations[state] ?? Configuration([state]))
  }

  /// Returns the innermost states of a combination, without the states around regions.
  package func states(in combination: String) -> [String] {
    configurations[combination]?.states ?? [combination]
  }

  /// Returns the rules of the original graph that a rule between combinations joins.
  package func parts(of rule: StateGraph.Rule) -> [StateGraph.Rule] { parts[rule] ?? [rule] }

  /// Returns the labels of the actions that run when a machine takes a rule between combinations, or, for `nil`,
  /// when it starts.
  ///
  /// Actions with conditions are among them, because they may run.
  package func actions(along rule: StateGraph.Rule?) -> [String] {
    guard let rule else {
      return tree.graph.placedBehaviors
        .filter { $0.behavior.kind == .entry && tree.contains($0.state, in: tree.initial) }
        .flatMap(\.behavior.actions)
    }
    let parts = parts(of: rule)
    let before = configurations[rule.source] ?? tree.configuration(entering: rule.source)
    return parts.flatMap(\.actions)
      + tree.behaviors(along: parts, in: before).flatMap(\.behavior.actions)
  }
}
