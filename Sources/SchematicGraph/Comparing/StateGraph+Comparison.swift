extension StateGraph {
  /// Returns this graph and another one in one picture: the removed, the added and the common
  /// parts.
  ///
  /// ```swift
  /// let (both, marks) = StateGraph(Door.schema).comparison(with: committed)
  /// both.dot(marks: marks)
  /// ```
  ///
  /// - Parameter old: The graph to start from, such as a committed diagram.
  /// - Returns: All states and transitions of both graphs, in the order of the other one so that its
  ///   picture keeps its place, and the marks of the differences between them.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func comparison(
    with old: StateGraph
  ) -> (graph: StateGraph, marks: DiagramMarks) {
    let new = Dictionary(
      states.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(old.states.map(\.identifier))
    // The first of equal ones counts, and composite states look as they do now.
    let graph = StateGraph(
      states: old.states.map { new[$0.identifier] ?? $0 }
        + states.filter { !known.contains($0.identifier) },
      composites: composites + old.composites,
      regions: regions
        + old.regions.filter { region in !regions.contains { $0.identifier == region.identifier } },
      rules: old.rules + rules,
      initialState: regions.contains { $0.parent == nil } ? nil : initialState,
      isCommitting: isCommitting)
    var marks = DiagramMarks()
    for change in diff(from: old).changes {
      switch change {
      case .stateAdded(let state): marks.states[state.identifier] = .added
      case .stateRemoved(let state): marks.states[state.identifier] = .removed
      case .stateChanged(_, let state): marks.states[state.identifier] = .changed
      case .initialState(_, let state) where marks.states[state] == nil:
        marks.states[state] = .changed
      case .ruleAdded(let rule): marks.mark(rule, .added)
      case .ruleRemoved(let rule): marks.mark(rule, .removed)
      case .initialState, .commitment, .compositeAdded, .compositeRemoved, .regionAdded,
        .regionRemoved, .omission:
        break
      }
    }
    return (graph, marks)
  }
}

extension DiagramMarks {
  /// Marks the transition of a rule; of a rejection, its state.
  fileprivate mutating func mark(_ rule: StateGraph.Rule, _ mark: DiagramMark) {
    if !rule.effect.isRefusal {
      rules[rule] = mark
    } else if states[rule.source] == nil {
      states[rule.source] = .changed
    }
  }
}
