extension StateGraph {
  /// The graph with the states of each composite state next to each other, at the place of the first.
  var inDrawnOrder: StateGraph {
    let hierarchy = StateHierarchy(of: self)
    func states(in composite: String?) -> [String] {
      hierarchy.children(of: composite).flatMap { child in
        switch child {
        case .state(let state): [state.identifier]
        case .composite(let composite): states(in: composite.identifier)
        }
      }
    }
    let order = states(in: nil)
    guard order != self.states.map(\.identifier) else { return self }
    let positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    var graph = self
    graph.states = graph.states.stablySorted { positions[$0.identifier, default: 0] }
    graph.rules = rules.stablySorted { positions[$0.source, default: 0] }
    graph.transitions = transitions.stablySorted { positions[$0.source, default: 0] }
    graph.composites = StateHierarchy(of: graph).composites
    return graph
  }
}
