/// The statements of DOT text for the states of a statechart.
struct DOTStates {
  private let drawing: DOTDrawing
  private let tree: DOTStateTree
  private let deadEnds: Set<String>
  private let inside: [String: [Statechart.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of drawing: DOTDrawing) {
    let graph = drawing.chart.graph
    self.drawing = drawing
    tree = DOTStateTree(of: graph)
    deadEnds = graph.deadEnds
    let internals = drawing.chart.transitions.filter(\.isInside)
    inside = Dictionary(grouping: internals, by: \.source.identifier)
    rejections = Dictionary(grouping: graph.rejections, by: \.state)
  }

  private var names: DOTNames { drawing.names }
  private var style: DOTStyle { drawing.style }

  /// The statements, a line each.
  var lines: [String] { lines(in: nil, depth: 0) }

  private func lines(in composite: String?, depth: Int) -> [String] {
    tree.items(in: composite).flatMap { item -> [String] in
      switch item {
      case .state(let state): [statement(for: state)]
      case .composite(let composite): cluster(composite, depth: depth)
      }
    }.map { "  " + $0 }
  }

  private func cluster(_ composite: StateGraph.CompositeState, depth: Int) -> [String] {
    let identifier = composite.identifier
    let start = names.start(of: identifier)
    return
      ["subgraph \(names.cluster(identifier)) {"]
      + [
        "  graph [\(DOTNames.identifierAttribute)=\(DOTIdentifier.quoted(identifier))"
          + " label=\(DOTLabel.quoted(composite.label)) \(style.composite(depth: depth))];"
      ]
      + (drawing.chart.starts[identifier] == nil ? [] : ["  \(start) [\(style.initial)];"])
      + lines(in: identifier, depth: depth + 1)
      + ["}"]
  }

  private func statement(for state: StateGraph.State) -> String {
    let identifier = state.identifier
    let labels = style.style.labels
    let internals = inside[identifier, default: []]
    let rejections = rejections[identifier, default: []]
    // What is not listed inside is kept in attributes, which are not drawn.
    let listsInternals = labels.contains(.internalTransitions) && drawing.showsAll
    let isListed = { (rejection: StateGraph.Rejection) in
      rejection.reason != nil && labels.contains(.rejections)
    }
    let inside =
      (labels.contains(.internalTransitions) ? internals.map(drawing.line) : [])
      + rejections.filter(isListed).map(\.text.encoded)
    var attributes = labelAttributes(of: state, inside: inside)
    if state.isFinal { attributes.append("class=\(DOTPrinter.finalClass)") }
    attributes += style.state(
      identifier, isDeadEnd: state.isFinal || deadEnds.contains(identifier),
      hasCompartments: !inside.isEmpty, drawing.marks.states[identifier])
    attributes += list(
      DOTPrinter.rejectionAttribute, rejections.filter { !isListed($0) }.map(\.text))
    attributes += list(
      DOTPrinter.transitionAttribute, listsInternals ? [] : internals.map(\.text))
    return "\(names.state(identifier))\(DOTStyle.list(attributes));"
  }

  /// Returns an attribute that keeps lines of text.
  private func list(_ attribute: String, _ texts: [DOTTransitionText]) -> [String] {
    let list = DOTLabel.quoted(encoded: DOTTransitionText.stack(texts))
    return texts.isEmpty ? [] : ["\(attribute)=\(list)"]
  }

  private func labelAttributes(of state: StateGraph.State, inside: [String]) -> [String] {
    guard inside.isEmpty else {
      let label = DOTRecord.encode(
        name: DOTLabel.encode(state.label), inside: DOTTransitionText.stack(inside),
        style.direction)
      return ["shape=\(DOTRecord.shape)", "label=\(DOTLabel.quoted(encoded: label))"]
    }
    // Without a label Graphviz draws the identifier, by the rules of labels.
    let label = DOTLabel.quoted(state.label)
    let isDrawnAsIs =
      label == names.state(state.identifier)
      && !label.contains("\\") && !label.contains("&")
    return isDrawnAsIs ? [] : ["label=\(label)"]
  }
}

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
