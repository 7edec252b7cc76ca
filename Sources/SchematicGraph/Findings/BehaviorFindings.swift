extension StateGraph {
  /// The findings about behaviors of states and composite states, composite states first: missing
  /// labels, and behaviors of states that are never entered.
  var behaviorFindings: [GraphFinding] {
    guard hasBehaviors else { return [] }
    let reached = reachedStates
    let hierarchy = StateHierarchy(of: self)
    let entered = reached.union(reached.flatMap { hierarchy.ancestors(of: $0) })
    func findings(_ state: String, _ behaviors: [StateBehavior]) -> [GraphFinding] {
      let behaviors = behaviors.uniqued()
      let unnamed = behaviors.filter { $0.shownLabel == nil }
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
      .unnamedAction, state: state, event: event,
      """
      event \(event) in state \(state) performs an action without a label, which no diagram shows; \
      give it a label
      """
    )
  }

  static func unnamedBehavior(
    _ behavior: StateGraph.StateBehavior, of state: String
  ) -> GraphFinding {
    GraphFinding(
      .unnamedBehavior, state: state,
      """
      state \(state) has "\(behavior)", which says no more than that there is something; \
      give it a label
      """
    )
  }

  static func behaviorNeverRuns(
    _ behavior: StateGraph.StateBehavior, of state: String
  ) -> GraphFinding {
    GraphFinding(
      .behaviorNeverRuns, state: state,
      """
      state \(state) has "\(behavior)", but is never entered; lead a transition there, or remove it
      """
    )
  }

  static func behaviorsDisagree(
    _ kind: StateGraph.StateBehavior.Kind, of state: String
  ) -> GraphFinding {
    GraphFinding(
      .behaviorsDisagree, state: state,
      """
      what state \(state) has for "\(kind.rawValue)" depends on what the state carries; the diagram \
      shows it as a condition, made from the values that were tried
      """
    )
  }

  static func behaviorsUntold(
    _ kind: StateGraph.StateBehavior.Kind, of state: String
  ) -> GraphFinding {
    GraphFinding(
      .payloadsDisagree, state: state,
      """
      what state \(state) has for "\(kind.rawValue)" differs for values that look the same, and the \
      diagram doesn't say which; give values that behave differently an identifier or a label each
      """
    )
  }

  static func innerStateDecides(_ kind: String, of state: String) -> GraphFinding {
    GraphFinding(
      .innerStateDecides, state: state,
      """
      what state \(state) has for "\(kind)" depends on the state inside, and the \
      diagram shows all of it; answer the same for all that lies in \(state)
      """
    )
  }
}
