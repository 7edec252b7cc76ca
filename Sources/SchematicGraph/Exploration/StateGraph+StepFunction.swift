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
  ///   - step: The state after an event; `nil` when the event means nothing. It must be a pure
  ///     function.
  /// - Complexity: one call of `step` for each state value and event. At most 1,000 values of one
  ///   state and 1,000 undeclared states are tried; what lies beyond is a finding.
  public init<State: Graphable, Event: Graphable>(
    initial: State,
    events: [Event] = Event.graphCases,
    step: (_ state: State, _ event: Event) -> State?
  ) {
    self = withoutActuallyEscaping(step) { step in
      var exploration = Exploration<State, Event>(events: events) { state, event, _ in
        guard let target = step(state, event) else { return [] }
        return [Branch(kind: .external, target: target, guard: nil, action: nil, reason: nil)]
      }
      return exploration.graph(from: initial)
    }
  }
}
