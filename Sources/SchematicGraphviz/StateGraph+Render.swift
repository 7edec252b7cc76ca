import SchematicGraph

extension StateGraph {
  /// Draws the graph with the Graphviz library.
  ///
  /// ```swift
  /// let image = try StateGraph(Turnstile.schema).render(.svg)
  /// ```
  ///
  /// Drawings run one after the other, from whatever thread they are asked for, and end at the
  /// deadline at the latest. On Linux all but small ones are made in a copy of the process, which
  /// is killed there; on other systems, and for small ones, the library cannot be stopped: calls
  /// throw ``GraphvizError/Code/busy`` until it is done.
  ///
  /// Graphviz switches the numeric locale of the process to C while it draws, and back. On Linux a
  /// process that has another one is not affected, but by its first drawing.
  ///
  /// The bytes repeat on one system, but not on another: compare graphs, never images.
  ///
  /// Characters that XML cannot hold are drawn as control pictures, and runs of spaces as no-break
  /// spaces; in diagrams from top to bottom one no-break space keeps a label off its edge. A PNG
  /// is at most 32,767 pixels wide and high: Graphviz draws larger ones smaller, and may
  /// say so on standard error.
  ///
  /// - Parameters:
  ///   - format: The format to draw in.
  ///   - name: The name of the graph, which an SVG has as its title.
  ///   - style: The look of the diagram.
  ///   - marks: The parts of it that are highlighted.
  ///   - limits: The limits of the drawing; a minute and 10,000 states or arrows if left out.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` where Graphviz was not built in, does not know the format, or
  ///   cannot draw the graph within the limits.
  /// - Complexity: Graphviz's layout, which grows much faster than the graph: 1,000 states in a row
  ///   take about a second, 500 states with 1,500 scattered transitions about 12. Above 150 states
  ///   or 300 arrows the layout is improved less often, and more than 300 arrows are straight lines.
  public func render(
    _ format: ImageFormat,
    name: String = "StateMachine",
    style: DiagramStyle = DiagramStyle(),
    marks: DiagramMarks = DiagramMarks(),
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> [UInt8] {
    try Graphviz.render(
      dot: dot(name: name, style: style, marks: marks), as: format, style: style, limits: limits)
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
  ///   - style: The look of the diagram.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError``: see ``render(_:name:style:marks:limits:)``.
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

  /// Returns the work that is put into drawing the graph.
  ///
  /// ```swift
  /// try StateGraph(Turnstile.schema).drawingEffort().lines  // .curved
  /// ```
  ///
  /// - Throws: A ``GraphvizError`` where Graphviz was not built in.
  /// - Complexity: O(*n* log *n*) in the number of states and transitions; nothing is laid out.
  package func drawingEffort() throws(GraphvizError) -> DrawingEffort {
    try Graphviz.effort(for: dot())
  }
}

/// The rules that give an SVG other colors where its reader prefers dark ones.
///
/// Graphviz writes colors as attributes and the kinds of things as classes; a style sheet outranks
/// attributes (SVG 1.1, §6.4), so one element at the beginning is all it takes.
enum SVGTheme {
  /// Returns an SVG with the dark colors of a style; as it is, where the style has none.
  static func themed(_ svg: [UInt8], _ style: DiagramStyle) -> [UInt8] {
    guard let dark = style.darkPalette, dark != style.palette,
      let start = endOfRootTag(of: svg)
    else { return svg }
    let rules = rules(from: style.palette, to: dark).joined(separator: "\n")
    let sheet = "\n<style>\n@media (prefers-color-scheme: dark) {\n\(rules)\n}\n</style>"
    return svg[..<start] + Array(sheet.utf8) + svg[start...]
  }

  private static func rules(
    from light: DiagramPalette, to dark: DiagramPalette
  ) -> [String] {
    var rules = [
      rule(".graph>polygon", "fill", light.background, dark.background),
      rule(".node ", "fill", light.paper, dark.paper),
      // Regions, which have no fill of their own.
      rule(".cluster>", "fill", light.background, dark.background),
      rule("text", "fill", light.ink, dark.ink),
    ]
    for (light, dark) in zip(light.composites, dark.composites) {
      rules.append(rule(".cluster ", "fill", light, dark))
    }
    let colors = [
      (light.line, dark.line), (light.positive, dark.positive), (light.negative, dark.negative),
      (light.changed, dark.changed),
    ]
    for (light, dark) in colors {
      rules.append(rule("", "fill", light, dark))
      rules.append(rule("", "stroke", light, dark))
    }
    return rules
  }

  private static func rule(
    _ element: String, _ property: String, _ light: String, _ dark: String
  ) -> String {
    "\(element)[\(property)=\"\(light)\"]{\(property):\(dark)}"
  }

  /// Returns where the tag `<svg …>` ends.
  private static func endOfRootTag(of svg: [UInt8]) -> Int? {
    let tag = Array("<svg".utf8)
    let start = svg.indices.first { svg[$0...].starts(with: tag) }
    return start.flatMap { svg[$0...].firstIndex(of: UInt8(ascii: ">")) }.map { $0 + 1 }
  }
}
