import Schematic

extension StateGraph {
  /// Creates the graph of a schema by running its rules.
  ///
  /// This evaluates the rules for every declared case and every state that the rules lead to, except
  /// final ones, with every event and every combination of guard answers, up to `bounds`. It runs no
  /// action and no guard's condition.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// graph.transitions.map(\.event)  // ["coin", "coin", "push"]
  /// graph.transitions.map(\.guard)  // ["paid", "not paid", nil]
  /// ```
  ///
  /// The graph shows the timeout of a state as an event, `after 30 s`. Entry and exit actions and
  /// tasks are behaviors of their state or, if their answer has a level, of a composite state. The
  /// timeout of a composite state is a behavior, too: it continues while a machine moves inside.
  /// Each region is explored as a machine of its own. The rules around regions are evaluated for
  /// combinations of the regions' states (see ``ExplorationBounds``).
  ///
  /// A state that no declared case represents becomes a node and a finding.
  ///
  /// Several values may represent one state. If they disagree about the effect of an event, the
  /// graph shows the payload that makes the difference: `fail [attempt = 3]`. If a transition
  /// changes the payload, the change is shown: `fail {attempt + 1}`. A guard isn't
  /// shown if both of its answers have the same outcome.
  ///
  /// - Parameters:
  ///   - schema: The rules.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  /// - Complexity: One call of the rules for each state value, event and combination of guards.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>,
    bounds: ExplorationBounds = ExplorationBounds()
  ) {
    self = TreeExploration.graph(of: schema, bounds)
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
  ///   - events: The events to try in every state. By default, one value for each declared case.
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine ends, as in *What an end can be*.
  ///   - step: Returns the state after an event, or `nil` if the event means nothing. It must be a
  ///     pure function.
  /// - Complexity: One call of `step` for each state value and event.
  public init<State: Graphable, Event: Graphable>(
    initial: State,
    events: [Event] = Event.graphCases,
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: (_ state: State) -> Bool = { _ in false },
    step: (_ state: State, _ event: Event) -> State?
  ) {
    self = withoutActuallyEscaping(step) { step in
      withoutActuallyEscaping(isFinal) { isFinal in
        StateGraph(
          exploring: ExploredRules(
            events: events.map(ExploredEvent.init), bounds: bounds, isFinal: isFinal
          ) { state, event, _ in
            let target = event.flatMap { step(state, $0) }
            return target.map { [RuleEvaluation(kind: .external, target: $0)] } ?? []
          }, from: initial)
      }
    }
  }
}

extension StateGraph {
  /// Creates the graph of rules by exploring them from an initial state.
  init<State: Graphable, Event: Graphable>(
    exploring rules: ExploredRules<State, Event>, from initialState: State
  ) {
    var exploration = Exploration(of: rules)
    let machine = exploration.machine(from: initialState)
    self = machine.graph
    conclude(from: [machine], rules.bounds)
    addNearLines()
  }
}
