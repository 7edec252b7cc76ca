/// The statements of DOT text for the transitions of a statechart.
struct DOTEdges {
  private let drawing: DOTDrawing
  private let positions: [String: Int]

  init(of drawing: DOTDrawing) {
    self.drawing = drawing
    positions = Dictionary(
      uniqueKeysWithValues: drawing.chart.graph.states.enumerated().map { ($1.identifier, $0) })
  }

  private var chart: Statechart { drawing.chart }
  private var names: DOTNames { drawing.names }
  private var nesting: Nesting { drawing.nesting }

  /// The statements, a line each: where the machine and composite states start, then transitions.
  var lines: [String] {
    let starts = chart.graph.composites.compactMap { composite in
      chart.starts[composite.identifier].map {
        statement(from: names.start(of: composite.identifier), to: $0, [])
      }
    }
    return [statement(from: names.initial, to: chart.initial, [])] + starts
      + transitions
  }

  private var transitions: [String] {
    var order: [DOTEdge] = []
    var transitions: [DOTEdge: [Statechart.Transition]] = [:]
    for transition in chart.transitions where !transition.isInside {
      let edge = DOTEdge(of: transition, drawing.mark(of: transition))
      if transitions[edge] == nil { order.append(edge) }
      transitions[edge, default: []].append(transition)
    }
    return order.map { edge in
      let (tail, border) = tail(of: edge)
      return statement(
        from: tail, to: edge.target,
        labels(of: transitions[edge, default: []]) + border + drawing.style.edge(edge))
    }
  }

  /// Returns the node that an edge leads from, and the border that it begins at.
  private func tail(of edge: DOTEdge) -> (node: String, border: [String]) {
    switch edge.source {
    case .state(let state):
      return (names.state(state), [])
    case .composite(let composite):
      let inside = nesting.lively[composite, default: []]
      // The state inside that lies closest to the target: an edge has its label in its middle, which
      // would be cut off with the rest.
      let isUpwards = position(of: edge.target) < inside.first.map { position(of: .state($0)) } ?? 0
      let node = (isUpwards ? inside.first : inside.last) ?? composite
      return (names.state(node), ["ltail=\(names.cluster(composite))"])
    }
  }

  /// Returns the place of a vertex in the order of states.
  private func position(of vertex: Statechart.Vertex) -> Int {
    switch vertex {
    case .state(let state): positions[state, default: 0]
    case .composite(let composite):
      nesting.states[composite, default: []].map { positions[$0, default: 0] }.min() ?? 0
    }
  }

  private func statement(
    from tail: String, to target: Statechart.Vertex, _ attributes: [String]
  ) -> String {
    switch target {
    case .state(let state):
      return "  \(tail) -> \(names.state(state))\(DOTStyle.list(attributes));"
    case .composite(let composite):
      let border = "lhead=\(names.cluster(composite))"
      return "  \(tail) -> \(names.start(of: composite))"
        + "\(DOTStyle.list(attributes + [border]));"
    }
  }

  /// Returns the label of an edge and, where it does not say all, the attribute that does.
  private func labels(of transitions: [Statechart.Transition]) -> [String] {
    let text = DOTLabel.quoted(encoded: DOTTransitionText.stack(transitions.map(\.text)))
    let kept = drawing.showsAll ? [] : ["\(DOTPrinter.transitionAttribute)=\(text)"]
    guard drawing.style.style.labels.contains(.events) else { return kept }
    let lines = transitions.map(drawing.line)
    let padding = drawing.style.padding
    let label =
      lines.count == 1
      ? padding + lines[0] : DOTTransitionText.stack(lines, padding: padding)
    return ["label=\(DOTLabel.quoted(encoded: label))"] + kept
  }
}
