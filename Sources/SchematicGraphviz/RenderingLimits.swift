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

  /// Throws an error if a drawing is larger than allowed.
  func check(_ size: DOTSize) throws(GraphvizError) {
    if size.nodes > nodes || size.edges > edges {
      throw GraphvizError(
        .tooLarge,
        """
        The graph has \(size.words), and at most \(nodes) and \(edges) are drawn: raise `nodes` or \
        `edges` of the `RenderingLimits`, or draw a part of it.
        """)
    }
    if let excess = size.excess {
      throw GraphvizError(.tooLarge, "The diagram has \(excess): divide or simplify it.")
    }
  }
}
