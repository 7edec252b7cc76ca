/// One edge of DOT text: all transitions of one kind between the same two states.
///
/// Merging transitions into one edge matters for more than looks: drawing time grows steeply with
/// the number of edges.
struct DOTEdge: Hashable {
  let source: String
  let target: String
  /// Whether the transitions are internal, and yet lead to another state, which is a mistake of
  /// the rules.
  let isInternal: Bool

  init(of transition: StateGraph.Transition) {
    source = transition.source
    target = transition.target
    isInternal = transition.isInternal
  }
}
