import SchematicGraph

// Rules as diagrams write them, so that tests are short: `event: "after 30 s"` is a timeout, and
// `guard: "paid and not late"` two conditions.

extension StateGraph {
  /// Creates a graph from its transitions and rejections.
  package init(
    states: [State] = [], composites: [CompositeState] = [], transitions: [Rule],
    rejections: [Rule] = [], initialState: String, findings: [GraphFinding] = []
  ) {
    self.init(
      states: states, composites: composites, rules: transitions + rejections,
      initialState: initialState, findings: findings)
  }
}

extension StateGraph.Rule {
  /// Creates the rule of a transition.
  package init(
    source: String, target: String, event: String, guard: String? = nil, action: String? = nil,
    isInternal: Bool = false, change: String? = nil
  ) {
    self.init(
      source: source, target: target, trigger: StateGraph.Trigger(notation: event),
      conditions: `guard`.map(StateGraph.Condition.conditions) ?? [],
      effect: isInternal ? .internal(action: action) : .external(action: action), change: change)
  }

  /// Creates the rule by which an event is rejected.
  package init(state: String, event: String, guard: String? = nil, reason: String? = nil) {
    self.init(state: state, event: event, guard: `guard`, effect: .rejected(reason: reason))
  }

  /// Creates the rule by which an event is rejected, or traps.
  package init(
    state: String, event: String, guard: String? = nil, effect: StateGraph.Effect
  ) {
    self.init(
      source: state, trigger: StateGraph.Trigger(notation: event),
      conditions: `guard`.map(StateGraph.Condition.conditions) ?? [], effect: effect)
  }
}

extension RuleLabel {
  /// Creates a label of what diagrams write.
  package init(
    event: String, guard: String?, effect: StateGraph.Effect, change: String? = nil
  ) {
    self.init(
      trigger: StateGraph.Trigger(notation: event),
      conditions: `guard`.map(StateGraph.Condition.conditions) ?? [], effect: effect,
      change: change)
  }
}

extension StateGraph.Condition {
  /// Returns the conditions of a guard as diagrams write the simple ones: `paid and not late and n = 3`.
  package static func conditions(_ text: String) -> [StateGraph.Condition] {
    text.split(separator: " and ", omittingEmptySubsequences: false).map { term in
      if term.contains(" = ") { return .payload(String(term)) }
      let isNegated = term.hasPrefix("not ")
      return .guard(String(isNegated ? term.dropFirst(4) : term), holds: !isNegated)
    }
  }
}
