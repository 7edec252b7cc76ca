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

extension GraphFinding {
  static func unreachableState(_ state: String) -> GraphFinding {
    GraphFinding(
      kind: .unreachableState,
      state: state,
      description: "no transitions lead from the initial state to state \(state)"
    )
  }

  static func noWayOut(state: String) -> GraphFinding {
    GraphFinding(
      kind: .noWayOut,
      state: state,
      description: """
        no transition leads out of state \(state), which is not final; \
        declare it final if it is an end
        """
    )
  }

  static func noWayToFinalState(state: String) -> GraphFinding {
    GraphFinding(
      kind: .noWayToFinalState,
      state: state,
      description: "no transitions lead from state \(state) to a final state"
    )
  }

  static func handlesNothing(state: String) -> GraphFinding {
    GraphFinding(
      kind: .handlesNothing,
      state: state,
      description: """
        state \(state) handles no event and is not final; declare it final if it is an end
        """
    )
  }

  static func unhandledEvent(_ event: String) -> GraphFinding {
    GraphFinding(
      kind: .unhandledEvent,
      event: event,
      description: "no state handles event \(event)"
    )
  }

  static func payloadsDisagree(state: String, event: String, isTold: Bool) -> GraphFinding {
    GraphFinding(
      kind: .payloadsDisagree,
      state: state,
      event: event,
      description: """
        what event \(event) does in state \(state) depends on what the two carry; \
        \(isTold
          ? "the diagram shows it as a condition, made from the values that were tried"
          : "nothing that was tried tells the cases apart, so the diagram shows them side by side")
        """
    )
  }
}
