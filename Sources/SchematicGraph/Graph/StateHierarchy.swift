/// Which composite states the states of a graph lie in, for quick look-up.
struct Ancestry {
  private let parents: [String: String]
  private let compositeParents: [String: String]

  init(of graph: StateGraph) {
    parents = Dictionary(
      graph.states.compactMap { state in state.parent.map { (state.identifier, $0) } },
      uniquingKeysWith: { first, _ in first })
    compositeParents = Dictionary(
      graph.composites.compactMap { state in state.parent.map { (state.identifier, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the composite states that a state lies in, the innermost first.
  func ancestors(of state: String) -> [String] {
    guard let parent = parents[state] else { return [] }
    return [parent] + ancestors(ofComposite: parent)
  }

  /// Returns the innermost composite state that all of some states lie in; `nil` where there is none.
  func commonAncestor(of states: [String]) -> String? {
    guard let first = states.first else { return nil }
    let others = states.dropFirst().map { Set(ancestors(of: $0)) }
    return ancestors(of: first).first { ancestor in others.allSatisfy { $0.contains(ancestor) } }
  }

  /// Returns the composite states that a composite state lies in, the innermost first.
  func ancestors(ofComposite composite: String) -> [String] {
    var result: [String] = []
    var next = compositeParents[composite]
    while let parent = next {
      result.append(parent)
      next = compositeParents[parent]
    }
    return result
  }
}

extension StateGraph.CompositeState {
  /// Returns the composite states that states lie in, each after the one that it lies in itself.
  ///
  /// What is only mentioned as a parent is added; what would lie in itself is taken for an outermost
  /// state.
  static func inOrder(
    _ composites: [StateGraph.CompositeState], around states: [StateGraph.State]
  ) -> [StateGraph.CompositeState] {
    let known = Dictionary(
      composites.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var placed: Set<String> = []
    var result: [StateGraph.CompositeState] = []
    func place(_ identifier: String, inside descendants: Set<String>) {
      guard placed.insert(identifier).inserted else { return }
      let composite = known[identifier] ?? StateGraph.CompositeState(identifier: identifier)
      guard let parent = composite.parent, parent != identifier, !descendants.contains(parent)
      else {
        result.append(
          StateGraph.CompositeState(identifier: identifier, label: composite.label))
        return
      }
      place(parent, inside: descendants.union([identifier]))
      result.append(composite)
    }
    for state in states {
      if let parent = state.parent { place(parent, inside: []) }
    }
    return result
  }
}
