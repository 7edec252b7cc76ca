import Schematic

/// A state and a trigger; several timeouts of a state may have the same one.
private struct PairKey: Hashable {
  let source: String
  let trigger: StateGraph.Trigger
  let isTimeout: Bool
  let level: Int?
  let number: Int
}

/// An exploration of rules, which evaluates them in every declared state and every state that they
/// lead to, and records the outcomes.
///
/// It begins with the declared states, in declared order. A state that only the rules lead to is
/// explored when it is discovered. Several values may represent one node; all of them are explored.
struct Explorer<State: Graphable, Event: Graphable> {
  let rules: ExploredRules<State, Event>
  let events: [(event: Event, trigger: StateGraph.Trigger, label: String)]
  let bounds: ExplorationBounds

  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var knownComposites: Set<String> = []
  private var positions: [String: Int] = [:]
  var valueCounts: [String: Int] = [:]
  private var visited = VisitedSet()
  var queue: [(value: State, identifier: String)] = []
  var trials: TrialSession
  /// The number of values in the queue whose events have been tried.
  private var triedCount = 0
  /// The number of answers that the rules have given, at least one for each value and event.
  var evaluationCount = 0
  /// The first values of each state that exceed the bound and weren't explored.
  private var valuesBeyond: [String: [State]] = [:]
  /// The identifiers of the states of which a value was found, whether it was explored or not.
  private var reached: Set<String> = []
  var pairs: [TransitionCell] = []
  private var values = ExploredValues()
  private var pairPositions: [PairKey: Int] = [:]
  private var behaviorsByState = StateBehaviors()
  var findings: [GraphFinding]
  private var declaredCount = Int.max
  /// The labels of the events that timeouts send.
  private var timeoutEvents: [ExploredMachine.Timeout: Set<String>] = [:]

  var courses = TimeoutCourses()
  /// The pairs of the timeouts of each composite state.
  var outerTimeouts: [[String]: [StateGraph.Trigger: Set<Int>]] = [:]
  private var idleBehaviors = IdleBehaviors()

  /// Creates an exploration of rules, as far as bounds go, with a watch over what stops the program.
  init(_ rules: ExploredRules<State, Event>, bounds: ExplorationBounds, watch: TrialRunner?) {
    self.rules = rules
    self.bounds = bounds
    // Once, because labels are often found by reflection.
    events = rules.events.map { event in
      let trigger = StateGraph.Trigger.event(event.diagramLabel)
      return (event, trigger, "\(trigger)")
    }
    findings = rules.findings
    trials = TrialSession(watch)
  }

  /// Explores from the declared cases and the initial state.
  ///
  /// - Returns: The machine, without the findings that follow from the whole graph.
  mutating func machine(from initialState: State) -> ExploredMachine {
    for node in rules.unexplored where positions[node.state.identifier] == nil { add(node) }
    let (declared, omissions) = GraphFinding.declaredStates(State.self)
    findings += omissions
    for state in declared { declare(state) }
    declaredCount = states.count
    recordRepeatedLabels()
    let first = node(of: initialState)
    let initial = discover(initialState, first)
    var next = 0
    repeat {
      while next < queue.count {
        if next == triedCount { attempt() }
        explore(next)
        next += 1
      }
      exploreChangedStates()
    } while next < queue.count
    if rules.reportsUndeclaredStates {
      findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    }
    for index in pairs.indices {
      pairs[index].completeTimeout(courses.courses(of: pairs[index].source))
    }
    values.initial = initial
    values.states = queue.map(\.identifier)
    for pair in pairs where pair.trigger.isTimeout {
      let key = ExploredMachine.Timeout(source: pair.source, trigger: pair.trigger)
      timeoutEvents[key, default: []].insert(pair.eventLabel)
    }
    let refused = refusedTimeouts()
    let recorded = recordedRules()
    for pair in pairs where pair.alwaysLeaves && pair.source != first.state.identifier {
      if let state = positions[pair.source], states[state].completion != nil {
        states[state].completion = .passed
      }
    }
    if let answers = self.rules.answers {
      let isWhole = !findings.contains { $0.severity == .error }
      findings += idleBehaviors.findings(answers, in: rules.region, isWhole: isWhole)
    }
    let payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    var graph = behaviorsByState.adding(
      to: StateGraph(
        states: states, composites: composites, rules: recorded,
        initialState: first.state.identifier, findings: findings)
    ) { payloads.openEnds(of: $0, on: nil) }
    for pair in pairs where pair.isAlwaysAnswered {
      graph.answered[pair.source, default: []].insert(pair.trigger)
    }
    // A rule may begin in a state of a region, which is that machine's own.
    graph.states.removeAll { positions[$0.identifier] == nil }
    return ExploredMachine(
      graph: graph, regions: rules.places?.regions ?? [], values: values,
      explored: queue.map(\.value), refusedTimeouts: refused, timeoutEvents: timeoutEvents,
      notes: sampleNotes(about: graph), events: events.map(\.label),
      unexplored: states.map(\.identifier).filter(isUnexplored))
  }

  /// Returns the description of a value's node.
  private func node(
    of value: State, isFinal: Bool = false, isComplete: Bool = false
  ) -> NodeDescription {
    NodeDescription(of: value, in: rules.region, isFinal: isFinal, isComplete: isComplete)
  }

  /// Returns whether a state is in the graph although none of its values was explored.
  private func isUnexplored(_ identifier: String) -> Bool {
    reached.contains(identifier) && valueCounts[identifier] == nil
  }

  /// Records a state value, and queues it for exploration if it is new.
  ///
  /// - Returns: The position of the value in the queue, or `nil` if it is beyond a bound.
  @discardableResult
  private mutating func discover(_ value: State, _ node: NodeDescription) -> Int? {
    let identifier = node.state.identifier
    let key = VisitedSet.key(of: value, in: identifier)
    if let known = visited[key] { return known == VisitedSet.unexplored ? nil : known }
    visited[key] = VisitedSet.unexplored
    if let known = positions[identifier].map({ states[$0].identifier }),
      !known.utf8.elementsEqual(identifier.utf8)
    {
      findings.append(.repeatedSpelling(known, identifier))
    }
    let count = valueCounts[identifier, default: 0]
    reached.insert(identifier)
    if positions[identifier] == nil {
      add(node.final(rules.isFinal(value), isComplete: rules.isComplete(value)))
    }
    if states.count - bounds.undeclaredStates > declaredCount {
      // A node all the same: a transition leads to it.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if node.longestName > bounds.names {
      findings.append(.nameBound(bounds.names, state: identifier))
    } else if node.isTooDeep {
      findings.append(.depthBound(state: identifier))
    } else if count < mostValues {
      valueCounts[identifier] = count + 1
      visited[key] = queue.count
      queue.append((value, identifier))
      let position = queue.count - 1
      // The rules around regions are asked wherever these are.
      for other in rules.places?.configurations(around: value, of: identifier, bounds, &findings)
        ?? []
      {
        discover(other, node)
      }
      return position
    } else {
      if valuesBeyond[identifier, default: []].count < bounds.values {
        valuesBeyond[identifier, default: []].append(value)
      }
      findings.append(.valueBound(bounds.values, state: identifier, advice: rules.boundAdvice))
    }
    return nil
  }

  /// The most values of a state: a state that remembers regions has as many as these have together.
  private var mostValues: Int {
    rules.places == nil ? bounds.values : max(bounds.values, bounds.configurations)
  }

  private mutating func add(_ node: NodeDescription) {
    positions[node.state.identifier] = states.count
    states.append(node.state)
    let composites = node.composites { knownComposites.contains($0) }
    knownComposites.formUnion(composites.map(\.identifier))
    self.composites += composites
  }

  /// Discovers a declared case, and records a finding if it can't be distinguished from another.
  private mutating func declare(_ value: State) {
    let node = node(
      of: value, isFinal: rules.isFinal(value), isComplete: rules.isComplete(value))
    if let other = positions[node.state.identifier].map({ states[$0] }), other != node.state {
      findings.append(.repeatedIdentifier(node.state, other: other))
    }
    discover(value, node)
  }

  /// Records events of different cases that have the same label.
  private mutating func recordRepeatedLabels() {
    var identifiers: [String: String] = [:]
    for (event, _, label) in events {
      let known = identifiers[label, default: event.graphIdentifier]
      identifiers[label] = known
      if !known.utf8.elementsEqual(event.graphIdentifier.utf8) {
        findings.append(.repeatedEventLabel(label, known, event.graphIdentifier))
      }
    }
  }

  /// Tries the events of all values that were discovered but haven't been tried.
  private mutating func attempt() {
    defer { triedCount = queue.count }
    guard trials.areMade else { return }
    let (queue, events, rules) = (queue, events, rules)
    let timeouts = { (value: State) in rules.answers?.timeouts(value) ?? [] }
    let keys = (triedCount..<queue.count).flatMap { position -> [[Int]] in
      let value = queue[position].value
      guard !rules.isFinal(value) else { return [] }
      let completions = rules.evaluateCompletion == nil ? 0 : 1
      return (0..<events.count + timeouts(value).count + completions).map { [position, $0] }
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

  /// Tries events in states, which keys stand for, or completions for `nil`.
  mutating func attempt(_ keys: [[Int]], _ step: ([Int]) -> (state: State, event: Event?)) {
    let rules = rules
    // Each of them counts at least one, so that those beyond are not evaluated.
    trials.attempt(Array(keys.prefix(max(0, bounds.evaluations - evaluationCount)))) { key, trial in
      let (state, event) = step(key)
      var findings: [GraphFinding] = []
      for evaluation in rules.evaluations(of: event, in: state, trial, &findings) {
        _ = evaluation.target?.graphIdentifier
      }
    }
  }

  private mutating func explore(_ position: Int) {
    let (value, source) = queue[position]
    let isFinal = rules.isFinal(value)
    let timeouts = rules.answers?.timeouts(value) ?? []
    if let answers = rules.answers {
      record(answers, about: value, source, isFinal: isFinal)
    }
    // Others hear the timeouts of composite states, even if this machine is finished.
    for timeout in timeouts where timeout.level != nil {
      let key = ExploredMachine.Timeout(source: source, trigger: .timeout(timeout.delay))
      timeoutEvents[key, default: []].insert(timeout.event.eventLabel)
    }
    // A finished machine is asked nothing, and it goes without saying that it rejects events.
    guard !isFinal else { return }
    for number in events.indices {
      let (event, trigger, _) = events[number]
      let tried = trials.end(of: [position, number])
      evaluate(event, trigger, in: position, timeout: nil, began: position, tried)
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

  /// Records what happens because of a state.
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

  /// Records the outcomes of an event for a value of a state.
  ///
  /// - Parameters:
  ///   - event: The event; `nil` for a completion.
  ///   - trigger: The trigger that it is in a graph with regions.
  ///   - position: The position of the value.
  ///   - timeout: The timeout that sends it; `nil` if the event is sent from outside.
  ///   - entered: The position of the value with which the timeout began.
  ///   - tried: The end of its trial, and what it found out.
  mutating func evaluate(
    _ event: Event?, _ trigger: StateGraph.Trigger, in position: Int, timeout: ShownTimeout?,
    began entered: Int, _ tried: (end: TrialRunner.Trial, trial: TrialPath)
  ) {
    let source = queue[position].identifier
    guard evaluationCount < bounds.evaluations else {
      findings.append(.evaluationBound(bounds.evaluations))
      return
    }
    var outcomes: [EvaluatedOutcome]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(of: event, trigger, in: position, tried.trial)
    case .trapped(let message, _):
      let outcome = RuleOutcome(effect: .traps(message: message), target: source)
      outcomes = [EvaluatedOutcome(guards: [], outcome: outcome, position: position)]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: "\(trigger)"))
      return
    case .untried:
      findings.append(.stuckStepBound(TrialSession.mostStuck))
      return
    }
    if let line = timeout?.line {
      for index in outcomes.indices { outcomes[index].lines.timeouts = [line] }
    }
    evaluationCount += max(1, outcomes.count)
    trials.watch?.tell(states.count, evaluationCount)
    let key = PairKey(
      source: source, trigger: trigger, isTimeout: timeout != nil, level: timeout?.level,
      number: timeout?.number ?? 0)
    let pair = pairPositions[key, default: pairs.count]
    if pair == pairs.count {
      pairPositions[key] = pair
      pairs.append(
        TransitionCell(
          source: source, trigger: trigger,
          isShownByArrows: timeout.map { $0.composite == nil } ?? false))
    }
    if let composite = timeout?.composite {
      outerTimeouts[composite, default: [:]][trigger, default: []].insert(pair)
    }
    pairs[pair].record(
      outcomes, on: event, course: TimeoutCourse(entered: entered, current: position))
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event?, _ trigger: StateGraph.Trigger, in position: Int, _ trial: TrialPath
  ) -> [EvaluatedOutcome] {
    let (value, source) = queue[position]
    let evaluations = trials.announcing(trigger, in: source) {
      rules.evaluations(of: event, in: value, trial, &findings)
    }
    if evaluations.contains(where: { $0.asked.count > bounds.guards }) {
      findings.append(.guardBound(bounds.guards, state: source, event: "\(trigger)"))
    }
    return evaluations.map { evaluation in
      if evaluation.hasUnnamedAction {
        findings.append(.unnamedAction(of: "\(trigger)", in: source))
      }
      if evaluation.isUncommitted { findings.append(.uncommitted("\(trigger)", in: source)) }
      var (target, reached, entry) = (source, Optional(position), StateGraph.Entry.initial)
      if let value = evaluation.target {
        let node = node(of: value)
        target = node.state.identifier
        reached = discover(value, node)
        entry = rules.places?.entry(of: value, in: target) ?? .initial
      }
      let outcome = evaluation.effect.map { RuleOutcome(effect: $0, target: target, entry: entry) }
      return EvaluatedOutcome(
        // Those beyond the bound got one answer, which is no condition.
        guards: Array(evaluation.asked.prefix(bounds.guards)), outcome: outcome,
        target: outcome?.effect.isRefusal != false ? nil : evaluation.target ?? value,
        position: outcome?.effect.isRefusal != false ? position : reached,
        lines: evaluation.lines)
    }
  }

  /// Returns the rules of all pairs of state and event in the order in which they were found.
  private mutating func recordedRules() -> [StateGraph.Rule] {
    var rules: [StateGraph.Rule] = []
    var payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    if let places = self.rules.places {
      let keepers = pairs.rememberRegions(
        places, initial: values.initial.map { queue[$0].identifier }
      ) { queue[$0].value }
      let fields = places.places.map { place in
        let value = queue.first { $0.identifier == place.identifier }?.value
        return (place.identifier, value.map { places.fields(of: $0, in: place.identifier) } ?? [])
      }
      payloads.hide(keepers, Dictionary(fields, uniquingKeysWith: { first, _ in first }))
    }
    for pair in pairs {
      let placed = self.rules.places?.place(of: pair.source).map { placed in
        PlacedCombinations(regions: placed.place.inside.map(\.identifier)) { [queue] in
          placed.states(in: queue[$0].value)
        }
      }
      for (rule, taken) in pair.rules(
        &payloads, &findings, treatsIgnoredAsUnchanged: self.rules.treatsIgnoredAsUnchanged,
        in: placed)
      {
        values.steps[rule, default: []].formUnion(taken)
        if rule.isInternal, rule.target != rule.source {
          findings.append(
            .internalTransitionLeaves(rule.source, event: rule.event, target: rule.target))
        }
        rules.append(rule)
      }
    }
    return rules
  }
}
