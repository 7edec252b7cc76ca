extension StateGraph {
  /// One of several machines that run side by side and are, together, the machine of a graph.
  public struct Region: Hashable, Sendable {
    /// The name of the region, such as that of the property that holds its state.
    public let name: String
    /// The machine.
    public let graph: StateGraph

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - name: The name of the region.
    ///   - graph: The machine.
    public init(name: String, graph: StateGraph) {
      self.name = name
      self.graph = graph
    }

    /// Returns the label of a state of all regions from those of its parts.
    static func label(of parts: [String]) -> String {
      parts.joined(separator: "+")
    }

    /// Returns the identifier of a state of all regions from those of its parts.
    ///
    /// A plus sign that belongs to a part has a backslash before it, and so has a backslash, so that
    /// different parts never have the same identifier together.
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

  /// Creates the graph of machines that run side by side: its states are all combinations of theirs.
  ///
  /// An event that several of them handle alike moves all of them at once. A state is final where all
  /// its parts are. No machines are, together, one state in which nothing happens.
  ///
  /// - Parameter regions: The machines.
  /// - Complexity: O(*n*) in the number of states and transitions of the result, which is the product
  ///   of the numbers of states.
  public init(regions: [Region]) {
    let product = RegionProduct(of: regions)
    self.init(
      states: product.states, rules: product.rules,
      initialState: Region.identifier(of: regions.map(\.graph.initialState)))
    self.regions = regions
  }
}

/// A search for regions in a graph whose states have parts.
///
/// It projects the graph onto each part, and accepts the projections if their product equals the graph.
/// Otherwise the parts depend on each other, and only the whole graph tells the truth.
struct RegionFinder {
  private let graph: StateGraph
  /// The parts of each state, by its identifier.
  private let parts: [String: [Part]]

  /// A part of a state.
  struct Part {
    let name: String
    let node: NodeDescription
    var identifier: String { node.state.identifier }
  }

  /// Returns the parts of a state value; none where it has no parts.
  static func parts(of value: some Graphable) -> [Part] {
    let product = value as? any GraphableProduct
    return (product?.graphParts ?? []).map { name, state in
      Part(name: name, node: NodeDescription(of: state))
    }
  }

  init(_ graph: StateGraph, parts: [String: [Part]]) {
    self.graph = graph
    self.parts = parts
  }

  /// The regions; none where the parts depend on each other.
  var regions: [StateGraph.Region] {
    let names = parts[graph.initialState, default: []].map(\.name)
    let isWhole = graph.states.allSatisfy {
      parts[$0.identifier, default: []].map(\.name) == names
    }
    guard names.count > 1, isWhole, hasEveryCombination(of: names.indices) else { return [] }
    let regions = names.indices.map {
      StateGraph.Region(name: names[$0], graph: projection(on: $0))
    }
    return StateGraph(regions: regions) == graph ? regions : []
  }

  /// Returns whether there are as many states as combinations of parts.
  ///
  /// Asked before the combinations are made, of which there may be far too many.
  private func hasEveryCombination(of indices: Range<Int>) -> Bool {
    var combinations = 1
    for index in indices {
      combinations *= Set(graph.states.map { part(of: $0.identifier, index) }).count
      if combinations > graph.states.count { return false }
    }
    return combinations == graph.states.count
  }

  /// Returns the machine of one part alone.
  private func projection(on index: Int) -> StateGraph {
    let nodes = graph.states.compactMap { parts[$0.identifier]?[index].node }
    let finals = Set(
      graph.states.filter(\.isFinal).compactMap { parts[$0.identifier]?[index].identifier })
    let moves = graph.rules.filter { rule in
      rule.target.map { part(of: rule.state, index) != part(of: $0, index) } ?? false
    }
    let loops = graph.rules.filter { ($0.target ?? $0.state) == $0.state }
    return StateGraph(
      states: nodes.map { node in
        var state = node.state
        state.isFinal = finals.contains(state.identifier)
        return state
      },
      composites: nodes.flatMap(\.composites),
      rules: moves.map { rule in
        StateGraph.Rule(
          rule.label, from: part(of: rule.state, index),
          to: part(of: rule.target ?? rule.state, index))
      } + belonging(loops, to: index),
      initialState: part(of: graph.initialState, index))
  }

  /// Returns the rules without a move that depend on one part: a rule belongs to the first part whose
  /// value alone says whether it applies.
  private func belonging(_ rules: [StateGraph.Rule], to index: Int) -> [StateGraph.Rule] {
    let states = Dictionary(grouping: rules, by: \.label).mapValues { Set($0.map(\.state)) }
    let nonFinalStates = graph.states.filter { !$0.isFinal }.map(\.identifier)
    func depends(_ found: Set<String>, on index: Int) -> Bool {
      let values = Set(found.map { part(of: $0, index) })
      return nonFinalStates.allSatisfy {
        values.contains(part(of: $0, index)) == found.contains($0)
      }
    }
    return rules.filter { rule in
      let found = states[rule.label, default: []]
      return (0...index).first { depends(found, on: $0) } == index
    }.map { rule in
      let part = part(of: rule.state, index)
      return StateGraph.Rule(rule.label, from: part, to: part)
    }
  }

  private func part(of state: String, _ index: Int) -> String {
    parts[state]?[index].identifier ?? ""
  }
}

/// The product of machines that run side by side: all combinations of their states.
struct RegionProduct {
  private let regions: [StateGraph.Region]
  private let combinations: [[StateGraph.State]]
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

  /// The identifiers of the parts of each state.
  var parts: [String: [String]] {
    let parts = combinations.map { $0.map(\.identifier) }
    return Dictionary(
      parts.map { (StateGraph.Region.identifier(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rules of every combination that is not final.
  var rules: [StateGraph.Rule] {
    let rules = regions.map { Dictionary(grouping: $0.graph.rules, by: \.state) }
    return nonFinalStates.flatMap { parts -> [StateGraph.Rule] in
      let choices = zip(rules, parts).map { $0[$1, default: []] }
      return choices.joined().map(\.label).uniqued().flatMap { label in
        // What does not move stays; what has several ways to go takes each of them.
        let targets = zip(choices, parts).map { rules, part in
          let targets = rules.filter { $0.label == label }.compactMap(\.target)
          return targets.isEmpty ? [part] : targets
        }
        return Self.combinations(of: targets).map {
          StateGraph.Rule(
            label, from: StateGraph.Region.identifier(of: parts),
            to: StateGraph.Region.identifier(of: $0))
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
