extension StateGraph {
  /// The identifiers of the states that no transition leads out of.
  ///
  /// A state whose transitions all lead back to itself is one of them.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  public var deadEnds: Set<String> {
    let left = transitions.filter { $0.source != $0.target }.map(\.source)
    return Set(states.map(\.identifier)).subtracting(left)
  }
}
