extension StateGraph {
  /// The graph in the order of its record, in which it is drawn.
  ///
  /// The states of a composite state follow each other, from the place of the first on, and the regions of a
  /// state, each with its states, follow the state.
  ///
  /// - Complexity: O(*n* log *n*) in the number of states and rules.
  package var inRecordedOrder: StateGraph {
    guard !composites.isEmpty || !regions.isEmpty else { return self }
    var order = RecordedOrder(of: StateHierarchy(of: self))
    order.add(in: nil)
    order.addRegions(of: nil)
    let places = Dictionary(
      zip(order.states, order.states.indices), uniquingKeysWith: { first, _ in first })
    var graph = self
    graph.states = states.stablySorted { places[$0.identifier, default: states.count] }
    graph.regions = order.regions
    graph.composites = StateHierarchy(of: graph).composites
    graph.rules = rules.inOrder(of: graph.states)
    graph.transitions = graph.rules.filter { !$0.effect.isRefusal }
    return graph
  }
}

/// The states and regions of a graph in the order of its record.
private struct RecordedOrder {
  private let hierarchy: StateHierarchy
  private(set) var states: [String] = []
  private(set) var regions: [StateGraph.Region] = []

  init(of hierarchy: StateHierarchy) { self.hierarchy = hierarchy }

  /// Adds the states in a composite state or a region, or the outermost ones.
  mutating func add(in box: String?) {
    for child in hierarchy.children(of: box) {
      switch child {
      case .composite(let composite): add(in: composite.identifier)
      case .state(let state):
        states.append(state.identifier)
        addRegions(of: state.identifier)
      }
    }
  }

  /// Adds the regions that a state consists of, or the machine as a whole.
  mutating func addRegions(of state: String?) {
    for region in hierarchy.regions(of: state) {
      regions.append(region)
      add(in: region.identifier)
    }
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
