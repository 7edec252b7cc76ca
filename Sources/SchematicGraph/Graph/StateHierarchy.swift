/// The nesting of a graph's states: the composite states, and the states inside each.
package struct StateHierarchy {
  /// An innermost state, or a composite state.
  package enum Child: Hashable {
    case state(StateGraph.State)
    case composite(StateGraph.CompositeState)
  }

  /// The composite states that states lie in, each after the one that it lies in itself.
  package private(set) var composites: [StateGraph.CompositeState] = []

  private var children: [String?: [Child]] = [:]
  private var parents: [String: String] = [:]
  /// The composite state around each composite state; `nil` around an outermost one.
  private var compositeParents: [String: String?] = [:]
  private var descendants: [String: [StateGraph.State]] = [:]

  /// Creates the hierarchy of states.
  ///
  /// A composite state that is only mentioned as a parent is added, one in which no state lies is left
  /// out, and one that is its own ancestor counts as an outermost one.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - composites: The composite states, in any order.
  package init(states: [StateGraph.State], composites: [StateGraph.CompositeState]) {
    let declared = Dictionary(
      composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for state in states {
      if let parent = state.parent { add(parent, declared) }
      children[state.parent, default: []].append(.state(state))
      parents[state.identifier] = state.parent
      for ancestor in ancestors(of: state.identifier) {
        descendants[ancestor, default: []].append(state)
      }
    }
  }

  /// Creates the hierarchy of a graph's states.
  package init(of graph: StateGraph) {
    self.init(states: graph.states, composites: graph.composites)
  }

  /// Adds a composite state after those that it lies in.
  private mutating func add(_ identifier: String, _ declared: [String: StateGraph.CompositeState]) {
    var chain: [StateGraph.CompositeState] = []
    var met: Set<String> = []
    var next: String? = identifier
    while let identifier = next, compositeParents[identifier] == nil {
      guard met.insert(identifier).inserted else {
        // The chain has come round to itself.
        chain[chain.count - 1].parent = nil
        break
      }
      let composite = declared[identifier] ?? StateGraph.CompositeState(identifier: identifier)
      chain.append(composite)
      next = composite.parent
    }
    for composite in chain.reversed() {
      composites.append(composite)
      children[composite.parent, default: []].append(.composite(composite))
      compositeParents.updateValue(composite.parent, forKey: composite.identifier)
    }
  }

  /// Returns the states and composite states directly inside a composite state, in the order of the
  /// states.
  ///
  /// - Parameter composite: The identifier of a composite state; `nil` for the outermost level.
  /// - Returns: The children. A composite state stands where the first state inside it does.
  package func children(of composite: String?) -> [Child] {
    children[composite, default: []]
  }

  /// Returns the composite states that a state lies in, the innermost first.
  package func ancestors(of state: String) -> [String] {
    parents[state].map { [$0] + ancestors(ofComposite: $0) } ?? []
  }

  /// Returns the composite states that a composite state lies in, the innermost first.
  package func ancestors(ofComposite composite: String) -> [String] {
    let parent = { (identifier: String) in compositeParents[identifier] ?? nil }
    return Array(
      sequence(state: parent(composite)) { next in
        defer { next = next.flatMap(parent) }
        return next
      })
  }

  /// Returns the states inside a composite state, at any depth, in the order of the graph.
  package func descendants(of composite: String) -> [StateGraph.State] {
    descendants[composite, default: []]
  }

  /// Returns the innermost composite state around all of some states; `nil` where there is none.
  package func commonAncestor(of states: [String]) -> String? {
    guard let first = states.first else { return nil }
    let others = states.dropFirst().map { Set(ancestors(of: $0)) }
    return ancestors(of: first).first { ancestor in others.allSatisfy { $0.contains(ancestor) } }
  }
}
