/// One edge of DOT text: all transitions of one kind between the same two vertices.
///
/// Merging transitions into one edge matters for more than looks: drawing time grows steeply with
/// the number of edges.
struct DOTEdge: Hashable {
  let source: Statechart.Vertex
  let target: Statechart.Vertex
  /// Whether the transitions are internal, and yet lead to another state, which is a mistake of
  /// the rules.
  let isInternal: Bool
  /// What a picture says about the transitions.
  let mark: DiagramMark?

  init(of transition: Statechart.Transition, _ mark: DiagramMark? = nil) {
    source = transition.source
    target = transition.target
    isInternal = transition.isInternal
    // Transitions that were taken share an edge, however often.
    if case .taken = mark { self.mark = .taken(times: 1) } else { self.mark = mark }
  }
}
