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
  /// The time that the drawing may take, not counting the wait for its turn; `nil` for as long as
  /// it wants to.
  ///
  /// A drawing in a process of its own is not charged for the time in which others have the processor.
  package var deadline: Duration?

  /// The maximum number of nodes to draw: states, and the starting points of the machine and its
  /// composite states.
  package var nodes: Int

  /// The most arrows that are drawn, transitions between the same two states counted once.
  package var edges: Int

  /// Creates limits: a minute, 10,000 nodes and 10,000 arrows if left out.
  ///
  /// - Parameters:
  ///   - deadline: The time that the drawing may take, to the millisecond; `nil` for as long as it
  ///     wants to.
  ///   - nodes: The most nodes that are drawn.
  ///   - edges: The most arrows that are drawn.
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

  // Graphviz's time grows with the product of a string's length and its pieces, and its parser gives
  // up at a depth of some 1,600.
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

  /// Returns what there is too much of, whatever the limits of a drawing; `nil` if nothing.
  private static func excess(of picture: DOTPicture) -> String? {
    if picture.text.utf8.count > mostBytes { return "more than \(mostBytes) bytes of DOT text" }
    if picture.longestLine > mostBytesOfALine {
      return "a text of more than \(mostBytesOfALine) bytes"
    }
    return picture.depth > mostDepth ? "states more than \(mostDepth) deep in each other" : nil
  }
}
