extension Configuration {
  /// Returns the states that a description names.
  static func states(in description: String) -> [String] {
    StateGraph.Condition.parts(of: description, at: separator)
  }
}

/// The tree of a graph's states, to find the states that a machine leaves and enters.
package struct ConfigurationTree {
  package let graph: StateGraph
  let hierarchy: StateHierarchy
  private let positions: [String: Int]
  /// Everything around each state, the innermost first: composite states, regions, and states that
  /// consist of regions.
  private let around: [String: [String]]
  /// The states that transitions enter by history; a machine that leaves one remembers the states inside.
  private let remembered: Set<String>
  private let composites: [String: StateGraph.CompositeState]

  /// Creates the tree of a graph.
  ///
  /// - Complexity: O(*n*) in the number of states and rules, and in the depth of nesting.
  package init(of graph: StateGraph) {
    self.graph = graph
    let hierarchy = StateHierarchy(of: graph)
    self.hierarchy = hierarchy
    positions = Dictionary(
      uniqueKeysWithValues: graph.states.enumerated().map { ($1.identifier, $0) })
    let regions = Dictionary(firstOf: graph.regions.map { ($0.identifier, $0) })
    func outside(_ state: String) -> [String] {
      let region = hierarchy.region(of: state)
      let owner = region.flatMap { regions[$0]?.parent }
      return hierarchy.ancestors(of: state) + (region.map { [$0] } ?? [])
        + (owner.map { [$0] + outside($0) } ?? [])
    }
    around = Dictionary(firstOf: graph.states.map { ($0.identifier, outside($0.identifier)) })
    composites = Dictionary(firstOf: graph.composites.map { ($0.identifier, $0) })
    remembered = Set(graph.transitions.filter { $0.entry == .history }.map(\.target))
  }

  /// Returns the actions on entry and exit, the tasks and the timeouts of a state or composite state.
  func behaviors(of identifier: String) -> [StateGraph.StateBehavior] {
    positions[identifier].map { graph.states[$0].behaviors }
      ?? composites[identifier]?.behaviors ?? []
  }

  /// The configuration in which a machine starts.
  package var initial: Configuration {
    let outermost = hierarchy.regions(of: nil)
    return Configuration(
      outermost.isEmpty
        ? states(entering: graph.initialState, .initial, [:])
        : outermost.flatMap { states(entering: $0.initialState, .initial, [:]) })
  }

  /// Returns the configuration with a description, or `nil` if the graph lacks one of the named states.
  package func configuration(named description: String) -> Configuration? {
    if positions[description] != nil { return Configuration([description]) }
    let states = Configuration.states(in: description)
    return states.allSatisfy { positions[$0] != nil } ? Configuration(states) : nil
  }

  /// Returns whether a machine is in a state, composite state or region.
  package func contains(_ identifier: String, in configuration: Configuration) -> Bool {
    configuration.states.contains { isInside($0, identifier) }
  }

  private func isInside(_ state: String, _ identifier: String) -> Bool {
    state == identifier || around[state]?.contains(identifier) == true
  }

  /// Returns the active state of a region, or for `nil`, of the machine around all regions.
  func state(of region: String?, in configuration: Configuration) -> String? {
    for state in configuration.states {
      if hierarchy.region(of: state) == region { return state }
      for outer in around[state] ?? []
      where positions[outer] != nil && hierarchy.region(of: outer) == region { return outer }
    }
    return nil
  }
}

// MARK: - Moving

extension ConfigurationTree {
  /// Returns the innermost states that are entered with a state.
  private func states(
    entering state: String, _ entry: StateGraph.Entry, _ memories: [String: [String]]
  ) -> [String] {
    let regions = hierarchy.regions(of: state)
    guard !regions.isEmpty else { return [state] }
    if entry == .history, let memory = memories[state] { return memory }
    return regions.flatMap { region in
      // If nothing is remembered, the regions start in their initial states.
      states(entering: start(of: region, entry), entry == .history ? .initial : entry, memories)
    }
  }

  private func start(of region: StateGraph.Region, _ entry: StateGraph.Entry) -> String {
    guard case .states(let states) = entry else { return region.initialState }
    // If a given state is in an inner region, `region` starts in its own state around that state.
    return states.lazy.compactMap { state in
      ([state] + (around[state] ?? [])).first { outer in
        positions[outer] != nil && hierarchy.region(of: outer) == region.identifier
      }
    }.first ?? region.initialState
  }

  /// Returns the configuration of a machine in a state whose regions are in their initial states.
  func configuration(entering state: String) -> Configuration {
    Configuration(states(entering: state, .initial, [:]))
  }

  /// Returns the configuration after some rules are taken together.
  package func configuration(
    after rules: [StateGraph.Rule], in configuration: Configuration
  ) -> Configuration {
    var next = configuration
    for rule in rules
    where !rule.effect.isRefusal && (!rule.isInternal || rule.source != rule.target) {
      let left = hierarchy.level(of: rule).state
      let inside = next.states.filter { isInside($0, left) }
      for state in remembered where isInside(state, left) && contains(state, in: configuration) {
        next.memories[state] = configuration.states.filter { isInside($0, state) }
      }
      next.states.removeAll(where: inside.contains)
      next.states += states(entering: rule.target, rule.entry, next.memories)
    }
    next.states.sort { positions[$0, default: 0] < positions[$1, default: 0] }
    return next
  }

  /// Returns the states and composite states that a machine leaves when it takes some rules together, in
  /// the order of their exit actions.
  func left(by rules: [StateGraph.Rule], in configuration: Configuration) -> [String] {
    rules.reversed().flatMap { rule -> [String] in
      guard !rule.isInternal, !rule.effect.isRefusal else { return [] }
      let state = hierarchy.level(of: rule).state
      let shared = shared(state, rule.target)
      return leaving(state, in: configuration)
        + hierarchy.ancestors(of: state).filter { !shared.contains($0) }
    }
  }

  /// Returns the states and composite states that a machine enters when it takes some rules together, in
  /// the order of their entry actions.
  ///
  /// `configuration` is the configuration after the rules were taken.
  func entered(by rules: [StateGraph.Rule], in configuration: Configuration) -> [String] {
    rules.flatMap { rule -> [String] in
      guard !rule.isInternal, !rule.effect.isRefusal else { return [] }
      let shared = shared(hierarchy.level(of: rule).state, rule.target)
      return hierarchy.ancestors(of: rule.target).reversed().filter { !shared.contains($0) }
        + leaving(rule.target, in: configuration).reversed()
    }
  }

  /// Returns the composite states that are around both states.
  private func shared(_ one: String, _ other: String) -> Set<String> {
    Set(hierarchy.ancestors(of: one)).intersection(hierarchy.ancestors(of: other))
  }

  /// Returns a state, and before it the active states inside: the last region first, and inner states
  /// before outer ones.
  private func leaving(_ state: String, in configuration: Configuration) -> [String] {
    hierarchy.regions(of: state).reversed().flatMap { region -> [String] in
      guard let inner = self.state(of: region.identifier, in: configuration) else { return [] }
      return leaving(inner, in: configuration) + hierarchy.ancestors(of: inner)
    } + [state]
  }
}

extension ConfigurationTree {
  /// Returns the entry and exit actions and the tasks that run when a machine takes transitions.
  ///
  /// ```swift
  /// let tree = ConfigurationTree(of: graph)
  /// tree.behaviors(along: [graph.transitions[0]], in: tree.initial).map(\.description)
  /// // ["idle: exit / wake up", "loading: entry / show spinner", "loading: do / download"]
  /// ```
  ///
  /// An external transition always leaves its source, with everything inside, and enters its target. It
  /// also leaves the composite states around its source, and enters the composite states around its
  /// target, except if they are around both. An internal transition leaves and enters nothing.
  ///
  /// - Parameters:
  ///   - rules: The transitions that are taken together, in the order of the regions.
  ///   - configuration: The configuration before the transitions.
  /// - Returns: The exit actions, of the last region and the innermost state first; then the entry actions,
  ///   of the first region and the outermost state first; then the tasks that begin.
  /// - Complexity: O(*n*) in the number of states and composite states.
  package func behaviors(
    along rules: [StateGraph.Rule], in configuration: Configuration
  ) -> [StateGraph.PlacedBehavior] {
    guard graph.hasBehaviors else { return [] }
    let after = self.configuration(after: rules, in: configuration)
    let entered = entered(by: rules, in: after)
    // A final state begins no task.
    let finals = Set(graph.states.filter(\.isFinal).map(\.identifier))
    return placed(.exit, of: left(by: rules, in: configuration)) + placed(.entry, of: entered)
      + placed(.task, of: entered.filter { !finals.contains($0) })
  }

  /// Returns the behaviors that run when a machine takes one transition, with the regions inside its source
  /// in their initial states.
  package func behaviors(along rule: StateGraph.Rule) -> [StateGraph.PlacedBehavior] {
    behaviors(along: [rule], in: configuration(entering: rule.source))
  }

  private func placed(
    _ kind: StateGraph.StateBehavior.Kind, of states: [String]
  ) -> [StateGraph.PlacedBehavior] {
    states.flatMap { state in
      behaviors(of: state).filter { $0.kind == kind }.map { .init(state: state, behavior: $0) }
    }
  }
}
