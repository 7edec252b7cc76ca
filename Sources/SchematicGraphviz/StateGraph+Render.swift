import SchematicGraph

extension StateGraph {
  /// Draws the graph with the Graphviz library.
  ///
  /// ```swift
  /// let image = try StateGraph(Turnstile.schema).render(.svg)
  /// ```
  ///
  /// You can call this from any thread: drawings are made one after the other. When its turn has come,
  /// a call ends at the deadline at the latest. On Linux, all but small drawings are made in a copy of
  /// the process, and the copy is killed at the deadline. On other systems, and for small drawings, the
  /// library can't be stopped: calls throw an error until it is done.
  ///
  /// While Graphviz draws, the numeric locale of the process is C. On Linux, only the first drawing
  /// affects a process that has another locale.
  ///
  /// An SVG has a title, and a description in sentences for those who don't see it.
  ///
  /// The bytes repeat on one system, but not on another: compare graphs, never images.
  ///
  /// Characters that XML can't contain are drawn as control pictures, and runs of spaces as no-break
  /// spaces. In diagrams from top to bottom, a no-break space on either side keeps a label away from arrows. A
  /// PNG is at most 32,767 pixels wide and high: Graphviz draws a larger one smaller, and may say so
  /// on standard error.
  ///
  /// - Parameters:
  ///   - format: The format to draw in.
  ///   - name: The name of the graph, which an SVG has as its title.
  ///   - style: The look of the diagram.
  ///   - marks: The parts of the diagram that are highlighted.
  ///   - limits: The limits of the drawing; a minute and 10,000 states or arrows if left out.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` if Graphviz was not built in, does not know the format, or
  ///   cannot draw the graph within the limits.
  /// - Complexity: Graphviz's layout, which grows much faster than the graph: 1,000 states in a row
  ///   take about a second, 500 states with 1,500 scattered transitions about 12. Above 150 states
  ///   or 300 arrows the layout is improved less often, and more than 300 arrows are straight lines.
  public func render(
    _ format: ImageFormat,
    name: String = "StateMachine",
    style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks? = nil,
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> [UInt8] {
    let printer = DOTPrinter(name: name, style: style, marks: marks ?? DiagramMarks())
    let image = try Graphviz.draw(self, by: printer, as: format, limits: limits).image
    return format == .svg ? SVGHead.added(to: image, of: self, named: name, style) : image
  }

  /// Draws the graph, and highlights the state that a machine is in.
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
  ///   - style: The look of the diagram.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError``: see ``render(_:name:style:marks:limits:)``.
  public func render(
    _ format: ImageFormat,
    highlighting state: some Graphable,
    after last: Rule? = nil,
    name: String = "StateMachine",
    style: DiagramStyle = DiagramStyle()
  ) throws(GraphvizError) -> [UInt8] {
    try render(
      format, name: name, style: style, marks: .current(state.graphIdentifier, after: last))
  }
}
