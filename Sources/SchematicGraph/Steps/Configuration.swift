/// The states that a machine is in at the same time: one in each region that it has then.
///
/// A machine without regions is in a single state.
package struct Configuration: Hashable, Sendable {
  /// The identifiers of the states, in the order of the graph, without those that consist of regions.
  package var states: [String]

  /// The states in which the regions of some states were left, for the transitions that lead back there.
  var memories: [String: [String]] = [:]

  /// Creates a configuration.
  ///
  /// - Parameter states: The identifiers of the states.
  package init(_ states: [String]) { self.states = states }
}

extension Configuration {
  /// A name that tells configurations apart: the states, and what is remembered.
  var name: String {
    let memories = memories.sorted { $0.key < $1.key }.map { state, inside in
      "\(state) was \(inside.joined(separator: ", "))"
    }
    return memories.isEmpty ? description : "\(description) (\(memories.joined(separator: "; ")))"
  }
}

extension Configuration: CustomStringConvertible {
  private static let separator = ", "

  /// The identifiers of the states, separated by commas.
  package var description: String { states.joined(separator: Self.separator) }

  /// Returns the states that a description names.
  static func states(in description: String) -> [String] {
    StateGraph.Condition.parts(of: description, at: separator)
  }
}

/// The places of a graph's states in its tree, and what a machine leaves and enters on its way.
package struct ConfigurationTree {
  package let graph: StateGraph
  let hierarchy: StateHierarchy
  private let positions: [String: Int]
  /// Everything around each state, the innermost first: composite states, regions, and states that
  /// consist of regions.
  private let around: [String: [String]]
  private let regions: [String: StateGraph.Region]
  /// The states whose regions are remembered when they are left.
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
    let regions = Dictionary(
      graph.regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    self.regions = regions
    func outside(_ state: String) -> [String] {
      let region = hierarchy.region(of: state)
      let owner = region.flatMap { regions[$0]?.parent }
      return hierarchy.ancestors(of: state) + (region.map { [$0] } ?? [])
        + (owner.map { [$0] + outside($0) } ?? [])
    }
    around = Dictionary(
      graph.states.map { ($0.identifier, outside($0.identifier)) },
      uniquingKeysWith: { first, _ in first })
    composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    remembered = Set(graph.transitions.filter { $0.entry == .history }.map(\.target))
  }

  /// Returns what a machine does because of a state or composite state.
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

  /// Returns the configuration with a description, or `nil` if it names a state that isn't there.
  func configuration(named description: String) -> Configuration? {
    if positions[description] != nil { return Configuration([description]) }
    let states = Configuration.states(in: description)
    return states.allSatisfy { positions[$0] != nil } ? Configuration(states) : nil
  }

  /// The states that a machine starts in, and those in which regions start.
  var initialStates: [String] {
    (hierarchy.regions(of: nil).isEmpty ? [graph.initialState] : [])
      + graph.regions.map(\.initialState)
  }

  /// Returns whether a machine is in a state, composite state or region.
  package func contains(_ identifier: String, in configuration: Configuration) -> Bool {
    configuration.states.contains { isInside($0, identifier) }
  }

  private func isInside(_ state: String, _ identifier: String) -> Bool {
    state == identifier || around[state]?.contains(identifier) == true
  }

  /// Returns the state of a region that a machine is in, or that of the machine around all regions.
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
      // Without a memory, history starts as usual.
      states(entering: start(of: region, entry), entry == .history ? .initial : entry, memories)
    }
  }

  private func start(of region: StateGraph.Region, _ entry: StateGraph.Entry) -> String {
    guard case .states(let states) = entry else { return region.initialState }
    // Of a state in a region further inside, the one around it in this region.
    return states.lazy.compactMap { state in
      ([state] + (around[state] ?? [])).first { outer in
        positions[outer] != nil && hierarchy.region(of: outer) == region.identifier
      }
    }.first ?? region.initialState
  }

  /// Returns the configuration after a state was entered alone.
  func configuration(entering state: String) -> Configuration {
    Configuration(states(entering: state, .initial, [:]))
  }

  /// Returns the configuration after rules that are taken together.
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

  /// Returns the states, composite states included, that rules which are taken together leave, in the
  /// order in which their exit actions run.
  func left(by rules: [StateGraph.Rule], in configuration: Configuration) -> [String] {
    rules.reversed().flatMap { rule -> [String] in
      guard !rule.isInternal, !rule.effect.isRefusal else { return [] }
      let state = hierarchy.level(of: rule).state
      let shared = shared(state, rule.target)
      return leaving(state, in: configuration)
        + hierarchy.ancestors(of: state).filter { !shared.contains($0) }
    }
  }

  /// Returns the states, composite states included, that rules which are taken together enter, in the
  /// order in which their entry actions run.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - configuration: The configuration after them.
  /// - Returns: The identifiers of the states.
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

  /// Returns a state after everything inside that a machine is in: the last region first, and inner
  /// states before those around them.
  private func leaving(_ state: String, in configuration: Configuration) -> [String] {
    hierarchy.regions(of: state).reversed().flatMap { region -> [String] in
      guard let inner = self.state(of: region.identifier, in: configuration) else { return [] }
      return leaving(inner, in: configuration) + hierarchy.ancestors(of: inner)
    } + [state]
  }
}
