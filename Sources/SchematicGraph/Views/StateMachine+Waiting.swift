import Schematic

extension StateMachine where State: Graphable & Equatable {
  /// Waits until the machine is in a state, and throws an error if the diagram shows that the
  /// machine can't reach the state.
  ///
  /// ```swift
  /// try await machine.waitUntil(.shipped, in: graph)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - graph: The graph of the machine's rules.
  /// - Throws: `UnreachedStateError` if the machine is finished in another state, if no transitions lead
  ///   from the machine's state to the awaited state, or if the machine's subject no longer exists;
  ///   `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of states and transitions, once.
  ///
  /// If the graph has more than 10,000 combinations of its regions' states, the machine just waits.
  public nonisolated(nonsending) func waitUntil(
    _ state: State, in graph: StateGraph
  ) async throws {
    let target = schema.configuration(of: state)
    // Without the combinations of regions' states, nobody knows which states lead to which.
    let sources = try? graph.combined().graph.states(leadingTo: target.description)
    try await wait(until: { [schema] current in
      if current == state { return .reached }
      let place = schema.configuration(of: current).description
      return sources?.contains(place) ?? true
        ? nil : .hopeless("no way leads from \(place) to \(target)")
    })
  }
}

extension StateGraph {
  /// Returns the identifiers of the states from which transitions lead to a state.
  fileprivate func states(leadingTo target: String) -> Set<String> {
    var sources: [String: [String]] = [:]
    for transition in transitions {
      sources[transition.target, default: []].append(transition.source)
    }
    var found: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      for source in sources[next, default: []] where found.insert(source).inserted {
        open.append(source)
      }
    }
    return found
  }
}
