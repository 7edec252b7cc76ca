import SchematicAnalysis
import SchematicGraph

extension StateGraph {
  /// Returns a shortest walk to each reachable state, in the order of the states.
  package func shortestWalks() -> [Walk] { states.compactMap { shortestWalk(to: $0.identifier) } }

  /// Returns the smallest graph with the same behavior.
  ///
  /// States that no events can distinguish are merged, and unreachable states are omitted.
  ///
  /// A merged state has the name, entry, exit and task of the first state of its group. It is inside
  /// the composite states that contain the whole group. The result has no regions.
  ///
  /// ```swift
  /// graph.minimized().states.count == graph.states.count  // the graph is minimal
  /// ```
  ///
  /// - Returns: The graph, with the same behavior.
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions.
  package func minimized() -> StateGraph {
    let groups = equivalentStates
    var names: [String: String] = [:]
    for group in groups { for state in group { names[state.identifier] = group[0].identifier } }
    let hierarchy = StateHierarchy(of: self)
    return StateGraph(
      states: groups.map { group in
        var state = group[0]
        state.parent = hierarchy.commonAncestor(of: group.map(\.identifier))
        return state
      },
      composites: composites,
      rules: rules.filter { names[$0.source] == $0.source }.map { rule in
        StateGraph.Rule(rule.label, from: rule.source, to: names[rule.target] ?? rule.target)
      },
      initialState: names[initialState]!)
  }
}
