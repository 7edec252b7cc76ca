/// A diagram in sentences, for readers who don't see it: the same in every notation.
package enum DiagramDescription {
  /// Returns lines that say where machines start, and what a diagram shows of each state.
  package static func sentences(about graph: StateGraph, _ style: DiagramStyle) -> [String] {
    let names = names(in: graph, style)
    return graph.machines.flatMap { region, machine in
      (region.map { ["Region \(names[$0.identifier, default: $0.name])."] } ?? [])
        + sentences(about: machine, names, style)
    }
  }

  private static func sentences(
    about machine: StateGraph, _ names: [String: String], _ style: DiagramStyle
  ) -> [String] {
    // One phrase about a history replaces a phrase for each state to return to.
    let drawn = FoldedHistories(of: machine)
    let shown = style.labels
    let rules = Dictionary(grouping: drawn.graph.rules, by: \.source)
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
      let state = names[rule.target, default: ""]
      let target =
        switch rule.entry {
        case _ where rule.isInternal: "stays"
        case .initial: "to \(state)"
        case .states(let inside):
          "to \(inside.map { names[$0, default: ""] }.joined(separator: " and "))"
        case .history: "to where \(state) was left"
        }
      return text.isEmpty ? target : "\(text), \(target)"
    }
    func words(for behaviors: [StateGraph.StateBehavior]) -> [String] {
      shown.contains(.behaviors) ? behaviors.map(\.description) : []
    }
    let known = Set(drawn.graph.states.map(\.identifier))
    let inside = drawn.graph.rules.map(\.source).uniqued().filter { !known.contains($0) }
    let lines =
      drawn.graph.composites.map { line($0.identifier, words(for: $0.behaviors)) }
      + drawn.graph.states.map { state in
        line(
          state.identifier,
          words(for: state.behaviors)
            + rules[state.identifier, default: []].compactMap(words)
            + (state.isFinal ? ["final"] : []))
      } + inside.map { line($0, rules[$0, default: []].compactMap(words)) }
    return ["Starts in \(names[machine.initialState, default: ""])."] + lines.compactMap(\.self)
  }

  /// Returns the names of states, composite states and regions: paths of labels, `active.playing`.
  ///
  /// The identifier in parentheses replaces an empty label, as in tables.
  private static func names(in graph: StateGraph, _ style: DiagramStyle) -> [String: String] {
    var names: [String: String] = [:]
    // If a diagram draws a composite state as one state, the two have one name: see `FoldedHistories`.
    let all =
      graph.composites.map { ($0.identifier, $0.label, $0.parent) }
      + graph.states.map { ($0.identifier, $0.label, $0.parent) }
    for region in graph.regions {
      let label = style.labelStyle.label(region.name, of: region.name)
      let owner = region.parent.flatMap { parent in
        graph.states.first { $0.identifier == parent }.map {
          style.labelStyle.label($0.label, of: parent)
        }
      }
      names[region.identifier] = [owner, label].compactMap(\.self).joined(separator: ".")
    }
    for (identifier, label, parent) in all where names[identifier] == nil {
      let label = style.labelStyle.label(label, of: identifier)
      names[identifier] =
        [parent.flatMap { names[$0] }, label.isEmpty ? "(\(identifier))" : label]
        .compactMap(\.self).joined(separator: ".")
    }
    return names
  }
}
