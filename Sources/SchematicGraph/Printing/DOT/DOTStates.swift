/// The statements of DOT text for the states of a statechart.
struct DOTStates {
  private let chart: Statechart
  private let direction: DOTDirection
  private let names: DOTNames
  private let tree: DOTStateTree
  private let deadEnds: Set<String>
  private let inside: [String: [StateGraph.Transition]]
  private let rejections: [String: [StateGraph.Rejection]]

  init(of chart: Statechart, _ direction: DOTDirection, _ names: DOTNames) {
    let graph = chart.graph
    self.chart = chart
    self.direction = direction
    self.names = names
    tree = DOTStateTree(of: graph)
    deadEnds = graph.deadEnds
    inside = Dictionary(grouping: graph.transitions.filter(\.isInside), by: \.source)
    rejections = Dictionary(grouping: graph.rejections, by: \.state)
  }

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
          + " label=\(DOTLabel.quoted(composite.label)) \(DOTStyle.cluster(depth: depth))];"
      ]
      + (chart.starts[identifier] == nil ? [] : ["  \(start) [\(DOTStyle.initial)];"])
      + lines(in: identifier, depth: depth + 1)
      + ["}"]
  }

  private func statement(for state: StateGraph.State) -> String {
    let rejections = rejections[state.identifier, default: []]
    let inside =
      inside[state.identifier, default: []].map(\.text)
      + rejections.filter { $0.reason != nil }.map(\.text)
    let silent = rejections.filter { $0.reason == nil }.map(\.text)
    var attributes = labelAttributes(of: state, inside: inside)
    if state.isFinal { attributes.append("class=\(DOTPrinter.finalClass)") }
    if state.isFinal || deadEnds.contains(state.identifier) {
      attributes.append(DOTStyle.deadEnd(hasCompartments: !inside.isEmpty))
    }
    if !silent.isEmpty {
      let list = DOTLabel.quoted(encoded: DOTTransitionText.stack(silent))
      attributes.append("\(DOTPrinter.rejectionAttribute)=\(list)")
    }
    return "\(names.state(state.identifier))\(DOTStyle.list(attributes));"
  }

  private func labelAttributes(
    of state: StateGraph.State, inside: [DOTTransitionText]
  ) -> [String] {
    guard inside.isEmpty else {
      let label = DOTRecord.encode(
        name: DOTLabel.encode(state.label), inside: DOTTransitionText.stack(inside), direction)
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
