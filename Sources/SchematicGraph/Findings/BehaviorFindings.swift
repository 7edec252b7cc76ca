extension GraphFinding.Kind {
  /// The action of a transition has no label, so that diagrams do not show it.
  public static let unnamedAction = GraphFinding.Kind(description: "unnamed action")
  /// An action or work of a state has no label, so that diagrams cannot name it.
  public static let unnamedBehavior = GraphFinding.Kind(description: "unnamed behavior")
  /// An action or work belongs to a state that is never entered.
  public static let behaviorNeverRuns = GraphFinding.Kind(description: "behavior never runs")
  /// What is done because of a state depends on what the state carries.
  public static let behaviorsDisagree = GraphFinding.Kind(description: "behaviors disagree")
  /// What is done because of a composite state depends on the state inside.
  public static let innerStateDecides = GraphFinding.Kind(description: "inner state decides")
  /// The states have parts, but what is said about them cannot be shown in regions.
  public static let drawnFlat = GraphFinding.Kind(description: "drawn flat")
}

extension StateGraph {
  /// What is noteworthy about the actions and the work of states, in the order of the graph.
  ///
  /// - Complexity: O(*n* *d*) in the number of states and transitions and the depth of nesting.
  var behaviorFindings: [GraphFinding] {
    guard hasBehaviors else { return [] }
    let digraph = Digraph(self)
    let search = digraph.search(from: [digraph.initial])
    let reached = Set(states.indices.filter(search.isReached).map { states[$0].identifier })
    let hierarchy = StateHierarchy(of: self)
    let entered = reached.union(reached.flatMap { hierarchy.ancestors(of: $0) })
    func findings(_ state: String, _ behaviors: [StateBehavior]) -> [GraphFinding] {
      let behaviors = behaviors.uniqued()
      let unnamed = behaviors.filter { $0.label == nil }
      let idle = entered.contains(state) ? [] : behaviors
      return unnamed.map { .unnamedBehavior($0, of: state) }
        + idle.map { .behaviorNeverRuns($0, of: state) }
    }
    return composites.flatMap { findings($0.identifier, $0.behaviors) }
      + states.flatMap { findings($0.identifier, $0.behaviors) }
  }
}

extension GraphFinding {
  static func unnamedAction(of event: String, in state: String) -> GraphFinding {
    GraphFinding(
      kind: .unnamedAction,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) performs an action without a label, which no diagram shows; \
        give it a label
        """
    )
  }

  static func unnamedBehavior(
    _ behavior: StateGraph.StateBehavior, of state: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .unnamedBehavior,
      state: state,
      description: """
        state \(state) has "\(behavior)", which says no more than that there is something; \
        give it a label
        """
    )
  }

  static func behaviorNeverRuns(
    _ behavior: StateGraph.StateBehavior, of state: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .behaviorNeverRuns,
      state: state,
      description: """
        state \(state) has "\(behavior)", but is never entered; lead a transition there, or remove it
        """
    )
  }

  static func behaviorsDisagree(
    _ kind: StateGraph.StateBehavior.Kind, of state: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .behaviorsDisagree,
      state: state,
      description: """
        what state \(state) has for "\(kind.rawValue)" depends on what the state carries, and the \
        diagram shows all of it; make a case of each, or decide inside the action
        """
    )
  }

  static func innerStateDecides(_ kind: String, of state: String) -> GraphFinding {
    GraphFinding(
      kind: .innerStateDecides,
      state: state,
      description: """
        what state \(state) has for "\(kind)" depends on the state inside, and the \
        diagram shows all of it; answer the same for all that lies in \(state)
        """
    )
  }

  static func drawnFlat(_ reason: String) -> GraphFinding {
    GraphFinding(
      kind: .drawnFlat,
      description: "the states have parts, but the diagram shows no regions: \(reason)")
  }
}
