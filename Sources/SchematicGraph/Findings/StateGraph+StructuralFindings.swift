extension StateGraph {
  /// What the shape of the graph alone gives away, in the order of the states.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  var structuralFindings: [GraphFinding] {
    let reached = reachable(from: [initialState], along: \.source, \.target)
    let finals = states.filter(\.isFinal).map(\.identifier)
    let finishing = reachable(from: finals, along: \.target, \.source)
    let handling = Set(transitions.map(\.source))
    let deadEnds = deadEnds
    return states.flatMap { state -> [GraphFinding] in
      let name = state.identifier
      let unreachable = reached.contains(name) ? [] : [GraphFinding.unreachableState(name)]
      guard !state.isFinal else { return unreachable }
      // The first of these says all that the later ones would.
      if !handling.contains(name) { return unreachable + [.handlesNothing(state: name)] }
      // Where there is one state, there is nowhere to go.
      if deadEnds.contains(name), states.count > 1 { return unreachable + [.noWayOut(state: name)] }
      guard !finals.isEmpty, !finishing.contains(name) else { return unreachable }
      return unreachable + [.noWayToFinalState(state: name)]
    }
  }

  /// Returns the states that transitions lead to, in one direction or the other, with those that
  /// they lead from.
  private func reachable(
    from start: [String], along tail: KeyPath<Transition, String>,
    _ head: KeyPath<Transition, String>
  ) -> Set<String> {
    let next = Dictionary(grouping: transitions, by: { $0[keyPath: tail] })
    var found = Set(start)
    var waiting = start
    while let state = waiting.popLast() {
      for transition in next[state, default: []]
      where found.insert(transition[keyPath: head]).inserted {
        waiting.append(transition[keyPath: head])
      }
    }
    return found
  }
}
