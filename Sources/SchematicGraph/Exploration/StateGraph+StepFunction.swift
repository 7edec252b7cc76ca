import Schematic

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
