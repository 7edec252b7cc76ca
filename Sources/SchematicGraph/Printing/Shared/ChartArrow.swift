/// One arrow of a drawing: all transitions of one kind between the same two vertices.
///
/// Arrows side by side hide each other's labels; one arrow with a line for each transition is easier
/// to read, and quicker to lay out.
struct ChartArrow {
  let source: Statechart.Vertex
  let target: Statechart.Vertex
  /// Whether the transitions are internal, and yet lead to another state, which is a mistake of
  /// the rules.
  let isInternal: Bool
  /// What the label says, a line for each transition.
  private(set) var lines: [ChartLine]

  /// Returns the arrows of a statechart, in the order of its transitions.
  static func all(in chart: Statechart) -> [ChartArrow] {
    var arrows: [ChartArrow] = []
    var positions: [DOTEdge: Int] = [:]
    for transition in chart.transitions where !transition.isInside {
      let (edge, line) = (DOTEdge(of: transition), ChartLine(transition))
      if let position = positions[edge] {
        arrows[position].lines.append(line)
      } else {
        positions[edge] = arrows.count
        arrows.append(
          ChartArrow(
            source: edge.source, target: edge.target, isInternal: edge.isInternal, lines: [line]))
      }
    }
    return arrows
  }
}
