/// What the statements of one graph, or of a region of one, are made with.
struct DOTDrawing {
  let chart: Statechart
  let style: DOTStyle
  let marks: DiagramMarks
  let names: DOTNames
  let nesting: Nesting

  init(
    of graph: StateGraph, _ style: DOTStyle, _ marks: DiagramMarks, _ names: DOTNames = DOTNames()
  ) {
    // What is drawn as one may be marked in parts; where a machine is says nothing of the others.
    let takesTogether = marks.transitions.values.allSatisfy { $0 == .current }
    chart = Statechart(of: graph, takesTogether: takesTogether)
    nesting = Nesting(of: graph)
    self.style = style
    self.marks = marks
    self.names = names
  }

  /// Returns the mark of a transition of the chart.
  func mark(of transition: Statechart.Transition) -> DiagramMark? {
    guard !marks.transitions.isEmpty else { return nil }
    return chart.flattened(transition, nesting).lazy.compactMap { marks.transitions[$0] }.first
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

  /// Whether labels say all that there is, and nothing else.
  var showsAll: Bool {
    style.style.labels.isSuperset(of: [.events, .guards, .actions])
      && !marks.transitions.values.contains {
        if case .taken = $0 { true } else { false }
      }
  }
}
