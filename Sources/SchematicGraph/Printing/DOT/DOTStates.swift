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
