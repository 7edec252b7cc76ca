import Schematic

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
  private var regions: RegionFinder
  private var positions: [String: Int] = [:]
  var valueCounts: [String: Int] = [:]
  private var visited = VisitedSet()
  var queue: [(value: State, identifier: String)] = []
  var trials: RuleTrials
  /// The number of values in the queue whose events have been tried.
  private var triedCount = 0
  /// The number of answers that the rules have given, at least one for each value and event.
  var evaluationCount = 0
  /// The first values of each state that exceed the bound and weren't explored.
  private var valuesBeyond: [String: [State]] = [:]
  /// The identifiers of the states of which a value was found, whether it was explored or not.
  private var reached: Set<String> = []
  var pairs: [StateEventPair<State, Event>] = []
  private var values = ExploredValues()
  private var pairPositions: [PairKey: Int] = [:]
  private var behaviorsByState = StateBehaviors()
  var findings: [GraphFinding]
  private var declaredCount = Int.max

  /// A state and a trigger; several timeouts of a state may have the same one.
  private struct PairKey: Hashable {
    let source: String
    let trigger: StateGraph.Trigger
    let timeout: ShownTimeout.Owner?
    let number: Int
  }

  var courses = TimeoutCourses<State>()
  /// The pairs of the timeouts of each composite state.
  var outerTimeouts: [[String]: [StateGraph.Trigger: Set<Int>]] = [:]
  private var idleBehaviors = IdleBehaviors()

  /// Creates an exploration of rules, as far as bounds go, with a watch over what stops the program.
  init(_ rules: ExploredRules<State, Event>, bounds: ExplorationBounds, watch: TrapWatch?) {
    self.rules = rules
    self.bounds = bounds
    // Once, because labels are often found by reflection.
    events = rules.events.map { event in
      let trigger = StateGraph.Trigger.event(event.diagramLabel)
      return (event, trigger, "\(trigger)")
    }
    findings = rules.findings
    regions = RegionFinder(answered: rules.answers?.parts ?? [])
    trials = RuleTrials(watch)
  }

  /// Explores from the declared cases and the initial state.
  mutating func graph(from initialState: State) -> StateGraph {
    for node in rules.unexplored where positions[node.state.identifier] == nil { add(node) }
    let (declared, omissions) = GraphFinding.declaredStates(State.self)
    findings += omissions
    for state in declared { declare(state) }
    declaredCount = states.count
    recordRepeatedLabels()
    let initial = discover(initialState, NodeDescription(of: initialState))
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
    let recorded = recordedRules()
    for pair in pairs where pair.alwaysLeaves && pair.source != initialState.graphIdentifier {
      if let state = positions[pair.source], states[state].completion != nil {
        states[state].completion = .passed
      }
    }
    let plain = StateGraph(
      states: states, composites: composites, rules: recorded.plain,
      initialState: initialState.graphIdentifier)
    var graph: StateGraph
    var machines: [StateGraph]
    let reasons: [String]
    switch regions.search(in: plain) {
    case .regions(let regions, let why):
      graph = plain.withBehaviors(of: regions)
      machines = regions.map(\.graph)
      findings += machines.flatMap(\.findings)
      reasons = why
    case .flat(let inner, let why):
      let payloads = NodePayloads(of: queue, beyond: valuesBeyond)
      let isCombined = Set(
        states.filter { $0.parent.map { inner[$0] != nil } ?? false }.map(\.identifier))
      let rules = zip(recorded.plain, recorded.flat).map { plain, flat in
        isCombined.contains(plain.source) ? plain : flat
      }
      graph = behaviorsByState.adding(
        to: rules == recorded.plain
          ? plain
          : StateGraph(
            states: states, composites: composites, rules: rules,
            initialState: plain.initialState)
      ) { payloads.openEnds(of: $0, on: Event?.none) }
      graph = graph.with(inner).withBehaviorsOfInnerRegions
      let regions = composites.flatMap { inner[$0.identifier] ?? [] }
      machines = [graph] + regions.map(\.graph)
      findings += machines.flatMap(\.findings)
      reasons = why
    }
    findings += reasons.map(GraphFinding.drawnFlat)
    if let answers = self.rules.answers {
      let isWhole = !findings.contains { $0.severity == .error }
      findings += idleBehaviors.findings(answers, isWhole: isWhole)
    }
    findings +=
      plain.structuralFindings + machines.flatMap(\.behaviorFindings)
      + unhandledEvents(in: graph)
    graph.findings = (sampleNotes(about: graph) + findings).uniqued()
      .stablySorted { $0.severity == .note ? 1 : 0 }
    graph.sourceLine = rules.sourceLine
    graph.addNearLines()
    values.initial = initial
    values.states = queue.map(\.identifier)
    graph.values = values
    for index in graph.regions.indices {
      graph.regions[index].graph.sourceLine = rules.sourceLine
      graph.regions[index].graph.addNearLines()
    }
    graph.omission = GraphOmission(
      ofCutsIn: graph.findings, bounds, exits: graph.states.map(\.identifier).filter(isUnexplored))
    return graph
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
      regions.record(value, identifier)
    }
    if states.count - bounds.undeclaredStates > declaredCount {
      // A node all the same: a transition leads to it.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if node.longestName > bounds.names {
      findings.append(.nameBound(bounds.names, state: identifier))
    } else if count < bounds.values {
      valueCounts[identifier] = count + 1
      visited[key] = queue.count
      queue.append((value, identifier))
      return queue.count - 1
    } else {
      if valuesBeyond[identifier, default: []].count < bounds.values {
        valuesBeyond[identifier, default: []].append(value)
      }
      findings.append(.valueBound(bounds.values, state: identifier, advice: rules.boundAdvice))
    }
    return nil
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
    let node = NodeDescription(
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
    // A finished machine is asked nothing, and it goes without saying that it rejects events.
    guard !isFinal else { return }
    for number in events.indices {
      let (event, trigger, _) = events[number]
      let tried = trials.end(of: [position, number])
      evaluate(event, trigger, in: position, timeout: nil, began: position, tried)
    }
    let shown = shownTimeouts(timeouts, of: value)
    courses.record(position, value, of: source, timeouts)
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
    let paths = answers.paths(value)
    idleBehaviors.record(answers, about: value, behaviors)
    regions.record(behaviors, of: value, in: identifier, paths, isFinal: isFinal)
    behaviorsByState.record(
      behaviors.map { answer in
        guard let part = answer.part else { return answer }
        let owner = PartOwner.name(answers.parts[part], paths[part], level: answer.level)
        var behavior = answer.behavior
        behavior.label = behavior.label.map { "\(owner): \($0)" }
        return OwnedBehavior(part: part, level: nil, behavior: behavior)
      },
      for: NodeDescription(of: value, isFinal: isFinal),
      carrying: PayloadField.fields(of: value), depth: value.casePath.count, isFinal: isFinal)
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
    began entered: Int, _ tried: (end: TrapWatch.Trial, trial: GuardTrial)
  ) {
    let (value, source) = queue[position]
    guard evaluationCount < bounds.evaluations else {
      findings.append(.evaluationBound(bounds.evaluations))
      return
    }
    var outcomes: [EvaluatedOutcome<State>]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(
        of: event, trigger, in: position, timeoutOf: timeout?.owner.part, tried.trial)
    case .trapped(let message, _):
      let outcome = RuleOutcome(effect: .traps(message: message), target: source)
      outcomes = [EvaluatedOutcome(guards: [], outcome: outcome, position: position)]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: "\(trigger)"))
      return
    case .untried:
      findings.append(.stuckStepBound(RuleTrials.mostStuck))
      return
    }
    if let line = timeout?.line {
      for index in outcomes.indices { outcomes[index].lines.timeouts = [line] }
    }
    evaluationCount += max(1, outcomes.count)
    trials.watch?.tell(states.count, evaluationCount)
    let flatTrigger = timeout?.flatTrigger ?? trigger
    let key = PairKey(
      source: source, trigger: flatTrigger, timeout: timeout?.owner,
      number: timeout?.number ?? 0)
    let pair = pairPositions[key, default: pairs.count]
    if pair == pairs.count {
      pairPositions[key] = pair
      pairs.append(
        StateEventPair(
          source: source, trigger: trigger, flatTrigger: flatTrigger,
          isShownByArrows: timeout.map { $0.composite == nil } ?? false))
    }
    if let composite = timeout?.composite {
      outerTimeouts[composite, default: [:]][flatTrigger, default: []].insert(pair)
    }
    pairs[pair].record(
      outcomes, for: value, on: event,
      course: TimeoutCourse(entered: entered, current: position), entered: queue[entered].value)
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event?, _ trigger: StateGraph.Trigger, in position: Int, timeoutOf part: Int?,
    _ trial: GuardTrial
  ) -> [EvaluatedOutcome<State>] {
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
      let target = evaluation.target.map { ($0, NodeDescription(of: $0)) }
      let reached = target.map { discover($0.0, $0.1) } ?? position
      let outcome = evaluation.effect.map {
        RuleOutcome(effect: $0, target: target?.1.state.identifier ?? source)
      }
      if !evaluation.isTrap, outcome != nil || trigger.isTimeout {
        let rule = StateGraph.Rule(
          source: source, target: outcome?.target, trigger: trigger,
          effect: outcome?.effect ?? .ignored)
        regions.record(evaluation.reentered, namedBy: rule, timeoutOf: part)
      }
      return EvaluatedOutcome(
        // Those beyond the bound got one answer, which is no condition.
        guards: Array(evaluation.asked.prefix(bounds.guards)), outcome: outcome,
        target: outcome?.effect.isRefusal != false ? nil : evaluation.target ?? value,
        position: outcome?.effect.isRefusal != false ? position : reached,
        reentry: rules.answers?.reentry(by: evaluation, from: value), lines: evaluation.lines)
    }
  }

  /// Returns the rules of all pairs of state and event in the order in which they were found, and
  /// the same rules for a graph without regions.
  private mutating func recordedRules() -> (plain: [StateGraph.Rule], flat: [StateGraph.Rule]) {
    var rules: [StateGraph.Rule] = []
    var flat: [StateGraph.Rule] = []
    var payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    for index in pairs.indices {
      pairs[index].completeTimeout(courses.courses(of: pairs[index].source)) { queue[$0].value }
    }
    recordRefusedTimeouts()
    for pair in pairs {
      for (rule, reentry, taken) in pair.rules(
        &payloads, &findings, ignoredIsUnchanged: self.rules.ignoredIsUnchanged)
      {
        var flatRule = rule
        flatRule.trigger = pair.flatTrigger
        if let reentry {
          flatRule.change = ([reentry] + [rule.change].compactMap(\.self)).joined(separator: ", ")
        }
        flat.append(flatRule)
        values.steps[rule, default: []].formUnion(taken)
        values.steps[flatRule, default: []].formUnion(taken)
        if rule.isInternal, rule.target != rule.source {
          findings.append(
            .internalTransitionLeaves(rule.source, event: rule.event, target: rule.target))
        }
        rules.append(rule)
      }
    }
    return (rules, flat)
  }
}
