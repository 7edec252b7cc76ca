import Schematic

/// An exploration of rules, which evaluates them in every declared state and every state that they
/// lead to, and records the outcomes.
///
/// It begins with the declared states, in declared order. A state that only the rules lead to is
/// explored when it is discovered. Several values may represent one node; all of them are explored.
struct Explorer<State: Graphable, Event: Graphable> {
  private let rules: ExploredRules<State, Event>
  private let events: [(event: Event, label: String)]
  private let bounds: ExplorationBounds

  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var knownComposites: Set<String> = []
  private var regions: RegionFinder
  private var positions: [String: Int] = [:]
  private var valueCounts: [String: Int] = [:]
  private var visited = VisitedSet()
  private var queue: [(value: State, identifier: String)] = []
  private var trials: RuleTrials
  /// The number of values in the queue whose events have been tried.
  private var triedCount = 0
  /// The number of answers that the rules have given, at least one for each value and event.
  private var evaluationCount = 0
  /// The first values of each state that exceed the bound and weren't explored.
  private var valuesBeyond: [String: [State]] = [:]
  /// The identifiers of the states of which a value was found, whether it was explored or not.
  private var reached: Set<String> = []
  private var pairs: [StateEventPair<State, Event>] = []
  private var pairPositions: [[String]: Int] = [:]
  private var behaviorsByState = StateBehaviors()
  private var findings: [GraphFinding]
  private var declaredCount = Int.max

  /// Creates an exploration of rules, as far as bounds go, with a watch over what stops the program.
  init(_ rules: ExploredRules<State, Event>, bounds: ExplorationBounds, watch: TrapWatch?) {
    self.rules = rules
    self.bounds = bounds
    events = rules.events.map { ($0, $0.eventLabel) }
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
    discover(initialState, NodeDescription(of: initialState))
    var next = 0
    while next < queue.count {
      if next == triedCount { attempt() }
      explore(next)
      next += 1
    }
    if rules.reportsUndeclaredStates {
      findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    }
    let recorded = recordedRules()
    let plain = StateGraph(
      states: states, composites: composites, rules: recorded.plain,
      initialState: initialState.graphIdentifier)
    var graph: StateGraph
    var machines: [StateGraph]
    switch regions.search(in: plain) {
    case .regions(let regions):
      graph = plain.withBehaviors(of: regions)
      machines = regions.map(\.graph)
      findings += machines.flatMap(\.findings)
    case .flat(let reason):
      graph = behaviorsByState.adding(
        to: recorded.flat == recorded.plain
          ? plain
          : StateGraph(
            states: states, composites: composites, rules: recorded.flat,
            initialState: plain.initialState))
      machines = [graph]
      findings += graph.findings + (reason.map { [.drawnFlat($0)] } ?? [])
    }
    findings +=
      plain.structuralFindings + machines.flatMap(\.behaviorFindings)
      + unhandledEvents(in: graph)
    graph.findings = (sampleNotes(about: graph) + findings).uniqued()
      .stablySorted { $0.severity == .note ? 1 : 0 }
    graph.omission = GraphOmission(
      ofCutsIn: graph.findings, bounds, exits: graph.states.map(\.identifier).filter(isUnexplored))
    return graph
  }

  /// Returns whether a state is in the graph although none of its values was explored.
  private func isUnexplored(_ identifier: String) -> Bool {
    reached.contains(identifier) && valueCounts[identifier] == nil
  }

  /// Records a state value, and queues it for exploration if it is new.
  private mutating func discover(_ value: State, _ node: NodeDescription) {
    let identifier = node.state.identifier
    guard visited.insert(value, identifier) else { return }
    if let known = positions[identifier].map({ states[$0].identifier }),
      !known.utf8.elementsEqual(identifier.utf8)
    {
      findings.append(.repeatedSpelling(known, identifier))
    }
    let count = valueCounts[identifier, default: 0]
    reached.insert(identifier)
    if positions[identifier] == nil {
      add(node.final(rules.isFinal(value)))
      regions.record(value, identifier)
    }
    if states.count - bounds.undeclaredStates > declaredCount {
      // A node all the same: a transition leads to it.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if node.longestName > bounds.names {
      findings.append(.nameBound(bounds.names, state: identifier))
    } else if count < bounds.values {
      valueCounts[identifier] = count + 1
      queue.append((value, identifier))
    } else {
      if valuesBeyond[identifier, default: []].count < bounds.values {
        valuesBeyond[identifier, default: []].append(value)
      }
      findings.append(.valueBound(bounds.values, state: identifier, advice: rules.boundAdvice))
    }
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
    let node = NodeDescription(of: value, isFinal: rules.isFinal(value))
    if let other = positions[node.state.identifier].map({ states[$0] }), other != node.state {
      findings.append(.repeatedIdentifier(node.state, other: other))
    }
    discover(value, node)
  }

  /// Records events of different cases that have the same label.
  private mutating func recordRepeatedLabels() {
    var identifiers: [String: String] = [:]
    for (event, label) in events {
      let known = identifiers[label, default: event.graphIdentifier]
      identifiers[label] = known
      if !known.utf8.elementsEqual(event.graphIdentifier.utf8) {
        findings.append(.repeatedEventLabel(label, known, event.graphIdentifier))
      }
    }
  }

  /// Tries the events of all values that were discovered but haven't been tried.
  private mutating func attempt() {
    let (queue, events, rules) = (queue, events, rules)
    let timeouts = { (value: State) in rules.answers?.timeouts(value) ?? [] }
    let keys = (triedCount..<queue.count).flatMap { position -> [[Int]] in
      let value = queue[position].value
      guard !rules.isFinal(value) else { return [] }
      return (0..<events.count + timeouts(value).count).map { [position, $0] }
    }
    // Each of them counts at least one, so that those beyond are not evaluated.
    trials.attempt(Array(keys.prefix(max(0, bounds.evaluations - evaluationCount)))) { key, trial in
      let value = queue[key[0]].value
      let isTimeout = key[1] >= events.count
      let event =
        isTimeout ? timeouts(value)[key[1] - events.count].timeout.event : events[key[1]].event
      var findings: [GraphFinding] = []
      for evaluation in rules.evaluate(value, event, trial, &findings) {
        _ = evaluation.target?.graphIdentifier
      }
    }
    triedCount = queue.count
  }

  private mutating func explore(_ position: Int) {
    let (value, source) = queue[position]
    let isFinal = rules.isFinal(value)
    let timeouts = rules.answers?.timeouts(value) ?? []
    if let answers = rules.answers {
      record(answers, about: value, source, timeouts.map { $0.part }, isFinal: isFinal)
    }
    // A finished machine is asked nothing, and it goes without saying that it rejects events.
    guard !isFinal else { return }
    for number in events.indices {
      let event = events[number].event
      let tried = trials.end(of: [position, number])
      evaluate(event, .event(event.graphLabel), in: value, source, timeout: nil, tried)
    }
    var sent: [StateGraph.Trigger: [String]] = [:]
    for (index, (part, level, timeout)) in timeouts.enumerated() {
      // Timeouts of several parts may be as long as each other.
      let owner = part.flatMap { part in
        rules.answers.map {
          PartOwner.name($0.parts[part], $0.paths(value)[part], level: level)
        }
      }
      let trigger = StateGraph.Trigger.timeout(timeout.duration, region: owner)
      let number = sent[trigger, default: []].count
      sent[trigger, default: []].append(timeout.event.eventLabel)
      let tried = trials.end(of: [position, events.count + index])
      evaluate(
        timeout.event, .timeout(timeout.duration), in: value, source,
        timeout: (part, trigger, number), tried)
    }
    findings += sent.filter { $0.value.count > 1 }.map { event, labels in
      GraphFinding.repeatedTimeout("\(event)", sending: labels, state: source)
    }.sorted { $0.description < $1.description }
  }

  /// Records what happens because of a state.
  private mutating func record(
    _ answers: ExploredAnswers<State, Event>, about value: State, _ identifier: String,
    _ timeouts: [Int?], isFinal: Bool
  ) {
    let behaviors = answers.behaviors(value)
    let paths = answers.paths(value)
    regions.record(
      behaviors, timeouts: timeouts, in: identifier, paths, isFinal: isFinal)
    behaviorsByState.record(
      behaviors.map { answer in
        guard let part = answer.part else { return answer }
        let owner = PartOwner.name(answers.parts[part], paths[part], level: answer.level)
        var behavior = answer.behavior
        behavior.label = behavior.label.map { "\(owner): \($0)" }
        return OwnedBehavior(part: part, level: nil, behavior: behavior)
      },
      for: NodeDescription(of: value, isFinal: isFinal), depth: value.casePath.count,
      isFinal: isFinal)
  }

  /// Records the outcomes of an event for a value of a state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - trigger: The trigger that it is in a graph with regions.
  ///   - value: The value.
  ///   - source: The identifier of the state.
  ///   - timeout: The timeout that sends it, by the position of its part, `nil` for the whole state, the
  ///     trigger if there are no regions, and its number among those of the same trigger; `nil` if the
  ///     event is sent from outside.
  ///   - tried: The end of its trial, and what it found out.
  private mutating func evaluate(
    _ event: Event, _ trigger: StateGraph.Trigger, in value: State, _ source: String,
    timeout: (part: Int?, trigger: StateGraph.Trigger, number: Int)?,
    _ tried: (end: TrapWatch.Trial, trial: GuardTrial)
  ) {
    guard evaluationCount < bounds.evaluations else {
      findings.append(.evaluationBound(bounds.evaluations))
      return
    }
    let outcomes: [EvaluatedOutcome<State>]
    switch tried.end {
    case .returned:
      outcomes = self.outcomes(
        of: event, trigger, in: value, source, timeoutOf: timeout?.part, tried.trial)
    case .trapped(let message, _):
      let outcome = RuleOutcome(effect: .traps(message: message), target: source)
      outcomes = [EvaluatedOutcome(guards: [], outcome: outcome)]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: "\(trigger)"))
      return
    case .untried:
      findings.append(.stuckStepBound(RuleTrials.mostStuck))
      return
    }
    evaluationCount += max(1, outcomes.count)
    trials.watch?.tell(states.count, evaluationCount)
    let flatTrigger = timeout?.trigger ?? trigger
    let key =
      [source, "\(flatTrigger)"] + (timeout.map { ["\($0.part ?? -1)", "\($0.number)"] } ?? [])
    let position = pairPositions[key, default: pairs.count]
    if position == pairs.count {
      pairPositions[key] = position
      pairs.append(
        StateEventPair(
          source: source, trigger: trigger, flatTrigger: flatTrigger))
    }
    pairs[position].record(outcomes, for: value, on: event)
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event, _ trigger: StateGraph.Trigger, in value: State, _ source: String,
    timeoutOf part: Int?, _ trial: GuardTrial
  ) -> [EvaluatedOutcome<State>] {
    let label = "\(trigger)"
    let evaluations = trials.announcing(label, in: source) {
      rules.evaluate(value, event, trial, &findings)
    }
    if evaluations.contains(where: { $0.asked.count > bounds.guards }) {
      findings.append(.guardBound(bounds.guards, state: source, event: label))
    }
    return evaluations.map { evaluation in
      if evaluation.hasUnnamedAction { findings.append(.unnamedAction(of: label, in: source)) }
      if evaluation.isUncommitted { findings.append(.uncommitted(label, in: source)) }
      let target = evaluation.target.map { ($0, NodeDescription(of: $0)) }
      if let (value, node) = target { discover(value, node) }
      let outcome = evaluation.effect.map {
        RuleOutcome(effect: $0, target: target?.1.state.identifier ?? source)
      }
      if let outcome, !evaluation.isTrap {
        let rule = StateGraph.Rule(
          source: source, target: outcome.target, trigger: trigger, effect: outcome.effect)
        regions.record(evaluation.reentered, namedBy: rule, timeoutOf: part)
      }
      return EvaluatedOutcome(
        // Those beyond the bound got one answer, which is no condition.
        guards: Array(evaluation.asked.prefix(bounds.guards)), outcome: outcome,
        target: outcome?.effect.isRefusal != false ? nil : evaluation.target ?? value,
        reentry: rules.answers?.reentry(by: evaluation, from: value))
    }
  }

  /// Returns the rules of all pairs of state and event in the order in which they were found, and
  /// the same rules for a graph without regions.
  private mutating func recordedRules() -> (plain: [StateGraph.Rule], flat: [StateGraph.Rule]) {
    var rules: [StateGraph.Rule] = []
    var flat: [StateGraph.Rule] = []
    var payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    for pair in pairs {
      for (rule, reentry) in pair.rules(&payloads, &findings) {
        var flatRule = rule
        flatRule.trigger = pair.flatTrigger
        if let reentry {
          flatRule.change = ([reentry] + [rule.change].compactMap(\.self)).joined(separator: ", ")
        }
        flat.append(flatRule)
        if rule.isInternal, rule.target != rule.source {
          findings.append(
            .internalTransitionLeaves(rule.source, event: rule.event, target: rule.target))
        }
        rules.append(rule)
      }
    }
    return (rules, flat)
  }

  /// Returns notes about states and events that were tried with only one value, so that their
  /// arrows can't have conditions.
  private func sampleNotes(about graph: StateGraph) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.source))
    let lone = queue.filter { value, identifier in
      valueCounts[identifier] == 1 && acting.contains(identifier) && Self.carriesSample(value)
    }
    let counts = Dictionary(grouping: events, by: { $0.label }).mapValues { $0.count }
    let handled = Set(graph.rules.map(\.event))
    let loneEvents = events.filter { event, label in
      counts[label] == 1 && handled.contains(label) && !PayloadField.fields(of: event).isEmpty
    }
    return lone.map { .fewSamples(ofState: $0.identifier) }
      + loneEvents.map { .fewSamples(ofEvent: $0.label) }
  }

  /// Returns whether a state carries a value that represents others.
  ///
  /// Regions have their own names, and the values of a machine result from its events.
  private static func carriesSample(_ value: any Graphable) -> Bool {
    if let product = value as? any GraphableProduct {
      return product.graphRegions.contains { carriesSample($0.state) }
    }
    return !(value is any ExploredParts) && !PayloadField.fields(of: value).isEmpty
  }

  /// Returns a finding for each event that no state handles.
  private func unhandledEvents(in graph: StateGraph) -> [GraphFinding] {
    let handled = Set(graph.transitions.map(\.event))
    return events.map { $0.label }.uniqued().filter { !handled.contains($0) }
      .map(GraphFinding.unhandledEvent)
  }
}
