import Schematic

extension StateGraph {
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
  /// Several values may stand for one state. Where they disagree on what an event does, each outcome
  /// shows the payload that makes the difference: `fail [attempt = 3]`. A guard whose answers lead
  /// to the same is not shown.
  ///
  /// - Parameters:
  ///   - schema: The rules.
  ///   - bounds: How far to explore; what lies beyond is a finding.
  /// - Complexity: one call of the rules for each state value, event and combination of guards.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>,
    bounds: ExplorationBounds = ExplorationBounds()
  ) {
    let (events, omissions) = GraphFinding.declaredEvents(Event.self)
    var exploration = Exploration<State, Event>(
      events: events, bounds: bounds, findings: omissions, isFinal: schema.isFinal,
      timeouts: schema.timeouts(in:)
    ) { state, event, findings in
      Self.trials(of: schema, in: state, on: event, bounds.guards, &findings)
    }
    self = exploration.graph(from: schema.initialState)
  }

  /// Runs the rules once for each combination of guard answers that they ask for.
  private static func trials<State: Graphable, Event: Graphable, Subject>(
    of schema: StateMachineSchema<State, Event, Subject>,
    in state: State,
    on event: Event,
    _ guardBound: Int,
    _ findings: inout [GraphFinding]
  ) -> [Trial<State>] {
    var trials: [Trial<State>] = []
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
      trials.append(
        Trial(
          asked: trial.asked,
          kind: transition.kind,
          target: transition.target,
          action: transition.label,
          reason: transition.reason
        )
      )
    }
    return trials
  }
}
