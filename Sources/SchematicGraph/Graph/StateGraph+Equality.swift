extension StateGraph: Hashable {
  /// Returns whether two graphs describe the same behaviour under the same labels, in whatever
  /// order.
  ///
  /// - Parameters:
  ///   - lhs: A graph.
  ///   - rhs: Another graph.
  /// - Returns: `true` when a diagram of one is a diagram of the other.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public static func == (lhs: StateGraph, rhs: StateGraph) -> Bool {
    lhs.initialState == rhs.initialState
      && Set(lhs.states) == Set(rhs.states)
      && Set(lhs.composites) == Set(rhs.composites)
      && Set(lhs.transitions) == Set(rhs.transitions)
      && Set(lhs.rejections) == Set(rhs.rejections)
  }

  /// Feeds what equality compares into a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(initialState)
    hasher.combine(Set(states))
    hasher.combine(Set(composites))
    hasher.combine(Set(transitions))
    hasher.combine(Set(rejections))
  }
}
