/// Where a diagram runs to.
enum DOTDirection: String {
  case leftToRight = "LR"
  case topToBottom = "TB"

  /// The most states that stand beside each other; more would be wider than a page.
  private static let widest = 6

  /// The longest text, in characters, that stands beside an edge; Graphviz keeps as much room on
  /// either side of the edge, and fails where that is more than 65,535 points.
  private static let longestBeside = 5_000

  /// Chooses the direction that suits a graph, unless somebody chose one.
  init(for graph: StateGraph, _ direction: DiagramStyle.Direction) {
    switch direction {
    case .leftToRight: self = .leftToRight
    case .topToBottom: self = .topToBottom
    case .automatic: self.init(for: graph)
    }
  }

  private init(for graph: StateGraph) {
    let isShort = graph.transitions.allSatisfy { transition in
      let texts = [transition.event, transition.guard ?? "", transition.action ?? ""]
      return texts.map(\.unicodeScalars.count).reduce(0, +) <= Self.longestBeside
    }
    let isDeep =
      graph.states.count > Self.widest || !graph.composites.isEmpty || !graph.regions.isEmpty
    self = isDeep && isShort ? .topToBottom : .leftToRight
  }
}
