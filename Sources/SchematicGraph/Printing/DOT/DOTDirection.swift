/// Where a diagram runs to.
enum DOTDirection: String {
  case leftToRight = "LR"
  case topToBottom = "TB"

  /// The most states that stand beside each other; more would be wider than a page.
  private static let widest = 6

  /// Chooses the direction that suits a graph.
  init(for graph: StateGraph) {
    self = graph.states.count <= Self.widest ? .leftToRight : .topToBottom
  }
}
