// The evaluation of rules for a value: its events, timeouts and completion.
extension ExploredRules {
  /// Returns whether a value takes no event because it is final.
  ///
  /// Only machines of schemas make sure of that. Code of one's own may do something in a state that somebody calls final.
  private func isFinished(_ value: State) -> Bool { answers != nil && isFinal(value) }

  /// Tries the events, timeouts and completions of the values at some positions.
  func attempt(
    _ positions: [Int], of found: FoundValues<State>, _ evaluator: inout StepEvaluator
  ) {
    guard evaluator.trials.areMade else { return }
    let steps = positions.flatMap { position -> [ExploredStep<Event>] in
      let value = found.queue[position].value
      return isFinished(value)
        ? [] : self.steps(value, at: position, answers?.timeouts(value) ?? [])
    }
    evaluator.attempt(steps, in: found.queue, of: self)
  }

  /// Evaluates everything that can happen to the value at a position.
  func explore(
    _ position: Int, _ found: inout FoundValues<State>, _ evaluator: inout StepEvaluator,
    _ record: inout ExplorationRecord<Event>
  ) {
    let (value, source) = found.queue[position]
    let timeouts = answers?.timeouts(value) ?? []
    if let answers { record.add(answers, about: value, of: node(of: value), by: self) }
    record.addOuterTimeouts(timeouts, of: source)
    // A finished machine takes no event; the graph has no rules for that.
    guard !isFinished(value) else { return }
    record.courses.record(position, of: source, timeouts)
    for step in steps(value, at: position, timeouts) {
      evaluate(step, &found, &evaluator, &record)
    }
    found.findings += timeouts.repeated(of: source)
  }

  /// Evaluates the timeouts that end after internal transitions have changed the state's value.
  func exploreChangedStates(
    _ found: inout FoundValues<State>, _ evaluator: inout StepEvaluator,
    _ record: inout ExplorationRecord<Event>
  ) {
    let late = record.courses.newCourses(record.cells.map { ($0.source, $0.internalChanges) })
    guard let answers, !late.isEmpty else { return }
    let queue = found.queue
    let steps = late.flatMap { course in
      // A timeout of a composite state is no timeout of the value.
      timeoutSteps(answers.timeouts(queue[course.entered].value), on: course).filter {
        $0.timeout?.level == nil
      }
    }
    evaluator.attempt(steps, in: queue, of: self)
    for step in steps { evaluate(step, &found, &evaluator, &record) }
  }

  /// Records the outcomes of a step.
  func evaluate(
    _ step: ExploredStep<Event>, _ found: inout FoundValues<State>,
    _ evaluator: inout StepEvaluator, _ record: inout ExplorationRecord<Event>
  ) {
    let (value, source) = found.queue[step.course.current]
    let tried = evaluator.trials.end(of: step.key)
    guard evaluator.mayEvaluate(bounds, &found.findings) else { return }
    var outcomes: [CellOutcome]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(of: step, tried.trial, &found, &evaluator)
    case .trapped(let message, _):
      let position = step.course.current
      let evidence = CellOutcome.Evidence(source: position, value: nil, target: position)
      outcomes = [
        CellOutcome(effect: .traps(message: message), target: source, evidence: [evidence])
      ]
    case .stuck:
      found.findings.append(.stepDoesNotEnd(state: source, event: "\(step.trigger)"))
      return
    case .untried:
      found.findings.append(.stuckStepBound(TrialSession.mostStuck))
      return
    }
    if let line = step.timeout?.line {
      for index in outcomes.indices { outcomes[index].evidence[0].lines.timeouts = [line] }
    }
    evaluator.count += max(1, outcomes.count) * cost(value)
    evaluator.trials.runner?.tell(found.states.count, evaluator.count)
    record.add(outcomes, of: step, in: source)
  }

  /// Evaluates a step, and discovers the states that it leads to.
  private func outcomes(
    of step: ExploredStep<Event>, _ trial: TrialPath, _ found: inout FoundValues<State>,
    _ evaluator: inout StepEvaluator
  ) -> [CellOutcome] {
    let position = step.course.current
    let state = found.queue[position]
    let evaluations = evaluate(state.value, step.event, trial)
    if evaluations.contains(where: { $0.asked.count > bounds.guards }) {
      found.findings.append(
        .guardBound(bounds.guards, state: state.identifier, event: "\(step.trigger)"))
    }
    let known = found.queue.count
    let outcomes = evaluations.map { evaluation in
      if evaluation.hasUnnamedAction {
        found.findings.append(.unnamedAction(of: "\(step.trigger)", in: state.identifier))
      }
      if evaluation.isUncommitted {
        found.findings.append(.uncommitted("\(step.trigger)", in: state.identifier))
      }
      let effect = evaluation.effect
      var (target, reached) = (state.identifier, Optional(position))
      var entry = StateGraph.Entry.initial
      // An event that is ignored may change what the picture leaves out, so where it leads is looked at, too.
      if let value = evaluation.target {
        let node = node(of: value)
        target = node.state.identifier
        reached = found.discover(value, node, by: self)
        entry = places?.entry(of: value, in: target) ?? .initial
      }
      let moves = effect?.isRefusal == false
      let evidence = CellOutcome.Evidence(
        source: position, value: moves ? evaluation.target ?? state.value : nil,
        target: moves ? reached : position, effects: evaluation.effects, lines: evaluation.lines)
      return CellOutcome(
        // Guards beyond the bound got only one answer each, so they are no conditions of the
        // outcome.
        guards: Array(evaluation.asked.prefix(bounds.guards)), effect: effect, target: target,
        entry: entry, evidence: [evidence])
    }
    // A comparison is another evaluation, so only a step that has led to a new value gets one.
    if found.queue.count > known {
      let visited = found.visited
      evaluator.compareAgain(
        evaluations, of: step, in: state, trial,
        isKnown: { value, index in
          let position = outcomes[index].evidence[0].target
          return position != nil
            && visited[VisitedSet.key(of: value, in: outcomes[index].target)] == position
        }, by: self, &found.findings)
    }
    return outcomes
  }
}
