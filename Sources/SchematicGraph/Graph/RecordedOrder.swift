extension StateGraph {
  /// The graph with its states and rules in the order of its record and its diagram.
  ///
  /// A graph without composite states and regions is in that order already.
  ///
  /// The states inside a composite state stay together, at the place of the first of them. Each
  /// state is followed by its regions and their states.
  ///
  /// - Complexity: O(*n* log *n*) in the number of states and rules.
  package var inRecordedOrder: StateGraph {
    guard !composites.isEmpty || !regions.isEmpty else { return self }
    var order = RecordedOrder(of: StateHierarchy(of: self))
    order.add(in: nil)
    order.addRegions(of: nil)
    let places = Dictionary(firstOf: zip(order.states, order.states.indices))
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

  /// Adds the states in a composite state or a region; for `nil`, the outermost states.
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

  /// Adds the regions of a state; for `nil`, the regions of the machine as a whole.
  mutating func addRegions(of state: String?) {
    for region in hierarchy.regions(of: state) {
      regions.append(region)
      add(in: region.identifier)
    }
  }
}
