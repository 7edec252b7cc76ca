/// A diagram in sentences, for readers who don't see it: the same in every notation.
package enum DiagramDescription {
  /// Returns sentences that say what a diagram shows, a line for each state.
  package static func sentences(about graph: StateGraph, _ style: DiagramStyle) -> [String] {
    guard graph.regions.isEmpty else {
      return graph.regions.flatMap {
        ["Region \($0.name)."] + sentences(about: $0.graph, style)
      }
    }
    // One sentence in place of those for each state to return to.
    let drawn = graph.drawnWithHistories
    let (names, shown) = (names(in: drawn.graph, style), style.labels)
    let rules = Dictionary(grouping: drawn.graph.rules, by: \.source)
    func line(_ identifier: String, _ parts: [String]) -> String? {
      parts.isEmpty ? nil : "\(names[identifier, default: ""]): \(parts.joined(separator: "; "))."
    }
    func words(for rule: StateGraph.Rule) -> String? {
      let (original, returned) = drawn.shown(rule)
      let label = style.labelStyle.label(original)
      if rule.effect.isRefusal {
        return shown.contains(rule.effect.isTrap ? .traps : .rejections) ? label.text() : nil
      }
      if rule.isInternal && !shown.contains(.internalTransitions) { return nil }
      let text = shown.contains(.events) ? label.showing(shown).text() : ""
      let state = names[returned ?? rule.target, default: ""]
      let target =
        rule.isInternal ? "stays" : returned == nil ? "to \(state)" : "to where \(state) was left"
      return text.isEmpty ? target : "\(text), \(target)"
    }
    func words(for behaviors: [StateGraph.StateBehavior]) -> [String] {
      shown.contains(.behaviors) ? behaviors.map(\.description) : []
    }
    let lines =
      drawn.graph.composites.map { line($0.identifier, words(for: $0.behaviors)) }
      + drawn.graph.states.map { state in
        line(
          state.identifier,
          words(for: state.behaviors)
            + rules[state.identifier, default: []].compactMap(words)
            + (state.isFinal ? ["final"] : []))
      }
    return ["Starts in \(names[graph.initialState, default: ""])."] + lines.compactMap(\.self)
  }

  /// Returns the names of states and composite states: the labels from the outermost to their own.
  ///
  /// One without a label has its identifier in parentheses, as in tables.
  private static func names(in graph: StateGraph, _ style: DiagramStyle) -> [String: String] {
    var names: [String: String] = [:]
    let all =
      graph.composites.map { ($0.identifier, $0.label, $0.parent) }
      + graph.states.map { ($0.identifier, $0.label, $0.parent) }
    for (identifier, label, parent) in all where names[identifier] == nil {
      let label = style.labelStyle.label(label, of: identifier)
      names[identifier] =
        [parent.flatMap { names[$0] }, label.isEmpty ? "(\(identifier))" : label]
        .compactMap(\.self).joined(separator: ".")
    }
    return names
  }
}
