import SchematicGraph

/// The words of an SVG for readers who don't see it: a role, a name, and the machine in sentences.
///
/// The name and the description of an SVG are the first elements inside its root (SVG Accessibility
/// API Mappings, §5.2; <https://www.w3.org/TR/svg-aam-1.0/>).
package enum SVGDescription {
  /// Returns an SVG with the words of its graph.
  package static func described(
    _ svg: [UInt8], of graph: StateGraph, named name: String, _ style: DiagramStyle
  ) -> [UInt8] {
    guard let root = SVGRoot(of: svg) else { return svg }
    // The parts of an image aren't read one by one, and those with links must be.
    let role = hasLinks(svg) ? "graphics-document" : "img"
    let lines = DiagramDescription.sentences(about: graph, style).map(XMLText.encoded).joined(
      separator: "\n")
    let words = "\n<title>\(XMLText.encoded(name))</title>\n<desc>\(lines)</desc>"
    return svg[..<root.name] + Array(" role=\"\(role)\"".utf8) + svg[root.name..<root.end]
      + Array(words.utf8) + svg[root.end...]
  }

  private static func hasLinks(_ svg: [UInt8]) -> Bool {
    let link = Array("<a xlink:href".utf8)
    // A loop, because the library's search for a sequence isn't specialized, and takes 400 times as long.
    return svg.indices.contains { svg[$0] == link[0] && svg[$0...].starts(with: link) }
  }
}
