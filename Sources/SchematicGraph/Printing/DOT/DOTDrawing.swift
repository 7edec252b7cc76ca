/// What the statements of one graph, or of a region of one, are made with.
struct DOTDrawing {
  let chart: Statechart
  let style: DOTStyle
  let marks: DiagramMarks
  let names: DOTNames

  init(
    of graph: StateGraph, _ style: DOTStyle, _ marks: DiagramMarks, _ names: DOTNames = DOTNames()
  ) {
    // What is drawn as one may be marked in parts.
    chart = Statechart(of: graph, takesTogether: marks.transitions.isEmpty)
    self.style = style
    self.marks = marks
    self.names = names
  }

  /// Returns the mark of a transition of the chart.
  func mark(of transition: Statechart.Transition) -> DiagramMark? {
    guard case .state(let source) = transition.source,
      case .state(let target) = transition.target
    else { return nil }
    return marks.transitions[
      StateGraph.Transition(
        source: source, target: target, event: transition.event, guard: transition.guard,
        action: transition.action, isInternal: transition.isInternal)]
  }

  /// Returns the line that shows a transition, as far as the style shows it.
  func line(_ transition: Statechart.Transition) -> String {
    let shown = style.style.labels
    let text = DOTTransitionText(
      event: shown.contains(.events) ? transition.event : "",
      guard: shown.contains(.guards) ? transition.guard : nil,
      effect: shown.contains(.actions) ? transition.action.map { .action($0) } : nil)
    guard case .taken(let times) = mark(of: transition) else { return text.encoded }
    return text.encoded + " (\(times)×)"
  }

  /// Whether labels say all that there is.
  var showsAll: Bool { style.style.labels.isSuperset(of: [.events, .guards, .actions]) }
}
