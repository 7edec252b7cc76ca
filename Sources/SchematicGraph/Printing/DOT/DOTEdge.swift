/// One edge of DOT text: everything that happens between the same two states in the same manner.
///
/// Merging transitions into one edge matters for more than looks: drawing time grows steeply with
/// the number of edges.
struct DOTEdge: Hashable {
  /// How an edge is drawn.
  enum Kind {
    /// A state is left and one is entered.
    case external
    /// Nothing is left: internal transitions, and rejections with their reasons.
    case `internal`
  }

  let source: String
  let target: String
  let kind: Kind

  init(of transition: StateGraph.Transition) {
    source = transition.source
    target = transition.target
    kind = transition.isInternal ? .internal : .external
  }

  init(of rejection: StateGraph.Rejection) {
    source = rejection.state
    target = rejection.state
    kind = .internal
  }
}
