// The evaluation of rules for a value: its events, timeouts and completion.
extension Exploration {
  /// Returns whether a value takes no event because it is final.
  ///
  /// Only machines of schemas make sure of that. Code of one's own may do something in a state that somebody calls final.
  private func isFinished(_ value: State) -> Bool { rules.answers != nil && rules.isFinal(value) }

  /// Tries the events, timeouts and completions of the values at some positions.
  mutating func attempt(_ positions: [Int]) {
    guard trials.areMade else { return }
    let steps = positions.flatMap { position -> [ExploredStep<Event>] in
      let value = found.queue[position].value
      return isFinished(value)
        ? [] : rules.steps(value, at: position, rules.answers?.timeouts(value) ?? [])
    }
    attempt(steps)
  }

  /// Tries steps for values of the queue.
  mutating func attempt(_ steps: [ExploredStep<Event>]) {
    guard trials.areMade else { return }
    // Each trial leads to at least one evaluation, so trials beyond the bound would be wasted.
    let steps = steps.prefix(max(0, rules.bounds.evaluations - count))
    let known = Dictionary(uniqueKeysWithValues: steps.map { ($0.key, $0) })
    trials.attempt(steps.map(\.key)) { [rules, queue = found.queue] key, trial in
      guard let step = known[key] else { return }
      for evaluation in rules.evaluate(queue[step.course.current].value, step.event, trial) {
        _ = evaluation.target?.graphIdentifier
      }
    }
  }

  /// Evaluates everything that can happen to the value at a position.
  mutating func explore(_ position: Int) {
    let (value, source) = found.queue[position]
    let timeouts = rules.answers?.timeouts(value) ?? []
    if let answers = rules.answers {
      record.add(answers, about: value, of: rules.node(of: value), by: rules)
    }
    record.addOuterTimeouts(timeouts, of: source)
    // A finished machine takes no event; the graph has no rules for that.
    guard !isFinished(value) else { return }
    record.courses.record(position, of: source, timeouts)
    for step in rules.steps(value, at: position, timeouts) { evaluate(step) }
    found.findings += timeouts.repeated(of: source)
  }

  /// Evaluates the timeouts that end after internal transitions have changed the state's value.
  mutating func exploreChangedStates() {
    let late = record.courses.newCourses(record.cells.map { ($0.source, $0.internalChanges) })
    guard let answers = rules.answers, !late.isEmpty else { return }
    let steps = late.flatMap { course in
      // A timeout of a composite state is no timeout of the value.
      rules.timeoutSteps(answers.timeouts(found.queue[course.entered].value), on: course).filter {
        $0.timeout?.level == nil
      }
    }
    attempt(steps)
    for step in steps { evaluate(step) }
  }

  /// Records the outcomes of a step.
  mutating func evaluate(_ step: ExploredStep<Event>) {
    let (value, source) = found.queue[step.course.current]
    let tried = trials.end(of: step.key)
    guard mayEvaluate() else { return }
    var outcomes: [CellOutcome]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(of: step, tried.trial)
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
    count += max(1, outcomes.count) * (rules.handWritten?.cost(of: value) ?? 1)
    trials.runner?.tell(found.states.count, count)
    record.add(outcomes, of: step, in: source)
  }

  /// Evaluates a step, and discovers the states that it leads to.
  private mutating func outcomes(
    of step: ExploredStep<Event>, _ trial: TrialPath
  ) -> [CellOutcome] {
    let position = step.course.current
    let state = found.queue[position]
    let evaluations = rules.evaluate(state.value, step.event, trial)
    if evaluations.contains(where: { $0.asked.count > rules.bounds.guards }) {
      found.findings.append(
        .guardBound(rules.bounds.guards, state: state.identifier, event: "\(step.trigger)"))
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
        let node = rules.node(of: value)
        target = node.state.identifier
        reached = found.discover(value, node, by: rules)
        entry = rules.places?.entry(of: value, in: target) ?? .initial
      }
      let moves = effect?.isRefusal == false
      let evidence = CellOutcome.Evidence(
        source: position, value: moves ? evaluation.target ?? state.value : nil,
        target: moves ? reached : position, effects: evaluation.effects, lines: evaluation.lines)
      return CellOutcome(
        // Guards beyond the bound got only one answer each, so they are no conditions of the
        // outcome.
        guards: Array(evaluation.asked.prefix(rules.bounds.guards)), effect: effect, target: target,
        entry: entry, evidence: [evidence])
    }
    // A comparison is another evaluation, so only a step that has led to a new value gets one.
    if found.queue.count > known { compareAgain(evaluations, outcomes, of: step, trial) }
    return outcomes
  }

  /// Returns whether another evaluation is within the bound, and records a finding the first time that it isn't.
  private mutating func mayEvaluate() -> Bool {
    guard count + comparedCount >= rules.bounds.evaluations else { return true }
    if !isCut {
      found.findings.append(.evaluationBound(rules.bounds.evaluations, nil, isOfMachine: false))
    }
    isCut = true
    return false
  }

  /// Evaluates a step that has led to a new value once more, and records a finding if it leads to another state this
  /// time, and for each property that has another value.
  private mutating func compareAgain(
    _ evaluations: [RuleEvaluation<State>], _ outcomes: [CellOutcome],
    of step: ExploredStep<Event>, _ trial: TrialPath
  ) {
    // Hand-written machines are made anew all the time, so they are compared then.
    guard !rules.isHandWritten, count + comparedCount + 1 < rules.bounds.evaluations else { return }
    comparedCount += 1
    let (value, source) = found.queue[step.course.current]
    let again = rules.evaluate(value, step.event, trial)
    for (outcome, (one, other)) in zip(outcomes, zip(evaluations, again)) {
      guard let one = one.target, let other = other.target else { continue }
      // A value that was found before is no other one this time.
      let position = outcome.evidence[0].target
      if position != nil,
        found.visited[VisitedSet.key(of: other, in: outcome.target)] == position
      {
        continue
      }
      let identity = ValueTree(one).identity
      // A value that differs from itself, such as one with a NaN, differs from any other, too.
      guard identity != ValueTree(other).identity, identity == ValueTree(one).identity
      else { continue }
      let states = [one.graphIdentifier, other.graphIdentifier]
      guard states[0] == states[1] else {
        let finding = GraphFinding.chanceDecides("\(step.trigger)", in: source, between: states)
        if !found.findings.contains(finding) { found.findings.append(finding) }
        continue
      }
      for path in ValueTree(one).differences(from: ValueTree(other))
      where varying.insert(path).inserted {
        found.findings.append(.varyingProperty(path, in: source, on: "\(step.trigger)"))
      }
    }
  }
}
