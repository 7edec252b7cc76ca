import SchematicGraph

/// The limits of a drawing: its time and its size.
///
/// Layout time grows much faster than the graph and cannot be predicted. A drawing that would pass
/// a limit throws an error that says which one.
///
/// ```swift
/// try graph.render(.svg, limits: RenderingLimits(deadline: .seconds(10)))
/// ```
public struct RenderingLimits: Hashable, Sendable {
  /// The time that the drawing may take, not counting the wait for its turn; `nil` for no limit.
  ///
  /// If a drawing in a process of its own waits for a processor that others have, that time doesn't count.
  package var deadline: Duration?

  /// The maximum number of nodes to draw: states, and other points, such as those where machines start.
  package var nodes: Int

  /// The maximum number of arrows to draw; transitions with the same ends usually share an arrow.
  package var edges: Int

  /// Creates limits: a minute, 10,000 nodes and 10,000 arrows if left out.
  ///
  /// - Parameters:
  ///   - deadline: The time that the drawing may take, to the millisecond; `nil` for no limit.
  ///   - nodes: The maximum number of nodes to draw.
  ///   - edges: The maximum number of arrows to draw.
  public init(deadline: Duration? = .seconds(60), nodes: Int = 10_000, edges: Int = 10_000) {
    self.deadline = deadline
    self.nodes = nodes
    self.edges = edges
  }
}

extension RenderingLimits {
  /// The deadline as C takes it: at least one millisecond, at most 24 days, 0 for none.
  var milliseconds: Int32 {
    guard let (seconds, attoseconds) = deadline?.components else { return 0 }
    guard seconds < Int64(Int32.max) / 1_000 else { return Int32.max }
    let fraction = attoseconds / 1_000_000_000_000_000
    return max(1, Int32(max(0, seconds) * 1_000 + fraction))
  }

  // The limits keep drawings fast and safe: the time in which Graphviz reads a string grows faster than the
  // string's length, and Graphviz's parser fails at a depth of about 1,600.
  private static let mostBytes = 32 << 20
  private static let mostBytesOfALine = 1 << 20
  private static let mostDepth = 250

  /// Throws an error if a picture is larger than allowed.
  func check(_ picture: DOTPicture) throws(GraphvizError) {
    if picture.nodes > nodes || picture.edges > edges {
      let size = DrawingEffort(nodes: picture.nodes, edges: picture.edges).size
      throw GraphvizError(
        .tooLarge,
        """
        The graph has \(size), and at most \(nodes) and \(edges) are drawn: raise `nodes` or \
        `edges` of the `RenderingLimits`, or draw a part of it.
        """)
    }
    if let excess = Self.excess(of: picture) {
      throw GraphvizError(.tooLarge, "The diagram has \(excess): divide or simplify it.")
    }
  }

  /// Returns words for the fixed limit that a picture exceeds; `nil` if it exceeds none.
  private static func excess(of picture: DOTPicture) -> String? {
    if picture.text.utf8.count > mostBytes { return "more than \(mostBytes) bytes of DOT text" }
    if picture.longestLine > mostBytesOfALine {
      return "a text of more than \(mostBytesOfALine) bytes"
    }
    return picture.depth > mostDepth ? "states more than \(mostDepth) deep in each other" : nil
  }
}

/// The work that is put into a drawing, chosen from its size.
///
/// Above 150 nodes or 300 arrows, the number of improvements of the layout is limited. Above 300 arrows,
/// Graphviz also spends less effort on avoiding crossings, and draws straight lines. No measured time
/// decides, so that a busy computer draws the same as any other.
///
/// ```swift
/// print(DrawingEffort(nodes: 157, edges: 969))
/// // 157 nodes and 969 edges, drawn in straight lines, improved at most 149 times: …
/// ```
package struct DrawingEffort: Hashable, Sendable {
  /// The lines of a drawing.
  package enum Lines: Hashable, Sendable {
    /// Lines that lead around everything in their way.
    case curved
    /// Straight lines from end to end, with labels beside them.
    case straight
  }

  /// The number of nodes: states, and other points, such as the one where the machine starts.
  package let nodes: Int

  /// The number of arrows.
  package let edges: Int

  /// The maximum number of nodes that are drawn with all effort.
  package static let mostNodesWithFullEffort = 150

  /// The maximum number of arrows that are drawn as curves and with all effort.
  ///
  /// The time for curves grows with about the third power of their number. Of random graphs with 20 to
  /// 1,000 states, the slowest took four seconds with 300 arrows, and eight seconds with 400 arrows. A graph
  /// of 200 states and 600 arrows took over a minute with curves, and one second with straight lines. The
  /// lengths of labels made no difference.
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

  /// The effort for another attempt without curves; `nil` if there are no curves or few arrows.
  var withoutCurves: DrawingEffort? {
    guard lines == .curved, edges > Self.mostCurves / 2 else { return nil }
    return DrawingEffort(nodes: nodes, edges: edges, isPlain: true)
  }

  /// The lines that are drawn.
  package var lines: Lines { isDense ? .straight : .curved }

  /// The maximum number of times that the layout is improved; `nil` for no limit.
  ///
  /// Nearly all the time goes into moving nodes sideways, and the first improvements gain most. With 150
  /// improvements, a row of 1,000 states took 1 second instead of 5.
  package var improvements: Int? { thousandths.map { max(1, nodes * $0 / 1_000) } }

  /// A Boolean value that indicates whether the drawing is made with all effort.
  package var isFull: Bool { thousandths == nil }

  /// The maximum number of improvements for each node, in thousandths, as Graphviz takes it.
  var thousandths: Int? {
    let full = Self.mostNodesWithFullEffort
    guard nodes > full || isDense else { return nil }
    return nodes <= full ? 1_000 : max(20, full * 1_000 / nodes)
  }

  private var isDense: Bool { isPlain || edges > Self.mostCurves }

  /// A Boolean value that indicates whether the drawing is too fast to need a process of its own.
  ///
  /// The slowest of some random graphs of this size took an eighth of a second.
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
