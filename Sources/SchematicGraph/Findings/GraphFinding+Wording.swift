extension GraphFinding {
  static func undeclaredState(_ state: StateGraph.State) -> GraphFinding {
    GraphFinding(
      kind: .undeclaredState,
      state: state.identifier,
      description: """
        state \(state.identifier) is reached by the rules, but no declared case stands for it; \
        add one to graphCases
        """
    )
  }

  static func undeclaredStateBound(_ bound: Int, state: String) -> GraphFinding {
    GraphFinding(
      kind: .undeclaredStateBound,
      state: state,
      description: """
        the rules reach more than \(bound) states that no declared case stands for, and from \
        \(state) on they were not explored; let identifiers leave out what can grow
        """
    )
  }

  static func repeatedIdentifier(
    _ state: StateGraph.State, other: StateGraph.State
  ) -> GraphFinding {
    GraphFinding(
      kind: .repeatedIdentifier,
      state: state.identifier,
      description: """
        the declared cases \(other) and \(state) have the same identifier and share a node; \
        give each its own graphIdentifier
        """
    )
  }

  static func repeatedEventLabel(_ label: String, _ one: String, _ other: String) -> GraphFinding {
    GraphFinding(
      kind: .repeatedEventLabel,
      event: label,
      description: """
        the events \(one) and \(other) have the same label "\(label)", and transitions that \
        differ in nothing else are shown as one; give each its own graphLabel
        """
    )
  }

  static func internalTransitionLeaves(
    _ state: String,
    event: String,
    target: String
  ) -> GraphFinding {
    GraphFinding(
      kind: .internalTransitionLeaves,
      state: state,
      event: event,
      description: """
        event \(event) leaves state \(state) for \(target) by an internal transition; \
        answer .to where the case changes
        """
    )
  }

  static func guardBound(_ bound: Int, state: String, event: String) -> GraphFinding {
    GraphFinding(
      kind: .guardBound,
      state: state,
      event: event,
      description: """
        event \(event) in state \(state) asks more than \(bound) guards on one path; \
        those beyond are tried in one way only; ask fewer, or raise the bound
        """
    )
  }

  static func valueBound(_ bound: Int, state: String) -> GraphFinding {
    GraphFinding(
      kind: .valueBound,
      state: state,
      description: """
        the rules reach more than \(bound) values of state \(state), and those beyond were not \
        explored; keep counters in the subject, or round what the state carries
        """
    )
  }
}
