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
    let role = svg.contains("<a xlink:href".utf8) ? "graphics-document" : "img"
    let lines = sentences(about: graph, style).map(XMLText.encoded).joined(separator: "\n")
    let words = "\n<title>\(XMLText.encoded(name))</title>\n<desc>\(lines)</desc>"
    return svg[..<root.name] + Array(" role=\"\(role)\"".utf8) + svg[root.name..<root.end]
      + Array(words.utf8) + svg[root.end...]
  }

  /// Returns sentences that say what a diagram shows, a line for each state.
  static func sentences(about graph: StateGraph, _ style: DiagramStyle) -> [String] {
    guard graph.regions.isEmpty else {
      return graph.regions.flatMap {
        ["Region \($0.name)."] + sentences(about: $0.graph, style)
      }
    }
    let (names, shown) = (names(in: graph, style), style.labels)
    let rules = Dictionary(grouping: graph.rules, by: \.source)
    func line(_ identifier: String, _ parts: [String]) -> String? {
      parts.isEmpty ? nil : "\(names[identifier, default: ""]): \(parts.joined(separator: "; "))."
    }
    func words(for rule: StateGraph.Rule) -> String? {
      let label = style.labelStyle.label(rule.label)
      if rule.effect.isRefusal {
        return shown.contains(rule.effect.isTrap ? .traps : .rejections) ? label.text() : nil
      }
      if rule.isInternal && !shown.contains(.internalTransitions) { return nil }
      let text = shown.contains(.events) ? label.showing(shown).text() : ""
      let target = rule.isInternal ? "stays" : "to \(names[rule.target, default: ""])"
      return text.isEmpty ? target : "\(text), \(target)"
    }
    func words(for behaviors: [StateGraph.StateBehavior]) -> [String] {
      shown.contains(.behaviors) ? behaviors.map(\.description) : []
    }
    let lines =
      graph.composites.map { line($0.identifier, words(for: $0.behaviors)) }
      + graph.states.map { state in
        line(
          state.identifier,
          words(for: state.behaviors)
            + rules[state.identifier, default: []].compactMap(words)
            + (state.isFinal ? ["final"] : []))
      }
    return ["Starts in \(names[graph.initialState, default: ""])."] + lines.compactMap(\.self)
  }

  /// Returns the names of states and composite states: the labels from the outermost to their own.
  private static func names(in graph: StateGraph, _ style: DiagramStyle) -> [String: String] {
    var names: [String: String] = [:]
    let all =
      graph.composites.map { ($0.identifier, $0.label, $0.parent) }
      + graph.states.map { ($0.identifier, $0.label, $0.parent) }
    for (identifier, label, parent) in all where names[identifier] == nil {
      let label = style.labelStyle.label(label, of: identifier)
      names[identifier] = [parent.flatMap { names[$0] }, label].compactMap(\.self)
        .joined(separator: ".")
    }
    return names
  }
}
