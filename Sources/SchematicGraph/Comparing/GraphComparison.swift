/// Two graphs in one picture: what was removed, what was added, and what stayed.
///
/// ```swift
/// let comparison = GraphComparison(from: committed, to: StateGraph(Door.schema))
/// comparison.graph.dot(marks: comparison.marks)
/// ```
public struct GraphComparison: Hashable, Sendable {
  /// All states and transitions of both graphs; those of the new one first.
  public let graph: StateGraph
  /// What is different between them.
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
      transitions: new.transitions + old.transitions,
      rejections: new.rejections + old.rejections,
      initialState: new.initialState)
    var marks = DiagramMarks()
    for change in new.diff(from: old).changes {
      switch change {
      case .stateAdded(let state): marks.states[state.identifier] = .added
      case .stateRemoved(let state): marks.states[state.identifier] = .removed
      case .stateChanged(_, let state): marks.states[state.identifier] = .changed
      case .transitionAdded(let transition): marks.transitions[transition] = .added
      case .transitionRemoved(let transition): marks.transitions[transition] = .removed
      case .initialState(_, let state) where marks.states[state] == nil:
        marks.states[state] = .changed
      case .rejectionAdded(let rejection), .rejectionRemoved(let rejection):
        if marks.states[rejection.state] == nil { marks.states[rejection.state] = .changed }
      case .initialState, .compositeAdded, .compositeRemoved: break
      }
    }
    self.marks = marks
  }
}
