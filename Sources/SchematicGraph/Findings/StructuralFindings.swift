extension StateGraph {
  /// The findings that follow from the shape of the graph alone, machine by machine, in the order of the
  /// states.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  var structuralFindings: [GraphFinding] {
    let deadEnds = deadEnds
    let hierarchy = StateHierarchy(of: self)
    let entered = Set(
      transitions.flatMap { rule in
        if case .states(let states) = rule.entry { states } else { [String]() }
      })
    return machines.flatMap { machine in
      var graph = machine.graph
      graph.transitions = graph.transitions.map {
        $0.moved(from: hierarchy.level(of: $0).state, to: $0.target)
      }
      return graph.structuralFindings(deadEnds, entered: entered) { state in
        // What is in a region can be left with the state around it.
        !hierarchy.regions(of: state).isEmpty
          || machine.region != nil && !deadEnds.contains(state)
      }
    }
  }

  /// Returns the findings about one machine.
  ///
  /// - Parameters:
  ///   - deadEnds: The states without a way out.
  ///   - entered: The states that transitions of other machines enter.
  ///   - isHandled: Returns whether other machines handle events in a state.
  private func structuralFindings(
    _ deadEnds: Set<String>, entered: Set<String>, isHandledElsewhere isHandled: (String) -> Bool
  ) -> [GraphFinding] {
    let digraph = Digraph(self)
    let starts = states.indices.filter { entered.contains(states[$0].identifier) }
    let reached = digraph.search(from: [digraph.initial] + starts)
    let finals = states.indices.filter { states[$0].isFinal }
    let finishing = digraph.searchBackwards(from: finals)
    let handling = Set(transitions.map(\.source))
    return states.enumerated().flatMap { number, state -> [GraphFinding] in
      let name = state.identifier
      let unreachable = reached.isReached(number) ? [] : [GraphFinding.unreachableState(name)]
      guard !state.isFinal else { return unreachable }
      if state.completion != nil {
        guard deadEnds.contains(name) else { return unreachable }
        return unreachable + [.unansweredCompletion(in: name, of: state.parent ?? name)]
      }
      // The first of these says all that the later ones would.
      if !handling.contains(name), !isHandled(name) {
        return unreachable + [.handlesNothing(state: name)]
      }
      // Where there is one state, there is nowhere to go.
      if deadEnds.contains(name), states.count > 1 { return unreachable + [.noWayOut(state: name)] }
      guard !finals.isEmpty, !finishing.isReached(number) else { return unreachable }
      return unreachable + [.noWayToFinalState(state: name)]
    }
  }
}

extension GraphFinding {
  static func unreachableState(_ state: String) -> GraphFinding {
    GraphFinding(
      .unreachableState, state: state,
      """
      no transitions lead from the initial state to state \(state); lead one there, or remove the \
      state
      """
    )
  }

  static func noWayOut(state: String) -> GraphFinding {
    GraphFinding(
      .noWayOut, state: state,
      """
      no transition leads out of state \(state), which is not final; lead one out, or declare the \
      state final if it is an end
      """
    )
  }

  static func unansweredCompletion(in state: String, of composite: String) -> GraphFinding {
    GraphFinding(
      .noWayOut, state: state,
      """
      no transition leads out of state \(state), which completes \(composite); answer the completion \
      where the machine is embedded
      """
    )
  }

  static func noWayToFinalState(state: String) -> GraphFinding {
    GraphFinding(
      .noWayToFinalState, state: state,
      """
      no transitions lead from state \(state) to a final state; lead one on, or allow this where \
      the machine is to run for ever
      """
    )
  }

  static func handlesNothing(state: String) -> GraphFinding {
    GraphFinding(
      .handlesNothing, state: state,
      """
      state \(state) handles no event and is not final; handle one, or declare the state final if \
      it is an end
      """
    )
  }

  static func unhandledEvent(_ event: String) -> GraphFinding {
    GraphFinding(
      .unhandledEvent, event: event,
      "no state handles event \(event); handle it in a state, or remove the event"
    )
  }

  static func payloadsDisagree(state: String, event: String) -> GraphFinding {
    GraphFinding(
      .payloadsDisagree, state: state, event: event,
      """
      event \(event) in state \(state) does different things for values that look the same, so the \
      diagram shows a fingerprint of each; give values that behave differently an identifier or a \
      label each
      """
    )
  }
}
