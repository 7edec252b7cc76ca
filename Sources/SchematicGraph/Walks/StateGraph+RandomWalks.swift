extension StateGraph {
  /// Returns random walks from the initial state; the same seed gives the same walks.
  ///
  /// Each step is one of the transitions out of the state, all equally likely. A walk that comes to
  /// a state without a way out ends there.
  ///
  /// ```swift
  /// @Test(arguments: graph.randomWalks(20, length: 50, seed: 7))
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many walks.
  ///   - length: How many steps a walk has at most.
  ///   - seed: The seed. Print it, or keep it fixed: it is all that repeats the walks.
  /// - Returns: The walks.
  /// - Complexity: O(*n* + `count` · `length`) in the number of states and transitions.
  public func randomWalks(_ count: Int, length: Int, seed: UInt64) -> [Walk] {
    let index = GraphIndex(self)
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      var way: [Int] = []
      var state = index.initial
      while way.count < length, !index.outgoing[state].isEmpty {
        let choices = index.outgoing[state]
        let transition = choices[generator.next(below: choices.count)]
        way.append(transition)
        state = index.targets[transition]
      }
      return walk(from: initialState, along: way)
    }
  }
}
