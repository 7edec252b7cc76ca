extension StateGraph {
  /// Returns a shortest walk to a state.
  ///
  /// Among walks of the same length it takes one that assumes few guards.
  ///
  /// ```swift
  /// graph.shortestWalk(to: "unlocked")?.events  // ["coin"]
  /// ```
  ///
  /// - Parameters:
  ///   - state: The identifier of the state to reach.
  ///   - start: The identifier of the state to start in; the initial state unless you say otherwise.
  /// - Returns: The walk, without steps where it starts in the state; `nil` where no walk leads
  ///   there, or the graph has no such state.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func shortestWalk(to state: String, from start: String? = nil) -> Walk? {
    let index = GraphIndex(self)
    guard let start = index.numbers[start ?? initialState], let end = index.numbers[state]
    else { return nil }
    return ShortestWays(from: start, in: index).way(to: end).map { way in
      walk(from: index.names[start], along: way)
    }
  }

  /// Returns a shortest walk to each state, in the order of states, the unreachable ones left out.
  ///
  /// - Returns: The walks, each from the initial state.
  /// - Complexity: O(*n* · *l*) in the number of states and transitions, and the length of the
  ///   longest walk.
  public func shortestWalks() -> [Walk] {
    let index = GraphIndex(self)
    let ways = ShortestWays(from: index.initial, in: index)
    return index.names.indices.compactMap { state in
      ways.way(to: state).map { walk(from: initialState, along: $0) }
    }
  }

  /// Returns the walk along transitions given by their positions.
  func walk(from start: String, along way: [Int]) -> Walk {
    Walk(start: start, steps: way.map { Walk.Step(.transition(transitions[$0])) })
  }
}
