extension StateGraph {
  /// One of several machines that run side by side and together form the machine of a graph.
  public struct Region: Hashable, Sendable {
    /// The name of the region, which may be that of the property that holds its state.
    public let name: String
    /// The machine.
    public internal(set) var graph: StateGraph

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - name: The name of the region.
    ///   - graph: The machine.
    package init(name: String, graph: StateGraph) {
      self.name = name
      self.graph = graph
    }

    /// Returns the label of a combined state from the labels of its regions' states.
    static func label(of parts: [String]) -> String {
      parts.joined(separator: "+")
    }

    /// Returns the identifier of a combined state from the identifiers of its regions' states.
    ///
    /// A plus sign or backslash in an identifier is escaped with a backslash, so that different
    /// combinations never have the same identifier.
    static func identifier(of parts: [String]) -> String {
      parts.map { part in
        var escaped = String.UnicodeScalarView()
        for scalar in part.unicodeScalars {
          if scalar == "+" || scalar == "\\" { escaped.append("\\") }
          escaped.append(scalar)
        }
        return String(escaped)
      }.joined(separator: "+")
    }
  }

  /// Creates the graph of machines that run side by side, whose states are all combinations of
  /// theirs.
  ///
  /// If several machines handle an event in the same way, it moves all of them at once, and its
  /// action runs once. A timeout affects only its own machine, even if another one has a timeout of
  /// the same length. A state is final if all its components are. Without any machines, the graph
  /// has a single state in which nothing happens.
  ///
  /// - Parameter regions: The machines.
  /// - Complexity: O(*n*) in the number of states and transitions of the result. The number of
  ///   states is the product of the machines' numbers of states.
  package init(regions: [Region]) {
    let product = RegionProduct(of: regions)
    self.init(
      states: product.states, rules: product.rules,
      initialState: Region.identifier(of: regions.map(\.graph.initialState)))
    self.regions = regions
  }
}

/// The product of machines that run side by side: all combinations of their states.
struct RegionProduct {
  private let regions: [StateGraph.Region]
  let combinations: [[StateGraph.State]]
  /// The behaviors of the states of each region.
  private let behaviors: [[String: [StateGraph.StateBehavior]]]

  init(of regions: [StateGraph.Region]) {
    self.regions = regions
    behaviors = regions.map(\.graph.allBehaviors)
    combinations = Self.combinations(of: regions.map(\.graph.states))
  }

  var states: [StateGraph.State] {
    combinations.map { parts in
      StateGraph.State(
        identifier: StateGraph.Region.identifier(of: parts.map(\.identifier)),
        label: StateGraph.Region.label(of: parts.map(\.label)),
        isFinal: parts.allSatisfy(\.isFinal),
        behaviors: zip(behaviors, parts).flatMap { $0[$1.identifier, default: []] })
    }
  }

  /// The identifiers of each combined state's components.
  var parts: [String: [String]] {
    let parts = combinations.map { $0.map(\.identifier) }
    return Dictionary(
      parts.map { (StateGraph.Region.identifier(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rules of every combination that isn't final.
  var rules: [StateGraph.Rule] {
    let known = regions.map { Dictionary(grouping: $0.graph.rules, by: \.source) }
    return nonFinalStates.flatMap { parts -> [StateGraph.Rule] in
      let choices = zip(known, parts).map { $0[$1, default: []] }
      // What does not move stays; what has several ways to go takes each of them.
      func rules(_ label: RuleLabel, among choices: [[StateGraph.Rule]]) -> [StateGraph.Rule] {
        let targets = zip(choices, parts).map { rules, part in
          let targets = rules.filter { $0.label == label }.map(\.target)
          return targets.isEmpty ? [part] : targets
        }
        return Self.combinations(of: targets).map {
          StateGraph.Rule(
            label, from: StateGraph.Region.identifier(of: parts),
            to: StateGraph.Region.identifier(of: $0))
        }
      }
      return choices.joined().map(\.label).uniqued().flatMap { label in
        guard label.trigger.isTimeout else { return rules(label, among: choices) }
        return choices.indices.filter { index in choices[index].contains { $0.label == label } }
          .flatMap { index in
            rules(label, among: choices.indices.map { $0 == index ? choices[$0] : [] })
          }
      }
    }
  }

  private static func combinations<Element>(of choices: [[Element]]) -> [[Element]] {
    choices.reduce([[]]) { combinations, choice in
      combinations.flatMap { combination in choice.map { combination + [$0] } }
    }
  }

  private var nonFinalStates: [[String]] {
    combinations.filter { !$0.allSatisfy(\.isFinal) }.map { $0.map(\.identifier) }
  }
}

extension StateGraph {
  /// Returns the graph with regions and the behaviors of their states.
  func withBehaviors(of regions: [Region]) -> StateGraph {
    let behaviors = Dictionary(
      RegionProduct(of: regions).states.map { ($0.identifier, $0.behaviors) },
      uniquingKeysWith: { first, _ in first })
    var graph = StateGraph(
      states: states.map { state in
        var state = state
        state.behaviors = behaviors[state.identifier, default: []]
        return state
      }, composites: composites, rules: rules, initialState: initialState)
    graph.regions = regions
    return graph
  }

  /// The graph in which combinations of states in composite states have the behaviors of their parts.
  var withBehaviorsOfInnerRegions: StateGraph {
    var graph = self
    let known = Dictionary(
      composites.flatMap(InnerRegions.states).map { ($0.identifier, $0.behaviors) },
      uniquingKeysWith: { first, _ in first })
    for index in states.indices {
      guard let behaviors = known[states[index].identifier] else { continue }
      graph.states[index].behaviors = behaviors.inDiagramOrder.filter { $0.kind != .timeout }
    }
    return graph
  }

  /// The regions if they say more than states and rules do.
  ///
  /// If machines do something because of a state, it matters which regions a transition leaves.
  var significantRegions: [Region] {
    guard !regions.isEmpty else { return [] }
    return isInfluencedByRegions ? regions : []
  }

  /// A Boolean value that indicates whether anything happens because of a state.
  fileprivate var isInfluencedByRegions: Bool {
    hasBehaviors || rules.contains { $0.trigger.isTimeout }
  }
}

extension StateGraph.CompositeState {
  /// The regions if they say more than the states and rules of the graph do.
  var significantRegions: [StateGraph.Region] {
    regions.contains(where: \.graph.isInfluencedByRegions) ? regions : []
  }

  /// Returns whether two composite states are the same, with the regions if these matter.
  package static func == (one: Self, other: Self) -> Bool {
    one.identifier == other.identifier && one.label == other.label && one.parent == other.parent
      && one.behaviors == other.behaviors && one.significantRegions == other.significantRegions
  }

  /// Feeds the parts that equality compares into a hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(label)
    hasher.combine(parent)
    hasher.combine(behaviors)
    hasher.combine(significantRegions)
  }
}
