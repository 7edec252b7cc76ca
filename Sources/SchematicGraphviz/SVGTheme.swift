import SchematicGraph

/// The rules that give an SVG other colors if its reader prefers dark ones.
///
/// Graphviz writes colors as attributes and the kinds of things as classes; a style sheet outranks
/// attributes (SVG 1.1, §6.4), so one element at the beginning is all it takes.
enum SVGTheme {
  /// Returns an SVG with the dark colors of a style; as it is if the style has none.
  static func themed(_ svg: [UInt8], _ style: DiagramStyle) -> [UInt8] {
    guard let dark = style.darkPalette, dark != style.palette,
      let start = SVGRoot(of: svg)?.end
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
}

/// The places of the root tag in an SVG.
struct SVGRoot {
  /// The end of the tag's name.
  let name: Int
  /// The end of the tag.
  let end: Int

  init?(of svg: [UInt8]) {
    let tag = Array("<svg".utf8)
    guard let start = svg.indices.first(where: { svg[$0...].starts(with: tag) }),
      let end = svg[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    name = start + tag.count
    self.end = end + 1
  }
}
