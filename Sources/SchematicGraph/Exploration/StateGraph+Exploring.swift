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

extension StateGraph {
  /// Creates the graph of any step function, such as a hand-written `switch`.
  ///
  /// ```swift
  /// func next(_ light: Light, _ tick: Tick) -> Light? {
  ///   switch light {
  ///   case .red: return .green
  ///   case .green: return .amber
  ///   case .amber: return .red
  ///   }
  /// }
  /// StateGraph(initial: .red, events: Tick.allCases, step: next).transitions.count  // 3
  /// ```
  ///
  /// - Parameters:
  ///   - initial: The state to start in.
  ///   - events: The events to try in every state; one value for each declared case unless you say
  ///     otherwise.
  ///   - bounds: How far to explore; what lies beyond is a finding.
  ///   - isFinal: Whether a machine is finished in a state.
  ///   - step: The state after an event; `nil` when the event means nothing. It must be a pure
  ///     function.
  /// - Complexity: one call of `step` for each state value and event.
  public init<State: Graphable, Event: Graphable>(
    initial: State,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    step: (_ state: State, _ event: Event) -> State?
  ) {
    self = withoutActuallyEscaping(step) { step in
      withoutActuallyEscaping(isFinal) { isFinal in
        var exploration = Exploration<State, Event>(
          events: events, bounds: bounds, isFinal: isFinal
        ) { state, event, _ in
          step(state, event).map { [Trial(kind: .external, target: $0)] } ?? []
        }
        return exploration.graph(from: initial)
      }
    }
  }
}

/// How far rules are explored before a finding says that there is more.
///
/// ```swift
/// StateGraph(Modem.schema, bounds: ExplorationBounds(guards: 4))
/// ```
public struct ExplorationBounds: Hashable, Sendable {
  /// The number of guards on one path that are tried both ways.
  ///
  /// The rules are run up to 2ⁿ times for each state and event.
  public var guards: Int
  /// The number of values that are explored for one state.
  public var values: Int
  /// The number of states that are explored though no declared case stands for them.
  public var undeclaredStates: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The number of guards on one path that are tried both ways.
  ///   - values: The number of values that are explored for one state.
  ///   - undeclaredStates: The number of states that are explored though no declared case stands
  ///     for them.
  public init(guards: Int = 10, values: Int = 1_000, undeclaredStates: Int = 1_000) {
    self.guards = guards
    self.values = values
    self.undeclaredStates = undeclaredStates
  }
}
