extension StateGraph {
  /// The graph in the order of its record, in which it is drawn.
  ///
  /// The states of a composite state follow each other, from the place of the first on. If machines run
  /// side by side, the combinations of their states are in the order of these, and rules that lead from
  /// combination to combination come before others.
  ///
  /// - Complexity: O(*n* log *n*) in the number of states and rules.
  package var inRecordedOrder: StateGraph {
    guard !composites.isEmpty || !regions.isEmpty else { return self }
    var graph = self
    for index in regions.indices {
      graph.regions[index].graph = regions[index].graph.inRecordedOrder
    }
    for index in composites.indices {
      for region in composites[index].regions.indices {
        graph.composites[index].regions[region].graph =
          composites[index].regions[region].graph.inRecordedOrder
      }
    }
    let (states, rules) = graph.recordedOrder
    let places = Dictionary(zip(states, states.indices), uniquingKeysWith: { first, _ in first })
    let known = Dictionary(zip(rules, rules.indices), uniquingKeysWith: { first, _ in first })
    graph.states = graph.states.stablySorted { places[$0.identifier, default: states.count] }
    graph.rules = graph.rules.stablySorted { known[$0, default: rules.count] }
      .inOrder(of: graph.states)
    graph.transitions = graph.rules.filter { !$0.effect.isRefusal }
    graph.composites = StateHierarchy(of: graph).composites
    return graph
  }

  /// The identifiers of the states in the order of the record, and the rules of combinations.
  private var recordedOrder: (states: [String], rules: [Rule]) {
    guard regions.isEmpty else {
      let product = RegionProduct(of: regions)
      return (product.states.map(\.identifier), product.rules)
    }
    let hierarchy = StateHierarchy(of: self)
    var (states, rules): ([String], [Rule]) = ([], [])
    func add(_ children: [StateHierarchy.Child]) {
      for child in children {
        switch child {
        case .state(let state): states.append(state.identifier)
        case .composite(let composite) where !composite.regions.isEmpty:
          states += InnerRegions.states(of: composite).map(\.identifier)
          rules += InnerRegions.rules(of: composite)
        case .composite(let composite): add(hierarchy.children(of: composite.identifier))
        }
      }
    }
    add(hierarchy.children(of: nil))
    return (states, rules)
  }
}

extension [StateGraph.Rule] {
  /// Returns the rules in the order of their source states; in each state those that reject, those that
  /// trap, and ignored timeouts last.
  func inOrder(of states: [StateGraph.State]) -> [StateGraph.Rule] {
    let places = Dictionary(
      zip(states.map(\.identifier), states.indices), uniquingKeysWith: { first, _ in first })
    return stablySorted {
      4 * places[$0.source, default: states.count]
        + ($0.effect.isRejection ? 1 : $0.effect.isTrap ? 2 : $0.effect.isRefusal ? 3 : 0)
    }
  }
}
