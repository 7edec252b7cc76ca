import Schematic

extension StateGraph {
  /// The number of guards on one path that are tried both ways.
  static var guardBound: Int { 10 }

  /// Creates the graph of a schema by running its rules.
  ///
  /// The rules are asked about every declared case and every state they reach, with every event
  /// and every combination of guard answers. No action and no guard's condition runs.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// graph.transitions.map(\.event)  // ["coin", "coin", "push"]
  /// graph.transitions.map(\.guard)  // ["paid", "not paid", nil]
  /// ```
  ///
  /// What a timeout of a state does is shown as `after 30 s`.
  ///
  /// A state that no declared case stands for becomes a node and a finding.
  ///
  /// - Parameter schema: The rules.
  /// - Complexity: one call of the rules for each state value, event and combination of guards. At
  ///   most 1,000 values of one state, 1,000 undeclared states and ten guards on a path are tried;
  ///   what lies beyond is a finding.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>
  ) {
    var exploration = Exploration<State, Event>(
      events: Event.graphCases, isFinal: schema.isFinal, timeout: schema.timeout
    ) { state, event, findings in
      Self.branches(of: schema, in: state, on: event, findings: &findings)
    }
    self = exploration.graph(from: schema.initialState)
  }

  /// Runs the rules once for each combination of guard answers that they ask for.
  private static func branches<State: Graphable, Event: Graphable, Subject>(
    of schema: StateMachineSchema<State, Event, Subject>,
    in state: State,
    on event: Event,
    findings: inout [GraphFinding]
  ) -> [Branch<State>] {
    var branches: [Branch<State>] = []
    // The last script is the longest one, which makes the order that of the answers: every guard
    // holds first, then the innermost fails.
    var scripts: [[Bool]] = [[]]
    while let script = scripts.popLast() {
      let trial = GuardTrial(script: script, bound: guardBound)
      let transition = schema.transition(from: state, on: event, guards: trial.answer)
      scripts += trial.alternatives
      if trial.asked.count > guardBound {
        let finding = GraphFinding.guardBound(
          guardBound,
          state: state.graphIdentifier,
          event: event.graphLabel
        )
        findings.append(finding)
      }
      branches.append(
        Branch(
          kind: transition.kind,
          target: transition.target,
          guard: trial.condition,
          action: transition.label,
          reason: transition.reason
        )
      )
    }
    return branches
  }
}
