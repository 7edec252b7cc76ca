import Schematic
import SchematicGraph

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the events that take a machine along a walk, with the answers that its guards must
  /// give.
  ///
  /// This only evaluates the rules. It runs no action and no guard's condition. If several events
  /// share a label, the plan contains the first that has the effect of the step. For a timeout, it
  /// contains the event that the timeout sends.
  ///
  /// If several values of a state share a node, a step may need another value than the one the walk
  /// has reached. The plan then contains steps that lead to that value: see
  /// ``PlannedStep/isDetour``.
  ///
  /// ```swift
  /// let plan = try Turnstile.schema.plan(for: walk)
  /// plan.map(\.event)     // [.coin, .push]
  /// plan[0].guards        // ["paid": true]
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk, created from the graph of these rules.
  ///   - state: The state to start in. By default, the initial state.
  ///   - rules: All rules of the graph that starts in this state, or `nil` if they aren't known. A
  ///     step that none of them shows isn't searched for.
  /// - Returns: The steps.
  /// - Throws: ``WalkError`` if the rules don't take a step.
  /// - Complexity: One evaluation of the rules for each event with a step's label and each
  ///   combination of guards. If a detour is needed, this is multiplied by up to 1,000 state
  ///   values.
  package func plan(
    for walk: Walk, from state: State? = nil, among rules: Set<StateGraph.Rule>? = nil
  ) throws(WalkError) -> [PlannedStep<State, Event>] {
    var state = state ?? initialState
    let events = Event.graphCases.map { ($0, StateGraph.Trigger.event($0.diagramLabel)) }
    var plan: [PlannedStep<State, Event>] = []
    for (index, step) in walk.steps.enumerated() {
      guard rules?.contains(step.rule.comparedByWalks) ?? true,
        let steps = path(to: step, from: state, after: plan.last?.event, events)
      else {
        throw WalkError(index: index, state: "\(state)", untaken: step)
      }
      plan += steps
      state = steps.last?.target ?? state
    }
    return arrangingCompletions(in: plan)
  }

  /// Returns a plan in which each step also assumes the answers of the completion after it.
  ///
  /// If no completion follows, these are answers with which the machine takes none.
  private func arrangingCompletions(
    in plan: [PlannedStep<State, Event>]
  ) -> [PlannedStep<State, Event>] {
    guard hasCompletions else { return plan }
    var plan = plan
    for index in plan.indices.reversed() {
      let isFollowed = plan.indices.contains(index + 1) && plan[index + 1].step.isCompletion
      let following =
        isFollowed ? plan[index + 1].guards : answersThatStay(in: plan[index].target) ?? [:]
      plan[index].guards.merge(following) { own, _ in own }
    }
    return plan
  }

  /// Returns answers of guards with which no completion leads out of a state, or `nil` if one always
  /// does.
  private func answersThatStay(in state: State) -> [String: Bool]? {
    evaluations(of: nil, in: state, guardBound: ExplorationBounds().guards)
      .first { $0.kind == .ignored || $0.kind == .rejected || $0.kind == .internal }
      .map { evaluation in
        Dictionary(evaluation.asked.map { ($0.name, $0.holds) }) { first, _ in first }
      }
  }

  /// The maximum number of values to search for a path to one step.
  private static var mostValues: Int { 1_000 }

  /// Returns the shortest path that ends with a step, or `nil` if there is none.
  ///
  /// In the plan, a completion has the event of the step before it.
  private func path(
    to step: Walk.Step, from state: State, after event: Event?, _ events: [DeclaredEvent]
  ) -> [PlannedStep<State, Event>]? {
    var seen = VisitedSet()
    _ = seen.insert(state, configuration(of: state).description)
    // The search visits positions in this list of values, each with the event that led to the value.
    var values = [(state: state, event: event)]
    var last: PlannedStep<State, Event>?
    let search = BreadthFirstSearch<Int, PlannedStep<State, Event>>(
      from: [0],
      until: { node in
        last = planned(step, from: values[node].state, after: values[node].event, events)
        return last != nil
      },
      arcs: { node in
        let (state, event) = values[node]
        let detours = steps(from: state, after: event, events, triggeredBy: nil, isDetour: true)
        return detours.compactMap { detour in
          guard values.count < Self.mostValues, !detour.step.rule.effect.isRejection,
            seen.insert(detour.target, detour.step.target)
          else { return nil }
          values.append((detour.target, detour.event))
          return (detour, values.count - 1)
        }
      })
    guard let last, let detours = search.end.flatMap(search.path) else { return nil }
    return detours + [last]
  }

  /// Returns the plan of a step in a state, or `nil` if no event takes the step there.
  private func planned(
    _ step: Walk.Step, from state: State, after event: Event?, _ events: [DeclaredEvent]
  ) -> PlannedStep<State, Event>? {
    let planned = steps(
      from: state, after: event, events, triggeredBy: step.rule.trigger, isDetour: false)
    let first = planned.first { $0.step == step } ?? planned.first { $0.isShown(by: step) }
    return first?.showing(step)
  }

  /// Returns the steps that are possible in a state, for one trigger or for all.
  private func steps(
    from state: State, after last: Event?, _ events: [DeclaredEvent],
    triggeredBy wanted: StateGraph.Trigger?, isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    let timeouts = timeouts(in: state).map {
      ($0.timeout.event, StateGraph.Trigger.timeout($0.timeout.delay), Optional($0.timeout.sender))
    }
    let triggers = events.map { ($0.event, $0.trigger, nil) } + timeouts
    var steps = triggers.filter { wanted == nil || $0.1 == wanted?.silent }.flatMap {
      event, trigger, timeout in
      self.steps(
        from: state, evaluations(of: event, in: state, guardBound: ExplorationBounds().guards),
        of: event, trigger, timeout, isDetour: isDetour)
    }
    guard let last, isComplete(state) else { return steps }
    let completions = evaluations(of: nil, in: state, guardBound: ExplorationBounds().guards)
    if completions.allSatisfy({ $0.kind == .external }) { steps = [] }
    guard wanted == nil || wanted == .completion else { return steps }
    return steps
      + self.steps(
        from: state, completions, of: last, .completion, nil, isDetour: isDetour)
  }

  /// A declared event, with the trigger that has its label.
  private typealias DeclaredEvent = (event: Event, trigger: StateGraph.Trigger)

  /// Returns the possible steps of an event in a state, one for each combination of answers.
  private func steps(
    from state: State, _ evaluations: [RuleEvaluation<State>], of event: Event,
    _ trigger: StateGraph.Trigger, _ timeout: EventSender?, isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    let source = configuration(of: state).description
    return evaluations.compactMap { evaluation in
      let target = evaluation.target ?? state
      guard let effect = evaluation.effect else { return nil }
      let guards = evaluation.asked.map { ($0.name, $0.holds) }
      return PlannedStep(
        step: Walk.Step(
          StateGraph.Rule(
            source: source, target: configuration(of: target).description, trigger: trigger,
            conditions: evaluation.asked.map(\.condition), effect: effect)),
        event: event, timeout: timeout, guards: Dictionary(guards) { first, _ in first },
        source: state, target: target, isDetour: isDetour)
    }
  }
}

/// A step of a walk with the values that take it: see `StateMachineSchema.plan(for:from:)`.
public struct PlannedStep<State, Event> {
  /// The step that the diagram shows.
  package let step: Walk.Step
  /// The event to send.
  ///
  /// If the step is a completion, nothing is sent, and this is the event of the step before.
  public let event: Event
  /// The timeout that sends the event, or `nil` if the event comes from outside.
  package let timeout: EventSender?
  /// The answers that the step and the completions after it assume, by the names of the guards.
  public internal(set) var guards: [String: Bool]
  /// The state before the step.
  public let source: State
  /// The state to expect after the step.
  package let target: State
  /// A Boolean value that indicates whether the step isn't part of the walk, and only leads to a
  /// value that takes the next step.
  package let isDetour: Bool
}

extension PlannedStep: Sendable where State: Sendable, Event: Sendable {}

extension PlannedStep where State: Graphable, Event: Graphable {
  /// Returns whether a step in a diagram represents this one.
  ///
  /// A diagram omits guards that make no difference. This step may therefore assume more answers than
  /// the diagram shows, but none that contradicts the diagram.
  fileprivate func isShown(by shown: Walk.Step) -> Bool {
    step.rule.comparedByWalks == shown.rule.comparedByWalks
      && guards.allSatisfy { name, holds in
        !shown.rule.conditions.contains(.guard(name, holds: !holds))
      }
  }
}

extension PlannedStep {
  /// A Boolean value that indicates whether the machine takes the step by itself, together with the step
  /// before.
  package var isCompletion: Bool { step.isCompletion }

  /// Returns a copy whose ``step`` is the given one.
  fileprivate func showing(_ shown: Walk.Step) -> PlannedStep {
    PlannedStep(
      step: shown, event: event, timeout: timeout, guards: guards, source: source, target: target,
      isDetour: isDetour)
  }
}

extension StateGraph.Rule {
  /// The rule without the parts that walks don't compare: its conditions, its payload change, its
  /// entry into regions, and the event that its timeout sends.
  package var comparedByWalks: StateGraph.Rule {
    StateGraph.Rule(source: source, target: target, trigger: trigger.silent, effect: effect)
  }
}

extension StateGraph.Trigger {
  /// The trigger without the event that a timeout sends.
  var silent: StateGraph.Trigger {
    if case .timeout(let delay, _) = self { .timeout(delay) } else { self }
  }
}

extension Graphable {
  /// Returns the declared values that have a label in diagrams, in declared order.
  ///
  /// ```swift
  /// Visitor.graphCases(labeled: step.event)  // [.coin]
  /// ```
  ///
  /// - Parameter label: The label.
  /// - Returns: The values, which are empty if no declared value has the label.
  /// - Complexity: O(*n*) in the number of declared values.
  package static func graphCases(labeled label: String) -> [Self] {
    graphCases.filter { $0.eventLabel == label }
  }
}
