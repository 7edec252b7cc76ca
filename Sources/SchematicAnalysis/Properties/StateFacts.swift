import SchematicGraph

/// Facts about single states, including the states of regions: which can't be left, which are final, and
/// which run a task.
struct StateFacts {
  private let combined: CombinedGraph
  private let digraph: Digraph
  /// For each node of the digraph, the states that a machine is in.
  private let active: [[String]]

  init(of combined: CombinedGraph, _ digraph: Digraph) {
    self.combined = combined
    self.digraph = digraph
    // A state that consists of regions is active together with the states of its regions.
    let outer = combined.tree.graph.regions.compactMap(\.parent).uniqued()
    active = digraph.names.map { name in
      combined.states(in: name) + outer.filter { combined.contains($0, in: name) }
    }
  }

  /// Returns, for each node, whether a formula about states holds there.
  func states(_ formula: Formula) -> [Bool] {
    switch formula {
    case .stuck: stuck
    case .ended: active.map { !finals.isDisjoint(with: $0) }
    default: busy
    }
  }

  private var finals: Set<String> {
    Set(combined.tree.graph.states.filter(\.isFinal).map(\.identifier))
  }

  /// For each node, whether a task runs.
  ///
  /// A final state doesn't begin its task.
  private var busy: [Bool] {
    let (graph, finals) = (combined.tree.graph, finals)
    func hasTask(_ behaviors: [StateGraph.StateBehavior]) -> Bool {
      behaviors.contains { $0.kind == .task }
    }
    let states = Set(
      graph.states.filter { hasTask($0.behaviors) && !finals.contains($0.identifier) }
        .map(\.identifier))
    let composites = graph.composites.filter { hasTask($0.behaviors) }.map(\.identifier)
    return zip(digraph.names, active).map { name, active in
      !states.isDisjoint(with: active)
        || composites.contains { combined.contains($0, in: name) }
    }
  }

  /// For each node, whether the machine is in a state that no run from there leaves.
  ///
  /// A final state doesn't count, nor does the only state of a machine or region.
  private var stuck: [Bool] {
    var stuck = [Bool](repeating: false, count: active.count)
    // The only state can't be left.
    let alone = combined.tree.graph.machines.map(\.graph.states).filter { $0.count == 1 }
    let exempt = finals.union(alone.joined().map(\.identifier))
    var nodes: [String: [Int]] = [:]
    for (node, states) in active.enumerated() {
      for state in states where !exempt.contains(state) { nodes[state, default: []].append(node) }
    }
    for (_, nodes) in nodes {
      let inside = Set(nodes)
      let exits = nodes.filter { node in
        digraph.outgoing[node].contains { !inside.contains(digraph.targets[$0]) }
      }
      let leaving = BreadthFirstSearch<Int, Int>(from: exits) { node in
        digraph.incoming[node].map { ($0, digraph.sources[$0]) }.filter { inside.contains($0.1) }
      }
      for node in nodes where !leaving.isReached(node) { stuck[node] = true }
    }
    return stuck
  }
}
