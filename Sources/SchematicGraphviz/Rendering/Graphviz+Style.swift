import SchematicGraph

extension Graphviz {
  /// Draws a DOT text of ours, with the dark colours that its style has for an SVG.
  ///
  /// - Parameters:
  ///   - text: The text of one graph.
  ///   - format: The format to draw in.
  ///   - style: The style that the text was printed in.
  ///   - limits: What the drawing may cost.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` where the text cannot be read or drawn.
  package static func render(
    dot text: String, as format: ImageFormat, style: DiagramStyle,
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> [UInt8] {
    let image = try render(dot: text, as: format, limits: limits)
    return format == .svg ? SVGTheme.themed(image, style) : image
  }
}
