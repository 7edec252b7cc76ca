/// What lies in the composite states of a graph, and what they lie in.
struct Nesting {
  /// The states inside each composite state that are not final, at any depth.
  private(set) var lively: [String: [String]] = [:]
  /// All states inside each composite state, at any depth.
  private(set) var states: [String: Set<String>] = [:]
  /// The composite states around each state, the outermost first.
  private(set) var around: [String: [String]] = [:]
  private var aroundComposite: [String: [String]] = [:]

  init(of graph: StateGraph) {
    let ancestry = Ancestry(of: graph)
    for composite in graph.composites {
      let identifier = composite.identifier
      aroundComposite[identifier] =
        ancestry.ancestors(ofComposite: identifier).reversed() + [identifier]
    }
    for state in graph.states {
      let composites = Array(ancestry.ancestors(of: state.identifier).reversed())
      around[state.identifier] = composites
      for composite in composites {
        states[composite, default: []].insert(state.identifier)
        if !state.isFinal { lively[composite, default: []].append(state.identifier) }
      }
    }
  }

  /// Returns the composite states that a vertex lies in or is, the outermost first.
  func composites(around vertex: Statechart.Vertex) -> [String] {
    switch vertex {
    case .state(let state): around[state, default: []]
    case .composite(let composite): aroundComposite[composite, default: []]
    }
  }
}
