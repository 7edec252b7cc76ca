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
  /// A timeout of a state is shown as an event, `after 30 s`. Entry and exit actions and tasks are
  /// behaviors of their state, or of the composite state that they belong to by their level; so is a
  /// timeout of a composite state, which runs on while a machine moves inside of it. What belongs to
  /// a part of the states is shown in the region of the part. Where there are no regions, its labels
  /// begin with the name of the part, its timeouts end with it, as in `after 30 s in playback`, a
  /// transition says which part it enters again, `{re-enters playback}`, and a finding says why.
  ///
  /// A state that no declared case stands for becomes a node and a finding.
  ///
  /// Several values may stand for one state. Where they disagree on the effect of an event, each outcome
  /// shows the payload that makes the difference: `fail [attempt = 3]`. What a transition makes of the
  /// payload is shown where it does not simply go with the machine: `fail {attempt + 1}`; see
  /// ``Transition/change``. A guard whose answers lead to the same is not shown.
  ///
  /// - Parameters:
  ///   - schema: The rules.
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  /// - Complexity: one call of the rules for each state value, event and combination of guards.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ schema: StateMachineSchema<State, Event, Subject>,
    bounds: ExplorationBounds = ExplorationBounds()
  ) {
    let (events, omissions) = GraphFinding.declaredEvents(Event.self)
    var explorer = Explorer<State, Event>(
      events: events, bounds: bounds, findings: omissions,
      boundAdvice: Subject.self == Void.self
        ? "round what the state carries, or raise the bound"
        : "keep counters in the subject, or round what the state carries",
      isFinal: schema.isFinal,
      answers: schema.hasStateAnswers ? ExploredAnswers(of: schema) : nil
    ) { state, event, traps, findings in
      let evaluations = schema.evaluations(
        of: event, in: state, guardBound: bounds.guards, traps: traps)
      if evaluations.contains(where: { $0.asked.count > bounds.guards }) {
        findings.append(
          .guardBound(
            bounds.guards, state: state.graphIdentifier, event: event.eventLabel))
      }
      return evaluations
    }
    self = explorer.graph(from: schema.initialState)
    isCommitting =
      schema.commitsTransitions && !findings.contains { $0.kind == .uncommittedTransition }
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
  ///   - bounds: The bounds of the exploration; a finding says that there is more.
  ///   - isFinal: Returns `true` for a state in which a machine is finished.
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
        var explorer = Explorer<State, Event>(
          events: events, bounds: bounds, isFinal: isFinal
        ) { state, event, _, _ in
          step(state, event).map { [RuleEvaluation(kind: .external, target: $0)] } ?? []
        }
        return explorer.graph(from: initial)
      }
    }
  }
}

/// The answers of a schema about states.
struct ExploredAnswers<State, Event> {
  /// The names of the parts that the schema has answers about.
  let parts: [String]
  /// Returns the paths of those parts; `nil` for those that the state does not have.
  let paths: (State) -> [[String]?]
  let behaviors: (State) -> [OwnedBehavior]
  /// Returns the words for the parts that a transition enters again because it names them, if these are
  /// others than without; `nil` where it makes no difference.
  func reentry(by evaluation: RuleEvaluation<State>, from source: State) -> String? {
    guard evaluation.kind == .external, let named = evaluation.reentered,
      let target = evaluation.target
    else { return nil }
    let (before, after) = (paths(source), paths(target))
    let changed = Set(parts.indices.filter { before[$0] != after[$0] })
    let plain = changed.isEmpty ? Set(parts.indices) : changed
    guard changed.union(named) != plain else { return nil }
    let more = named.filter { !changed.contains($0) }.map { parts[$0] }
    return "re-enters \(more.isEmpty ? "no part" : more.joined(separator: " and "))"
  }

  /// Returns the timeouts, each with the position of its part, `nil` for one of the whole state, and
  /// its level, `nil` for the innermost state.
  let timeouts: (State) -> [(part: Int?, level: Int?, timeout: StateTimeout<Event>)]

  init<Subject>(of schema: StateMachineSchema<State, Event, Subject>) {
    parts = schema.regionNames
    paths = schema.regionPaths
    behaviors = schema.behaviors
    timeouts = { state in
      schema.timeouts(in: state).map { owner, timeout in
        (owner.region, owner.level == 0 ? nil : owner.level, timeout)
      }
    }
  }
}
