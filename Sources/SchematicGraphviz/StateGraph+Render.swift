import SchematicGraph

extension StateGraph {
  /// Draws the graph, in this process, with the Graphviz library.
  ///
  /// ```swift
  /// let image = try StateGraph(Turnstile.schema).render(.svg)
  /// ```
  ///
  /// Drawings run one after the other, from whatever thread they are asked for, and cannot be
  /// cancelled. The bytes repeat on one system, but not on another: compare graphs, never images.
  ///
  /// Characters that XML cannot hold are drawn as control pictures, and runs of spaces as no-break
  /// spaces; in diagrams from top to bottom one no-break space keeps a label off its edge. A PNG
  /// is at most 32,767 pixels wide and high: Graphviz draws larger ones smaller, and says so on
  /// standard error.
  ///
  /// - Parameters:
  ///   - format: The format to draw in.
  ///   - name: The name of the graph, which an SVG has as its title.
  ///   - style: What the diagram looks like.
  ///   - marks: What is highlighted in it.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` where Graphviz was not built in, does not know the format, or
  ///   cannot draw a graph of this size.
  /// - Complexity: Graphviz's layout, which grows much faster than the graph: 1,000 states in a row
  ///   take about a second, 500 states with 1,500 scattered transitions about 12. More than 150
  ///   states or edges are laid out with less effort, more than 150 edges in straight lines; more
  ///   than 10,000 of either are refused.
  public func render(
    _ format: ImageFormat,
    name: String = "StateMachine",
    style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks = DiagramMarks()
  ) throws(GraphvizError) -> [UInt8] {
    try Graphviz.render(
      dot: dot(name: name, style: style, marks: marks), as: format, style: style)
  }

  /// Draws the graph with the state that a machine is in.
  ///
  /// ```swift
  /// try graph.render(.svg, highlighting: machine.state)
  /// ```
  ///
  /// - Parameters:
  ///   - format: The format to draw in.
  ///   - state: The state to highlight.
  ///   - last: The transition to highlight, such as the one that was taken last.
  ///   - name: The name of the graph.
  ///   - style: What the diagram looks like.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError``: see ``render(_:name:style:marks:)``.
  public func render(
    _ format: ImageFormat,
    highlighting state: some Graphable,
    after last: Transition? = nil,
    name: String = "StateMachine",
    style: DiagramStyle = DiagramStyle()
  ) throws(GraphvizError) -> [UInt8] {
    try render(
      format, name: name, style: style, marks: .current(state.graphIdentifier, after: last))
  }
}
