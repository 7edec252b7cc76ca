extension StateGraph {
  /// The findings that follow from the shape of the graph alone, machine by machine, in the order of the
  /// states.
  ///
  /// `ends` are the states that somebody calls final.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  func structuralFindings(ends: Set<String>) -> [GraphFinding] {
    let (deadEnds, reached) = (deadEnds, reachedStates)
    let hierarchy = StateHierarchy(of: self)
    return machinesByLevel.flatMap { machine in
      machine.graph.structuralFindings(deadEnds, reached, ends) { state in
        // The regions of a state handle events in it. In a state of a region, the machine around the
        // region handles events if its transitions leave the region.
        !hierarchy.regions(of: state).isEmpty
          || machine.region != nil && !deadEnds.contains(state)
      }
    }
  }

  /// The identifiers of the states that machines can reach, from their initial states or from
  /// states in which transitions enter regions.
  var reachedStates: Set<String> {
    let entered = Set(transitions.flatMap(\.entry.states))
    return machinesByLevel.reduce(into: []) { reached, machine in
      // A region runs only while the state that consists of it is active.
      if let owner = machine.region?.parent, !reached.contains(owner) { return }
      let digraph = Digraph(machine.graph)
      let starts = digraph.names.indices.filter { entered.contains(digraph.names[$0]) }
      let search = digraph.search(from: [digraph.initial] + starts)
      reached.formUnion(digraph.names.indices.filter(search.isReached).map { digraph.names[$0] })
    }
  }

  /// The machines, with each transition out of an inner region moved to the state around the region:
  /// see `StateHierarchy.level(of:)`.
  private var machinesByLevel: [(region: Region?, graph: StateGraph)] {
    let hierarchy = StateHierarchy(of: self)
    return machines.map { region, graph in
      var graph = graph
      graph.transitions = graph.transitions.map {
        $0.moved(from: hierarchy.level(of: $0).state, to: $0.target)
      }
      return (region, graph)
    }
  }

  /// Returns the findings about one machine.
  ///
  /// - Parameters:
  ///   - deadEnds: The states without a way out.
  ///   - reached: The states that machines can come to.
  ///   - ends: The states that somebody calls final.
  ///   - isHandled: Returns whether other machines handle events in a state.
  /// - Returns: The findings.
  private func structuralFindings(
    _ deadEnds: Set<String>, _ reached: Set<String>, _ ends: Set<String>,
    isHandledElsewhere isHandled: (String) -> Bool
  ) -> [GraphFinding] {
    let digraph = Digraph(self)
    let finals = states.indices.filter { ends.contains(states[$0].identifier) }
    let finishing = digraph.searchBackwards(from: finals)
    let handling = Set(transitions.map(\.source))
    return states.enumerated().flatMap { number, state -> [GraphFinding] in
      let name = state.identifier
      let unreachable = reached.contains(name) ? [] : [GraphFinding.unreachableState(name)]
      // Whoever calls a state final has said that the machine ends there, whatever it still answers.
      guard !ends.contains(name) else { return unreachable }
      if state.completion != nil {
        guard deadEnds.contains(name) else { return unreachable }
        return unreachable + [.unansweredCompletion(in: name, of: state.parent ?? name)]
      }
      // Each of these findings implies the later ones, so only the first is returned.
      if !handling.contains(name), !isHandled(name) {
        return unreachable + [.handlesNothing(state: name)]
      }
      // In a machine with one state, there is nowhere to go.
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
      no transition leads out of state \(state), which is not final; lead one out, or say that the machine \
      ends there, with `isFinal` or, in a schema, with `.final`
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
      state \(state) accepts no event and is not final; lead a transition out, or say that the machine ends there, \
      with `isFinal` or, in a schema, with `.final`
      """
    )
  }

  static func unhandledEvent(_ event: String) -> GraphFinding {
    GraphFinding(
      .unhandledEvent, event: event,
      """
      no state handles event \(event) as it was tried; handle it in a state, name more samples of what it \
      carries, or remove the event
      """
    )
  }

  static func payloadsDisagree(
    state: String, event: String, _ fields: [String], isOfMachine: Bool
  ) -> GraphFinding {
    let names = fields.map { "`\($0)`" }.joined(separator: ", ")
    let reason =
      fields.isEmpty
      ? "does different things for values that look the same"
      : "depends on \(names) in a way that takes more than a few words, or on values that look the same"
    let advice =
      isOfMachine
      ? "name what decides, as a condition: `conditions: [.init(\"isFull\") { $0.isFull }]`"
      : fields.isEmpty
        ? "give values that behave differently an identifier or a label each"
        : "carry what decides as a value of its own, or give values that behave differently a description each"
    return GraphFinding(
      .payloadsDisagree, state: state, event: event,
      "event \(event) in state \(state) \(reason), and the diagram doesn't say which; \(advice)"
    )
  }
}
