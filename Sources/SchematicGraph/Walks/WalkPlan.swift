import Schematic

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the events that take a machine along a walk, with the answers that its guards must give.
  ///
  /// Only the rules are asked; no action and no guard's condition runs. Where several values stand
  /// for one label, the first that does what the step shows is taken. A timeout is taken by the event
  /// that it sends.
  ///
  /// Where several values of a state share a node, a step may need another one than the walk has led
  /// to. Then steps that lead to it are put in: see ``PlannedStep/isDetour``.
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
  /// - Throws: ``UnplannableStep`` where the rules do not take a step.
  /// - Complexity: one call of the rules for each event of a step's label and combination of guards;
  ///   where a detour is needed, for each of up to 1,000 state values.
  public func plan(
    for walk: Walk, from state: State? = nil
  ) throws(UnplannableStep) -> [PlannedStep<State, Event>] {
    var state = state ?? initialState
    var plan: [PlannedStep<State, Event>] = []
    for (index, step) in walk.steps.enumerated() {
      guard let steps = way(to: step, from: state) else {
        throw UnplannableStep(index: index, step: step, state: "\(state)")
      }
      plan += steps
      state = steps.last?.target ?? state
    }
    return plan
  }

  /// Returns the shortest way to take a step, the step itself last; `nil` where there is none.
  private func way(to step: Walk.Step, from state: State) -> [PlannedStep<State, Event>]? {
    var seen = SeenValues()
    _ = seen.insert(state, state.graphIdentifier)
    var waiting: [(state: State, way: [PlannedStep<State, Event>])] = [(state, [])]
    var next = 0
    while next < waiting.count, next < ExplorationBounds().values {
      let (state, way) = waiting[next]
      next += 1
      let planned = steps(from: state, labelled: step.event, isDetour: false)
      let last = planned.first { $0.step == step } ?? planned.first { $0.isShown(by: step) }
      if let last { return way + [last.showing(step)] }
      for detour in steps(from: state, labelled: nil, isDetour: true)
      where detour.step.transition != nil
        && seen.insert(detour.target, detour.target.graphIdentifier)
      {
        waiting.append((detour.target, way + [detour]))
      }
    }
    return nil
  }

  /// Returns what the events of a label, or all events, may do in a state.
  private func steps(
    from state: State, labelled wanted: String?, isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    stimuli(in: state).filter { wanted == nil || $0.label == wanted }.flatMap { event, label in
      steps(from: state, on: event, label, isDetour: isDetour)
    }
  }

  /// The events that a diagram shows in a state, with their labels.
  private func stimuli(in state: State) -> [(event: Event, label: String)] {
    Event.graphCases.map { ($0, $0.graphLabel) }
      + timeouts(in: state).map { timeout in
        (timeout.event, "after \(timeout.duration.label)")
      }
  }

  /// Returns what an event may do in a state, one step for each combination of answers.
  private func steps(
    from state: State, on event: Event, _ label: String, isDetour: Bool
  ) -> [PlannedStep<State, Event>] {
    var steps: [PlannedStep<State, Event>] = []
    var scripts: [[Bool]] = [[]]
    while let script = scripts.popLast() {
      let trial = GuardTrial(script: script, bound: ExplorationBounds().guards)
      let transition = transition(from: state, on: event, guards: trial.answer)
      scripts += trial.alternatives
      let condition = Conjunction.text(of: trial.asked.map(\.condition))
      guard let step = Walk.Step(transition, from: state, label, condition) else { continue }
      let answers = trial.asked.map { ($0.name, $0.holds) }
      steps.append(
        PlannedStep(
          step: step, event: event, guards: Dictionary(answers) { first, _ in first },
          source: state, target: transition.target ?? state, isDetour: isDetour))
    }
    return steps
  }
}

extension PlannedStep {
  /// Returns whether a step of a diagram stands for this one.
  ///
  /// A diagram leaves out guards that make no difference, and may tell payloads apart: all that is
  /// shown of the guards must be as they are here.
  fileprivate func isShown(by shown: Walk.Step) -> Bool {
    guard step.withoutGuard == shown.withoutGuard else { return false }
    let shown = Set(shown.guard.map { Conjunction($0).terms } ?? [])
    return guards.allSatisfy { !shown.contains(GuardAnswer(name: $0, holds: !$1)) }
  }

  /// Returns the step as a diagram shows it.
  fileprivate func showing(_ shown: Walk.Step) -> PlannedStep {
    PlannedStep(
      step: shown, event: event, guards: guards, source: source, target: target,
      isDetour: isDetour)
  }
}

extension Walk.Step {
  /// The step with its guard left aside.
  fileprivate var withoutGuard: Walk.Step {
    switch answer {
    case .transition(let transition):
      Walk.Step(
        StateGraph.Transition(
          source: transition.source, target: transition.target, event: transition.event,
          action: transition.action, isInternal: transition.isInternal))
    case .rejection(let rejection):
      Walk.Step(
        StateGraph.Rejection(
          state: rejection.state, event: rejection.event, reason: rejection.reason))
    }
  }

  /// Creates the step that a diagram shows for an answer of the rules; `nil` where it shows none.
  fileprivate init?<State: Graphable, Subject>(
    _ answer: Transition<State, Subject>, from state: State, _ event: String, _ guard: String?
  ) {
    let source = state.graphIdentifier
    switch answer.kind {
    case .ignored: return nil
    case .rejected:
      self.init(
        .rejection(.init(state: source, event: event, guard: `guard`, reason: answer.reason)))
    case .external, .internal:
      self.init(
        .transition(
          .init(
            source: source, target: answer.target?.graphIdentifier ?? source, event: event,
            guard: `guard`, action: answer.label, isInternal: answer.kind == .internal)))
    }
  }
}

/// A step of a walk with the values that take it: see ``Schematic/StateMachineSchema/plan(for:from:)``.
public struct PlannedStep<State, Event> {
  /// What the diagram shows.
  public let step: Walk.Step
  /// The event to send.
  public let event: Event
  /// The answers that the step assumes, by the names of the guards.
  public let guards: [String: Bool]
  /// The state before.
  public let source: State
  /// The state to expect afterwards.
  public let target: State
  /// Whether the step is no part of the walk, and leads to where the next one can be taken.
  public let isDetour: Bool
}

extension PlannedStep: Sendable where State: Sendable, Event: Sendable {}

/// A walk has a step that the rules do not take, whatever the guards answer.
///
/// Either the walk was made from other rules, or the node of a state stands for several values, and
/// none that can be reached takes the step.
public struct UnplannableStep: Error, Hashable, CustomStringConvertible {
  /// The position of the step in the walk, from zero.
  public let index: Int
  /// The step.
  public let step: Walk.Step
  /// The state value in which the rules were asked, as text.
  public let state: String

  /// Which step, where, and what to do.
  public var description: String {
    """
    no event takes step \(index + 1), \(step), from \(state); make the walk from the graph of these \
    rules, and give values that behave differently a graphIdentifier each
    """
  }
}

extension Graphable {
  /// Returns the declared values that a diagram shows by a label, in declared order.
  ///
  /// ```swift
  /// Visitor.graphCases(labelled: step.event)  // [.coin]
  /// ```
  ///
  /// - Parameter label: The label.
  /// - Returns: The values; none where no declared value has the label.
  /// - Complexity: O(*n*) in the number of declared values.
  public static func graphCases(labelled label: String) -> [Self] {
    graphCases.filter { $0.graphLabel == label }
  }
}
