import SchematicGraph

/// The parts of an SVG that this package adds to Graphviz's drawing: a role, a name, the machine in
/// sentences, and colors for readers who prefer dark ones.
///
/// The name and the description of an SVG are the first elements inside its root (SVG Accessibility
/// API Mappings, §5.2; <https://www.w3.org/TR/svg-aam-1.0/>). Graphviz writes colors as attributes, and
/// the kinds of elements as classes. A style sheet outranks attributes (SVG 1.1, §6.4), so one style sheet
/// is enough for dark colors.
package enum SVGHead {
  /// Returns Graphviz's drawing with a head.
  ///
  /// - Parameters:
  ///   - svg: The drawing.
  ///   - graph: The graph that it shows.
  ///   - name: The name of the graph.
  ///   - style: The style of the drawing.
  ///   - hasLinks: Whether the drawing has links. If so, its role isn't `img`, because screen readers
  ///     don't read the parts of an image.
  ///   - motion: A sentence that says what moves, and the style sheet that moves it; `nil` for nothing.
  /// - Returns: The SVG.
  package static func added(
    to svg: [UInt8], of graph: StateGraph, named name: String, _ style: DiagramStyle,
    hasLinks: Bool = false, motion: (sentence: String, sheet: String)? = nil
  ) -> [UInt8] {
    let tag = Array("<svg".utf8)
    guard
      let start = svg.indices.first(where: { svg[$0] == tag[0] && svg[$0...].starts(with: tag) }),
      let end = svg[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return svg }
    let role = hasLinks ? "graphics-document" : "img"
    let sentences =
      DiagramDescription.sentences(about: graph, style) + (motion.map { [$0.sentence] } ?? [])
    let lines = sentences.map(XMLText.encoded)
    let words = """

      <title>\(XMLText.encoded(name))</title>
      <desc>\(lines.joined(separator: "\n"))</desc>\(sheet(of: style))\(motion?.sheet ?? "")
      """
    return svg[..<(start + tag.count)] + Array(" role=\"\(role)\"".utf8)
      + svg[(start + tag.count)...end] + Array(words.utf8) + svg[(end + 1)...]
  }

  /// Returns the style sheet for the dark colors of a style; nothing if it has none, or if they are its usual colors.
  package static func sheet(of style: DiagramStyle) -> String {
    guard let dark = style.darkPalette, dark != style.palette else { return "" }
    let rules = rules(from: style.palette, to: dark).joined(separator: "\n")
    return "\n<style>\n@media (prefers-color-scheme: dark) {\n\(rules)\n}\n</style>"
  }

  private static func rules(from light: DiagramPalette, to dark: DiagramPalette) -> [String] {
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
}
