/// Two graphs in one picture: the removed, the added and the common parts.
///
/// ```swift
/// let comparison = GraphComparison(from: committed, to: StateGraph(Door.schema))
/// comparison.graph.dot(marks: comparison.marks)
/// ```
public struct GraphComparison: Hashable, Sendable {
  /// All states and transitions of both graphs; those of the new one first.
  public let graph: StateGraph
  /// The differences between them.
  public let marks: DiagramMarks

  /// Compares two graphs.
  ///
  /// - Parameters:
  ///   - old: The graph to start from, such as a committed diagram.
  ///   - new: The graph that it has become.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public init(from old: StateGraph, to new: StateGraph) {
    let known = Set(new.states.map(\.identifier))
    graph = StateGraph(
      states: new.states + old.states.filter { !known.contains($0.identifier) },
      composites: new.composites + old.composites,
      rules: new.rules + old.rules,
      initialState: new.initialState)
    var marks = DiagramMarks()
    for change in new.diff(from: old).changes {
      switch change {
      case .stateAdded(let state): marks.states[state.identifier] = .added
      case .stateRemoved(let state): marks.states[state.identifier] = .removed
      case .stateChanged(_, let state): marks.states[state.identifier] = .changed
      case .initialState(_, let state) where marks.states[state] == nil:
        marks.states[state] = .changed
      case .ruleAdded(let rule): marks.mark(rule, .added)
      case .ruleRemoved(let rule): marks.mark(rule, .removed)
      case .initialState, .compositeAdded, .compositeRemoved: break
      }
    }
    self.marks = marks
  }
}

extension DiagramMarks {
  /// Marks the transition of a rule; of a rejection, its state.
  fileprivate mutating func mark(_ rule: StateGraph.Rule, _ mark: DiagramMark) {
    if let transition = StateGraph.Transition(rule) {
      transitions[transition] = mark
    } else if states[rule.state] == nil {
      states[rule.state] = .changed
    }
  }
}
