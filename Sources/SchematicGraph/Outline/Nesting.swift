/// The nesting of the states of a graph.
struct Nesting {
  /// A state or composite state.
  enum Child {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  /// The states in each composite state, at any depth.
  private(set) var states: [String: Set<String>] = [:]
  /// Those of them that are not final.
  private(set) var nonFinalStates: [String: [String]] = [:]
  /// The composite states around each state, the outermost first.
  private(set) var ancestors: [String: [String]] = [:]
  /// The states that lie directly in each composite state; under `nil`, those that lie in none.
  ///
  /// A composite state stands where the first of its states does.
  private(set) var children: [String?: [Child]] = [:]
  private var pathOfComposite: [String: [String]] = [:]

  init(of graph: StateGraph) {
    let hierarchy = StateHierarchy(of: graph)
    for composite in graph.composites {
      let identifier = composite.identifier
      pathOfComposite[identifier] =
        hierarchy.ancestors(ofComposite: identifier).reversed() + [identifier]
    }
    for state in graph.states {
      let composites = Array(hierarchy.ancestors(of: state.identifier).reversed())
      ancestors[state.identifier] = composites
      for composite in composites {
        states[composite, default: []].insert(state.identifier)
        if !state.isFinal { nonFinalStates[composite, default: []].append(state.identifier) }
      }
    }
    let composites = Dictionary(
      graph.composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var listed: Set<String> = []
    for state in graph.states {
      for identifier in ancestors[state.identifier, default: []] {
        guard let composite = composites[identifier], listed.insert(identifier).inserted
        else { continue }
        children[composite.parent, default: []].append(.composite(composite))
      }
      children[state.parent, default: []].append(.state(state))
    }
  }

  /// Returns the composite states that a vertex lies in or is, the outermost first.
  func composites(around vertex: Statechart.Vertex) -> [String] {
    switch vertex {
    case .state(let state): ancestors[state, default: []]
    case .composite(let composite): pathOfComposite[composite, default: []]
    }
  }
}
