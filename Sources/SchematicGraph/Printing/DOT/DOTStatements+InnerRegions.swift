/// The nodes and borders at the ends of edges that enter or leave regions of composite states.
struct DOTEnd {
  /// The name of the node, in double quotes.
  var node: String
  /// The name of the cluster at whose border the edge is cut off.
  var border: String?
  /// The label of the combination that is entered, if several regions start in other states than their
  /// initial ones.
  var label: String?
}

extension DiagramOutline {
  /// Returns the ends of edges at a vertex: of those that come from outside, and of those from inside.
  func ends(of vertex: Vertex, _ names: DOTNames) -> (outside: DOTEnd, inside: DOTEnd) {
    if case .history(let composite, let isDeep) = vertex {
      let end = DOTEnd(node: names.history(of: composite, isDeep: isDeep))
      return (end, end)
    }
    guard let inner = chart.inner else {
      let end = DOTEnd(node: names.state(vertex.identifier))
      return (end, end)
    }
    return (inner.head(of: vertex, names), inner.tail(of: vertex, names))
  }
}

extension InnerRegions {
  /// Returns the end of an edge that enters a vertex.
  fileprivate func head(of vertex: Statechart.Vertex, _ names: DOTNames) -> DOTEnd {
    switch vertex {
    case .state(let state): return DOTEnd(node: names.state(state))
    case .history(let composite, let isDeep):
      return DOTEnd(node: names.history(of: composite, isDeep: isDeep))
    case .composite(let owner):
      guard let composite = composites[owner] else { return DOTEnd(node: names.start(of: owner)) }
      let regions = self.names(of: composite, names)
      return DOTEnd(node: regions[0].initial, border: names.cluster(owner))
    case .fork(let owner, let state):
      var end = head(of: .composite(owner), names)
      end.label = graph.states.first { $0.identifier == state }.map { "→ \($0.label)" }
      return end
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner] else { return DOTEnd(node: names.state(owner)) }
      return composite.regions[region].head(of: vertex, self.names(of: composite, names)[region])
    }
  }

  /// Returns the end of an edge that leaves a vertex.
  fileprivate func tail(of vertex: Statechart.Vertex, _ names: DOTNames) -> DOTEnd {
    switch vertex {
    case .state(let state): return DOTEnd(node: names.state(state))
    case .composite(let composite), .fork(let composite, _), .history(let composite, _):
      let first = sources(of: .composite(composite)).first ?? composite
      return DOTEnd(
        node: node(of: first, names, isFirst: true), border: names.cluster(composite))
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner] else { return DOTEnd(node: names.state(owner)) }
      return composite.regions[region].tail(of: vertex, self.names(of: composite, names)[region])
    }
  }

  /// Returns the name of the node of a state; of a combination, of the point at which the first region
  /// starts, or of the last state in the last region.
  func node(of state: String, _ names: DOTNames, isFirst: Bool) -> String {
    guard let composite = owners[state].flatMap({ composites[$0] }),
      let parts = composite.parts[state], !parts.isEmpty
    else { return names.state(state) }
    let regions = self.names(of: composite, names)
    // The point is the closest to what lies above.
    if isFirst { return regions[0].initial }
    let last = parts.count - 1
    // Whatever the order of the combinations is.
    let state = composite.state.regions[last].graph.inRecordedOrder.states.last?.identifier
    return composite.regions[last].node(of: state ?? parts[last], regions[last], isFirst: false)
  }

  private func names(of composite: Composite, _ names: DOTNames) -> [DOTNames] {
    names.regions(composite.state.regions.map(\.name), in: composite.state.identifier)
  }
}
