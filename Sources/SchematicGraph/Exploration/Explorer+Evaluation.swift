import Schematic

// The evaluation of rules for a value: its events, timeouts and completion.
extension Explorer {
  /// Tries the events, timeouts and completions of the values at some positions.
  mutating func attempt(_ positions: [Int]) {
    guard trials.areMade else { return }
    let (queue, events, rules) = (queue, events, rules)
    let timeouts = { (value: State) in rules.answers?.timeouts(value) ?? [] }
    let keys = positions.flatMap { position -> [[Int]] in
      let value = queue[position].value
      guard !isFinished(value) else { return [] }
      let completions = rules.evaluateCompletion == nil ? 0 : 1
      return (0..<events.count + timeouts(value).count + completions)
        .filter { $0 >= events.count || rules.isPossible(events[$0].event, value) }
        .map { [position, $0] }
    }
    attempt(keys) { key in
      let value = queue[key[0]].value
      // Events come first, then timeouts, then the completion.
      let event =
        key[1] < events.count
        ? events[key[1]].event : timeouts(value).dropFirst(key[1] - events.count).first?.event
      return (value, event)
    }
  }

  /// Tries steps, each identified by a key.
  ///
  /// A step is an event in a state, or the state's completion if the event is `nil`.
  mutating func attempt(_ keys: [[Int]], _ step: ([Int]) -> (state: State, event: Event?)) {
    let rules = rules
    // Each trial leads to at least one evaluation, so trials beyond the bound would be wasted.
    trials.attempt(Array(keys.prefix(max(0, bounds.evaluations - evaluationCount)))) { key, trial in
      let (state, event) = step(key)
      var findings: [GraphFinding] = []
      for evaluation in rules.evaluations(of: event, in: state, trial, &findings) {
        _ = evaluation.target?.graphIdentifier
      }
    }
  }

  /// Returns whether a value takes no event because it is final.
  ///
  /// Only machines of schemas make sure of that. Code of one's own may do something in a state that somebody calls final.
  private func isFinished(_ value: State) -> Bool { rules.answers != nil && rules.isFinal(value) }

  mutating func explore(_ position: Int) {
    let (value, source) = queue[position]
    let isFinal = rules.isFinal(value)
    let timeouts = rules.answers?.timeouts(value) ?? []
    if let answers = rules.answers {
      record(answers, about: value, source, isFinal: isFinal)
    }
    // Other regions may take the events of composite states' timeouts, even if this machine is
    // finished.
    for timeout in timeouts where timeout.level != nil {
      let key = ExploredMachine.Timeout(source: source, trigger: .timeout(timeout.delay))
      timeoutEvents[key, default: []].insert(timeout.event.eventLabel)
    }
    // A finished machine takes no event; the graph has no rules for that.
    guard !isFinished(value) else { return }
    for number in events.indices {
      guard rules.isPossible(events[number].event, value) else { continue }
      evaluate([position, number])
    }
    let shown = shownTimeouts(timeouts, of: value)
    courses.record(position, of: source, timeouts)
    for (index, timeout) in shown.enumerated() {
      let tried = trials.end(of: [position, events.count + index])
      evaluate(
        timeout.event, timeout.trigger, in: position, timeout: timeout, began: position, tried)
    }
    if rules.evaluateCompletion != nil {
      let tried = trials.end(of: [position, events.count + shown.count])
      evaluate(nil, .completion, in: position, timeout: nil, began: position, tried)
    }
    findings += repeatedTimeouts(among: shown, of: source)
  }

  /// Records the behaviors of a value's state.
  private mutating func record(
    _ answers: ExploredAnswers<State, Event>, about value: State, _ identifier: String,
    isFinal: Bool
  ) {
    let behaviors = answers.behaviors(value)
    idleBehaviors.record(answers, about: value, in: rules.region, behaviors)
    behaviorsByState.record(
      behaviors, for: node(of: value, isFinal: isFinal),
      carrying: PayloadField.fields(of: value), depth: value.casePath.count,
      isFinal: isFinal && rules.region == nil)
  }

  /// Records the outcomes of an event for a value, of which a step consists: their positions.
  mutating func evaluate(_ step: [Int]) {
    let (event, trigger, _) = events[step[1]]
    let (position, tried) = (step[0], trials.end(of: step))
    evaluate(event, trigger, in: position, timeout: nil, began: position, tried)
  }

  /// Records the outcomes of an event for a value of a state.
  ///
  /// - Parameters:
  ///   - event: The event, or `nil` for a completion.
  ///   - trigger: The trigger of the event's rules in the graph.
  ///   - position: The position of the value.
  ///   - timeout: The timeout that sends the event, or `nil` if no timeout does.
  ///   - entered: The position of the value that the state had when the timeout began; without a
  ///     timeout, `position`.
  ///   - tried: How the trial of the event ended, and which traps it found.
  mutating func evaluate(
    _ event: Event?, _ trigger: StateGraph.Trigger, in position: Int, timeout: ShownTimeout?,
    began entered: Int, _ tried: (end: TrialRunner.Trial, trial: TrialPath)
  ) {
    let source = queue[position].identifier
    guard evaluationCount + comparedCount < bounds.evaluations else {
      if !isCut { findings.append(.evaluationBound(bounds.evaluations, nil, isOfMachine: false)) }
      isCut = true
      return
    }
    var outcomes: [CellOutcome]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(of: event, trigger, in: position, tried.trial)
    case .trapped(let message, _):
      let evidence = CellOutcome.Evidence(source: position, value: nil, target: position)
      outcomes = [
        CellOutcome(effect: .traps(message: message), target: source, evidence: [evidence])
      ]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: "\(trigger)"))
      return
    case .untried:
      findings.append(.stuckStepBound(TrialSession.mostStuck))
      return
    }
    if let line = timeout?.line {
      for index in outcomes.indices { outcomes[index].evidence[0].lines.timeouts = [line] }
    }
    evaluationCount += max(1, outcomes.count) * rules.cost(queue[position].value)
    trials.runner?.tell(states.count, evaluationCount)
    let key = CellKey(
      source: source, trigger: trigger, isTimeout: timeout != nil, level: timeout?.level,
      number: timeout?.number ?? 0)
    let cell = cellPositions[key, default: cells.count]
    if cell == cells.count {
      cellPositions[key] = cell
      cells.append(
        TransitionCell(
          source: source, trigger: trigger,
          isShownByArrows: timeout.map { $0.composite == nil } ?? false))
    }
    if let composite = timeout?.composite {
      outerTimeouts[composite, default: [:]][trigger, default: []].insert(cell)
    }
    let course = TimeoutCourse(entered: entered, current: position)
    cells[cell].answers.append(CellAnswer(event: event, course: course, outcomes: outcomes))
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event?, _ trigger: StateGraph.Trigger, in position: Int, _ trial: TrialPath
  ) -> [CellOutcome] {
    let (value, source) = queue[position]
    let evaluations = rules.evaluations(of: event, in: value, trial, &findings)
    if evaluations.contains(where: { $0.asked.count > bounds.guards }) {
      findings.append(.guardBound(bounds.guards, state: source, event: "\(trigger)"))
    }
    let known = queue.count
    defer { if queue.count > known { compareAgain(evaluations, event, trigger, position, trial) } }
    return evaluations.map { evaluation in
      if evaluation.hasUnnamedAction {
        findings.append(.unnamedAction(of: "\(trigger)", in: source))
      }
      if evaluation.isUncommitted { findings.append(.uncommitted("\(trigger)", in: source)) }
      let effect = evaluation.effect
      var (target, reached, entry) = (source, Optional(position), StateGraph.Entry.initial)
      if let value = evaluation.target {
        let node = node(of: value)
        target = node.state.identifier
        reached = discover(value, node)
        entry = rules.places?.entry(of: value, in: target) ?? .initial
      }
      let moves = effect?.isRefusal == false
      let evidence = CellOutcome.Evidence(
        source: position, value: moves ? evaluation.target ?? value : nil,
        target: moves ? reached : position, lines: evaluation.lines)
      return CellOutcome(
        // Guards beyond the bound got only one answer each, so they are no conditions of the
        // outcome.
        guards: Array(evaluation.asked.prefix(bounds.guards)), effect: effect, target: target,
        entry: entry, evidence: [evidence])
    }
  }

  /// Evaluates rules that have led to a new value once more, and records a finding if they lead to another state this
  /// time, and for each property that has another value.
  ///
  /// Hand-written machines are made anew all the time, so they are compared then.
  private mutating func compareAgain(
    _ evaluations: [RuleEvaluation<State>], _ event: Event?, _ trigger: StateGraph.Trigger,
    _ position: Int, _ trial: TrialPath
  ) {
    guard !rules.treatsIgnoredAsUnchanged, evaluationCount + comparedCount + 1 < bounds.evaluations
    else { return }
    comparedCount += 1
    let (value, source) = queue[position]
    let again = rules.evaluations(of: event, in: value, trial, &findings)
    for (one, other) in zip(evaluations, again) {
      guard let one = one.target, let other = other.target else { continue }
      let identity = ValueTree(one).identity
      // A value that differs from itself, such as one with a NaN, differs from any other, too.
      guard identity != ValueTree(other).identity, identity == ValueTree(one).identity
      else { continue }
      let states = [one.graphIdentifier, other.graphIdentifier]
      guard states[0] == states[1] else {
        let finding = GraphFinding.chanceDecides("\(trigger)", in: source, between: states)
        if !findings.contains(finding) { findings.append(finding) }
        continue
      }
      for path in ValueTree(one).differences(from: ValueTree(other))
      where varying.insert(path).inserted {
        findings.append(.varyingProperty(path, in: source, on: "\(trigger)"))
      }
    }
  }
}
