/// The lines of code of an element of a picture: a state, a composite state, or an arrow.
package struct ElementLines {
  /// The lines of the element: of a state its first behavior or answer.
  package let whole: SourceLines
  /// The lines of each row of text, without the name.
  package let rows: [SourceLines]
}

extension DOTPrinter {
  /// Returns the lines of code of the elements of a picture, by their names in an SVG: see
  /// ``SVGElementNames``.
  ///
  /// No text contains them, so that moving code changes no file.
  package func elementLines(of graph: StateGraph) -> [String: ElementLines] {
    let labels = style.labelStyle
    let regions = DiagramOutline.regions(of: graph, marks: marks, labels: labels)
    let outlines =
      regions.isEmpty
      ? [DiagramOutline(of: graph, marks: marks, labels: labels)] : regions.map(\.outline)
    let style = DOTStyle(style: style, direction: DOTDirection(for: graph, style.direction))
    return outlines.enumerated().reduce(into: [:]) { lines, region in
      let names = SVGElementNames(region: region.offset)
      let found = DOTStatements(of: region.element, style).lines(of: names)
      lines.merge(found) { $1 }
    }
  }
}

extension DOTStatements {
  /// Returns the lines of code of all elements, by their names.
  fileprivate func lines(of names: SVGElementNames) -> [String: ElementLines] {
    let nearest = NearestLines(in: outline.graph)
    let composites = outline.graph.composites.map(\.identifier)
    var found: [String: ElementLines] = [:]
    func add(_ states: [DiagramOutline.State]) {
      for state in states {
        let whole = nearest.lines(of: state.identifier, state.behaviors)
        switch state.vertex {
        case .state(let identifier):
          found[names.state(positions[identifier, default: 0])] = ElementLines(
            whole: whole, rows: rows(of: state))
        case .composite(let identifier):
          guard let index = composites.firstIndex(of: identifier) else { continue }
          found[names.composite(index)] = ElementLines(whole: whole, rows: behaviorRows(of: state))
          add(state.substates)
        // A region inside a composite state has no names of elements.
        case .inner, .fork, .history: continue
        }
      }
    }
    add(outline.states)
    for (index, arrow) in outline.arrows.enumerated() {
      let shows = style.style.labels.contains(.events)
      found[names.arrow(index)] = ElementLines(
        whole: arrow.lines.first?.lines ?? SourceLines(), rows: shows ? rows(of: arrow.lines) : [])
    }
    return found
  }

  private func rows(of state: DiagramOutline.State) -> [SourceLines] {
    let internals = style.style.labels.contains(.internalTransitions)
    return behaviorRows(of: state) + rows(of: internals ? state.internalTransitions : [])
      + rows(of: state.rejections.filter(isDrawn))
  }

  private func behaviorRows(of state: DiagramOutline.State) -> [SourceLines] {
    guard style.style.labels.contains(.behaviors) else { return [] }
    return state.behaviors.flatMap { row($0.lines, of: DOTText.line($0)) }
  }

  private func rows(of lines: [DiagramOutline.Line]) -> [SourceLines] {
    lines.flatMap { row($0.lines, of: text($0)) }
  }

  /// Returns the lines of a text once for each row that it takes.
  private func row(_ lines: SourceLines, of text: String) -> [SourceLines] {
    DOTLabel.lines(of: text, endedBy: ["n", "l"]).map { _ in lines }
  }
}
