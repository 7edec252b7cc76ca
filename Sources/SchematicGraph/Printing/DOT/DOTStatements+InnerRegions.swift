/// The nodes and borders at the ends of edges that enter or leave regions of composite states.
struct DOTEnd {
  /// The name of the node, in double quotes.
  var node: String
  /// The name of the cluster at whose border the edge is cut off.
  var border: String?
  /// The identifier of the combination that is entered, if several regions start in other states than
  /// their initial ones.
  var entered: String?
  /// The label of that combination.
  var label: String?
}

extension DiagramOutline {
  /// Returns the ends of edges at a vertex: of those that come from outside, and of those from inside.
  func ends(of vertex: Vertex, _ names: DOTNames) -> (outside: DOTEnd, inside: DOTEnd) {
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
    case .composite(let owner):
      guard let composite = composites[owner] else { return DOTEnd(node: names.start(of: owner)) }
      let regions = self.names(of: composite, names)
      return DOTEnd(node: regions[0].initial, border: names.cluster(owner))
    case .fork(let owner, let state):
      var end = head(of: .composite(owner), names)
      end.entered = state
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
    case .composite(let composite), .fork(let composite, _):
      let first = sources(of: .composite(composite)).first ?? composite
      return DOTEnd(
        node: node(of: first, names, isFirst: true), border: names.cluster(composite))
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner] else { return DOTEnd(node: names.state(owner)) }
      return composite.regions[region].tail(of: vertex, self.names(of: composite, names)[region])
    }
  }

  /// Returns the name of the node of a state; of a combination, of its component in the first or last
  /// region.
  func node(of state: String, _ names: DOTNames, isFirst: Bool) -> String {
    guard let composite = owners[state].flatMap({ composites[$0] }),
      let parts = composite.parts[state], !parts.isEmpty
    else { return names.state(state) }
    let index = isFirst ? 0 : parts.count - 1
    return composite.regions[index].node(
      of: parts[index], self.names(of: composite, names)[index], isFirst: isFirst)
  }

  private func names(of composite: Composite, _ names: DOTNames) -> [DOTNames] {
    names.regions(composite.state.regions.map(\.name), in: composite.state.identifier)
  }
}
