import Schematic

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the events that take a machine along a walk, with the answers that its guards must give.
  ///
  /// Only the rules are evaluated; no action and no guard's condition runs. Where several events share
  /// a label, the first that has the effect of the step is taken. A timeout is taken by the event that
  /// it sends.
  ///
  /// Where several values of a state share a node, a step may need another value than the walk has led
  /// to. Then the plan contains steps that lead to it: see ``PlannedStep/isDetour``.
  ///
  /// ```swift
  /// let plan = try Turnstile.schema.plan(for: walk)
  /// plan.map(\.event)     // [.coin, .push]
  /// plan[0].guards        // ["paid": true]
  /// ```
  ///
  /// - Parameters:
  ///   - walk: The walk, made from the graph of these rules.
  ///   - state: The state to start in; the initial state unless you say otherwise.
  /// - Returns: The steps.
  /// - Throws: ``WalkError`` where the rules do not take a step.
  /// - Complexity: one evaluation of the rules for each event of a step's label and combination of
  ///   guards; where a detour is needed, for each of up to 1,000 state values.
  public func plan(
    for walk: Walk, from state: State? = nil
  ) throws(WalkError) -> [PlannedStep<State, Event>] {
    var state = state ?? initialState
    var plan: [PlannedStep<State, Event>] = []
    for (index, step) in walk.steps.enumerated() {
      guard let steps = path(to: step, from: state) else {
        throw WalkError(index: index, state: "\(state)", untaken: step)
      }
      plan += steps
      state = steps.last?.target ?? state
    }
    return plan
  }

  /// The most values that are searched for a path to one step.
  private static var mostValues: Int { 1_000 }

  /// Returns the shortest path that takes a step, the step itself last; `nil` where there is none.
  private func path(to step: Walk.Step, from state: State) -> [PlannedStep<State, Event>]? {
    var seen = VisitedSet()
    _ = seen.insert(state, state.graphIdentifier)
    // The nodes of the search are the positions of the values.
    var values = [state]
    var last: PlannedStep<State, Event>?
    let search = BreadthFirstSearch<Int, PlannedStep<State, Event>>(
      from: [0],
      until: { node in
        last = planned(step, from: values[node])
        return last != nil
      },
      arcs: { node in
        steps(from: values[node], labeled: nil, isDetour: true).compactMap { detour in
          guard values.count < Self.mostValues, !detour.step.rule.isRejection,
            seen.insert(detour.target, detour.target.graphIdentifier)
          else { return nil }
          values.append(detour.target)
          return (detour, values.count - 1)
        }
      })
    guard let last, let detours = search.end.flatMap(search.path) else { return nil }
    return detours + [last]
  }

  /// Returns the plan of a step in a state; `nil` where no event takes it there.
  private func planned(_ step: Walk.Step, from state: State) -> PlannedStep<State, Event>? {
    let planned = steps(from: state, labeled: step.event, isDetour: false)
    let first = planned.first { $0.step == step } ?? planned.first { $0.isShown(by: step) }
    return first?.showing(step)
  }

  /// Returns the possible effects in a state of the events of a label, or of all events.
  private func steps(
    from state: State, labeled wanted: String?, isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    events(in: state).filter { wanted == nil || $0.label == wanted }.flatMap {
      event, label, timeout in
      steps(from: state, on: event, label, timeout, isDetour: isDetour)
    }
  }

  /// Returns the events that a diagram shows in a state, with their labels.
  private func events(
    in state: State
  ) -> [(event: Event, label: String, timeout: Duration?)] {
    Event.graphCases.map { ($0, $0.eventLabel, nil) }
      + shownTimeouts(in: state).flatMap { event, labels, duration in
        labels.map { (event, $0, duration) }
      }
  }

  /// Returns the possible effects of an event in a state, a step for each combination of answers.
  private func steps(
    from state: State, on event: Event, _ label: String, _ timeout: Duration?,
    isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    let source = state.graphIdentifier
    let bound = ExplorationBounds().guards
    return evaluations(of: event, in: state, guardBound: bound).compactMap { evaluation in
      let target = evaluation.target ?? state
      guard let outcome = evaluation.outcome(leadingTo: target.graphIdentifier) else { return nil }
      let guards = evaluation.asked.map { ($0.name, $0.holds) }
      return PlannedStep(
        step: Walk.Step(
          StateGraph.Rule(
            state: source, event: label,
            guard: GuardExpression.text(of: evaluation.asked.map(\.condition)), outcome: outcome)),
        event: event, timeout: timeout, guards: Dictionary(guards) { first, _ in first },
        source: state, target: target, isDetour: isDetour)
    }
  }
}

/// A step of a walk with the values that take it: see `StateMachineSchema.plan(for:from:)`.
public struct PlannedStep<State, Event> {
  /// The step that the diagram shows.
  public let step: Walk.Step
  /// The event to send.
  public let event: Event
  /// The time of the timeout that sends the event; `nil` if it is sent from outside.
  public let timeout: Duration?
  /// The answers that the step assumes, by the names of the guards.
  public let guards: [String: Bool]
  /// The state before.
  public let source: State
  /// The state to expect afterwards.
  public let target: State
  /// A Boolean value that indicates whether the step is not part of the walk, and only leads to a
  /// value that takes the next one.
  public let isDetour: Bool
}

extension PlannedStep: Sendable where State: Sendable, Event: Sendable {}

extension PlannedStep where State: Graphable, Event: Graphable {
  /// Returns whether a step of a diagram stands for this one.
  ///
  /// A diagram leaves out guards that make no difference, and may tell payloads apart: every answer
  /// that it shows must be the one assumed here.
  fileprivate func isShown(by shown: Walk.Step) -> Bool {
    guard step.rule.unguarded == shown.rule.unguarded else { return false }
    let terms = Set(shown.guard.map { GuardExpression($0).terms } ?? [])
    let fields = PayloadField.fields(of: source, on: timeout == nil ? event : nil)
    return guards.allSatisfy { name, holds in
      // Where a payload is meant, the guard of that name stands in parentheses.
      let isPayload = fields.contains { $0.isMeant(by: name) }
      let names = ["(\(name))"] + (isPayload ? [] : [name])
      return names.allSatisfy { !terms.contains(GuardAnswer(name: $0, holds: !holds)) }
    }
  }
}

extension PlannedStep {
  /// Returns the step as a diagram shows it.
  fileprivate func showing(_ shown: Walk.Step) -> PlannedStep {
    PlannedStep(
      step: shown, event: event, timeout: timeout, guards: guards, source: source, target: target,
      isDetour: isDetour)
  }
}

extension StateGraph.Rule {
  /// The rule without its guard and its change.
  fileprivate var unguarded: StateGraph.Rule {
    var rule = self
    rule.guard = nil
    rule.change = nil
    return rule
  }
}

extension Graphable {
  /// Returns the declared values that a diagram shows by a label, in declared order.
  ///
  /// ```swift
  /// Visitor.graphCases(labeled: step.event)  // [.coin]
  /// ```
  ///
  /// - Parameter label: The label.
  /// - Returns: The values; none where no declared value has the label.
  /// - Complexity: O(*n*) in the number of declared values.
  public static func graphCases(labeled label: String) -> [Self] {
    graphCases.filter { $0.eventLabel == label }
  }
}
