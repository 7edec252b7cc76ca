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
