/// The lines of code of an element of a picture: a state, a composite state, or an arrow.
package struct ElementLines {
  /// The lines of the element: of a state its first behavior or answer.
  package let whole: SourceLines
  /// The lines of each row of text, without the name.
  package let rows: [SourceLines]
}

extension DOTPrinter {
  /// Returns the lines of code of the elements of a picture, by their names in an SVG: see
  /// ``DiagramElements``.
  ///
  /// No text contains them, so that moving code changes no file.
  package func elementLines(of graph: StateGraph) -> [String: ElementLines] {
    statements(for: graph).lines(NearestLines(in: graph))
  }
}

extension DOTStatements {
  /// Returns the lines of code of all elements, by their names.
  fileprivate func lines(_ nearest: NearestLines) -> [String: ElementLines] {
    var found: [String: ElementLines] = [:]
    outline.forEachState { state in
      let whole = nearest.lines(of: state.identifier, state.behaviors)
      switch state.vertex {
      case .state(let identifier):
        guard let index = picture.elements.states[identifier] else { return }
        found[DiagramElements.state(index)] = ElementLines(whole: whole, rows: rows(of: state))
      case .composite(let identifier):
        guard let index = picture.elements.composites[identifier] else { return }
        found[DiagramElements.composite(index)] = ElementLines(
          whole: whole, rows: behaviorRows(of: state))
      case .history: return
      }
    }
    let first = picture.elements.firstArrows[region, default: 0]
    let shows = style.style.labels.contains(.events)
    for (index, arrow) in outline.arrows.enumerated() {
      found[DiagramElements.arrow(first + index)] = ElementLines(
        whole: arrow.lines.first?.lines ?? SourceLines(), rows: shows ? rows(of: arrow.lines) : [])
    }
    for region in outline.innerRegions {
      found.merge(statements(of: region).lines(nearest)) { $1 }
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
