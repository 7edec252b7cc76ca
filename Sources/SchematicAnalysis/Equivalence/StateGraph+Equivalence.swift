import SchematicGraph

extension StateGraph {
  /// Returns events that distinguish this graph from another, or `nil` if there are none.
  ///
  /// While `==` compares diagrams, this function compares behavior. The names and the number of states
  /// make no difference. The comparison is bisimilarity over events, guards, actions, internal and
  /// external transitions, rejections with their reasons, traps, and final states. It ignores the
  /// entries, exits and tasks of states.
  ///
  /// ```swift
  /// let trace = try StateGraph(Refactored.schema).distinguishingTrace(from: StateGraph(Original.schema))
  /// #expect(trace == nil)
  /// ```
  ///
  /// If one label leads to several states, one graph takes a transition at each step, and the other
  /// graph takes the most similar one.
  ///
  /// - Parameter other: The graph to compare with.
  /// - Returns: A shortest trace.
  /// - Throws: `UnknownNameError` if a graph has more than 10,000 combinations of its regions' states.
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions of both graphs.
  public func distinguishingTrace(
    from other: StateGraph
  ) throws(UnknownNameError) -> DistinguishingTrace? {
    // The behavior of regions depends on all of them together, so combinations of states are compared.
    let (graph, other) = (try combined().graph, try other.combined().graph)
    var system = LabeledTransitionSystem()
    let start = system.add(graph)
    let otherStart = system.add(other)
    let search = TraceSearch(graph: graph, other: other, bisimulation: Bisimulation(of: system))
    return search.trace(from: start, otherStart)
  }

  /// Groups of reachable states that behave the same, each in the order of the graph.
  ///
  /// No events can distinguish the states of one group.
  ///
  /// - Complexity: O(*n* · *m*) for *n* states and *m* transitions.
  package var equivalentStates: [[State]] {
    var system = LabeledTransitionSystem()
    _ = system.add(self)
    let classes = Bisimulation(of: system).classes
    let digraph = Digraph(self)
    let paths = digraph.search(from: [digraph.initial])
    let groups = Dictionary(grouping: states.indices.filter(paths.isReached)) { classes[$0] }
    return groups.values.sorted { $0[0] < $1[0] }.map { $0.map { states[$0] } }
  }
}

/// The events that distinguish two graphs, and the first difference that they lead to.
///
/// ```swift
/// try new.distinguishingTrace(from: old)?.description
/// // after coin [paid] / unlock: only this graph takes push / lock
/// ```
public struct DistinguishingTrace: Hashable, Sendable {
  /// The steps in this graph, from its initial state, before the graphs differ.
  ///
  /// No shorter walk distinguishes the graphs.
  package let walk: Walk

  /// The steps in the other graph before the graphs differ.
  package let otherWalk: Walk

  /// The rule after these walks that only one of the graphs has, or `nil` if only one of them is in
  /// a final state.
  package let rule: StateGraph.Rule?

  /// A Boolean value that indicates whether this graph, and not the other one, has the rule or is
  /// in a final state.
  package let isInThisGraph: Bool
}

extension DistinguishingTrace: CustomStringConvertible {
  /// The events to send, and the difference after them.
  public var description: String {
    let labels = walk.steps.map { Self.text(of: $0.rule) }
    let place = labels.isEmpty ? "at the start" : "after " + labels.joined(separator: ", ")
    return "\(place): only \(isInThisGraph ? "this graph" : "the other graph") \(difference)"
  }

  private var difference: String {
    guard let rule else { return "is finished" }
    return rule.effect.isRefusal ? "says \(rule)" : "takes \(Self.text(of: rule))"
  }

  /// Returns the text of a rule without its states.
  private static func text(of rule: StateGraph.Rule) -> String {
    rule.label.text() + (rule.isInternal ? " (internal)" : "")
  }
}
