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

  init(of transition: Statechart.Transition) {
    source = transition.source
    target = transition.target
    isInternal = transition.isInternal
  }
}
