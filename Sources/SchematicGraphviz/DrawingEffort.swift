/// The work that is put into a drawing, chosen from its size.
///
/// Above 150 nodes or 300 arrows the layout is improved less often, the less the more nodes there are;
/// above 300 arrows they are uncrossed with less effort as well, and drawn as straight lines. Nothing but
/// these numbers decides, so that a busy computer draws the same as another.
///
/// ```swift
/// print(DrawingEffort(nodes: 157, edges: 969))
/// // 157 nodes and 969 edges, drawn in straight lines, improved at most 149 times: …
/// ```
package struct DrawingEffort: Hashable, Sendable {
  /// The lines of a drawing.
  package enum Lines: Hashable, Sendable {
    /// Lines that lead around whatever is in the way.
    case curved
    /// Lines that lead from end to end, their labels beside them.
    case straight
  }

  /// The number of nodes: states, and the points where the machine and its composite states start.
  package let nodes: Int

  /// The number of arrows, transitions between the same two states counted once.
  package let edges: Int

  /// The most nodes that are drawn with all effort.
  package static let mostNodesWithFullEffort = 150

  /// The most arrows that are drawn as curves, and with all effort.
  ///
  /// Curves find their way around everything that is in it, and the time for that grows with about the
  /// third power of their number. Of random graphs of 20 to 1,000 states with 300 arrows the slowest took
  /// four seconds; with 400 arrows it took eight, and 200 states with 600 arrows took over a minute, and
  /// one second with straight lines. The lengths of labels made no difference.
  package static let mostCurves = 300

  /// A Boolean value that indicates whether arrows are straight lines, however few there are.
  package let isPlain: Bool

  /// Chooses the effort for a size.
  ///
  /// - Parameters:
  ///   - nodes: The number of nodes.
  ///   - edges: The number of arrows.
  ///   - isPlain: Whether arrows are straight lines, however few there are.
  package init(nodes: Int, edges: Int, isPlain: Bool = false) {
    self.nodes = nodes
    self.edges = edges
    self.isPlain = isPlain
  }

  /// The effort for a graph with many arrows of which Graphviz cannot draw the curves; `nil` for others.
  var withoutCurves: DrawingEffort? {
    guard lines == .curved, edges > Self.mostCurves / 2 else { return nil }
    return DrawingEffort(nodes: nodes, edges: edges, isPlain: true)
  }

  /// The lines that are drawn.
  package var lines: Lines { isDense ? .straight : .curved }

  /// The most times that the layout is improved; `nil` for until nothing is left to improve.
  ///
  /// Nearly all the time goes into moving nodes sideways, and most of the gain comes early: 150
  /// times took a row of 1,000 states from 5 seconds to 1.
  package var improvements: Int? { thousandths.map { max(1, nodes * $0 / 1_000) } }

  /// A Boolean value that indicates whether nothing is spared.
  package var isFull: Bool { thousandths == nil }

  /// The same for each node, in thousandths, as Graphviz wants it.
  var thousandths: Int? {
    let full = Self.mostNodesWithFullEffort
    guard nodes > full || isDense else { return nil }
    return nodes <= full ? 1_000 : max(20, full * 1_000 / nodes)
  }

  private var isDense: Bool { isPlain || edges > Self.mostCurves }

  /// A Boolean value that indicates whether the drawing is done too soon to need a process of its
  /// own: the slowest of some random graphs of this size took an eighth of a second.
  var isSmall: Bool { nodes <= 50 && edges <= 100 }

  /// The size in words.
  var size: String { "\(nodes) nodes and \(edges) edges" }
}

extension DrawingEffort: CustomStringConvertible {
  /// The size, and the choices for it.
  package var description: String {
    var choices: [String] = []
    if lines == .straight { choices.append("in straight lines") }
    if let improvements { choices.append("improved at most \(improvements) times") }
    let most = "\(Self.mostNodesWithFullEffort) nodes or \(Self.mostCurves) edges"
    return isFull
      ? "\(size), drawn with all effort"
      : "\(size), drawn \(choices.joined(separator: ", ")): more than \(most) are drawn with less "
        + "effort"
  }
}
