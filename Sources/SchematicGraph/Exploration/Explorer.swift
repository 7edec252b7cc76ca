import Schematic

/// An exploration of rules: it evaluates them in every declared state and every state that they lead
/// to, and records the outcomes.
///
/// Declared states come first, in declared order; a state that only the rules lead to is explored when
/// it is discovered. Several values may stand for one node, and all of them are explored.
struct Explorer<State: Graphable, Event: Graphable> {
  typealias Rules = (
    State, Event, _ traps: GuardTraps, _ findings: inout [GraphFinding]
  ) -> [RuleEvaluation<State>]

  private let events: [(event: Event, label: String)]
  private let bounds: ExplorationBounds
  private let unexplored: [NodeDescription]
  private let reportsUndeclaredStates: Bool
  private let boundAdvice: String
  private let isFinal: (State) -> Bool
  /// The answers about states; `nil` where there are none to ask for.
  private let answers: ExploredAnswers<State, Event>?
  private let rules: Rules

  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var knownComposites: Set<String> = []
  private var regions: RegionFinder
  private var positions: [String: Int] = [:]
  private var valueCounts: [String: Int] = [:]
  private var visited = VisitedSet()
  private var queue: [(value: State, identifier: String)] = []
  private var trials = RuleTrials()
  /// The number of values in the queue whose events were tried.
  private var triedCount = 0
  /// The number of answers that the rules gave, at least one for each value and event.
  private var evaluationCount = 0
  /// The first values of each state that are beyond the bound, and were not explored.
  private var valuesBeyond: [String: [State]] = [:]
  /// The identifiers of the states that a value was met of, explored or not.
  private var reached: Set<String> = []
  private var pairs: [StateEventPair<State, Event>] = []
  private var pairPositions: [[String]: Int] = [:]
  private var behaviorsByState = StateBehaviors()
  private var findings: [GraphFinding]
  private var notes: [GraphFinding] = []
  private var declaredCount = Int.max

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - events: The events to try in every state.
  ///   - bounds: The bounds of the exploration.
  ///   - findings: Findings that are known already.
  ///   - unexplored: States to show even where nothing leads to them.
  ///   - reportsUndeclaredStates: Whether it is noteworthy that no declared case stands for a state.
  ///   - boundAdvice: The remedy where one state has too many values.
  ///   - isFinal: Returns whether a machine is finished in a state.
  ///   - answers: The answers about states; `nil` where there are none to ask for.
  ///   - rules: Evaluates the rules for a state and an event.
  init(
    events: [Event],
    bounds: ExplorationBounds,
    findings: [GraphFinding] = [],
    unexplored: [NodeDescription] = [],
    reportsUndeclaredStates: Bool = true,
    boundAdvice: String = "round what the state carries, or raise the bound",
    isFinal: @escaping (State) -> Bool = { _ in false },
    answers: ExploredAnswers<State, Event>? = nil,
    rules: @escaping Rules
  ) {
    self.events = events.map { ($0, $0.eventLabel) }
    self.bounds = bounds
    self.findings = findings
    self.unexplored = unexplored
    self.reportsUndeclaredStates = reportsUndeclaredStates
    self.boundAdvice = boundAdvice
    self.isFinal = isFinal
    self.answers = answers
    regions = RegionFinder(answered: answers?.parts ?? [])
    self.rules = rules
  }

  /// Explores from the declared cases and the initial state.
  mutating func graph(from initialState: State) -> StateGraph {
    for node in unexplored where positions[node.state.identifier] == nil { add(node) }
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
    if reportsUndeclaredStates {
      findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    }
    let rules = recordedRules()
    let plain = StateGraph(
      states: states, composites: composites, rules: rules.plain,
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
        to: rules.flat == rules.plain
          ? plain
          : StateGraph(
            states: states, composites: composites, rules: rules.flat,
            initialState: plain.initialState))
      machines = [graph]
      findings += graph.findings + (reason.map { [.drawnFlat($0)] } ?? [])
    }
    findings +=
      plain.structuralFindings + machines.flatMap(\.behaviorFindings)
      + unhandledEvents(in: graph)
    graph.findings = findings.uniqued()
    graph.omission = GraphOmission(
      ofCutsIn: graph.findings, bounds, exits: graph.states.map(\.identifier).filter(isUnexplored))
    graph.notes = sampleNotes(about: graph) + notes.uniqued()
    return graph
  }

  /// Returns whether a state is in the graph, but no value of it was explored.
  private func isUnexplored(_ identifier: String) -> Bool {
    reached.contains(identifier) && valueCounts[identifier] == nil
  }

  /// Records a state value, and queues it for exploration where it is new.
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
      add(node.final(isFinal(value)))
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
      findings.append(.valueBound(bounds.values, state: identifier, advice: boundAdvice))
    }
  }

  private mutating func add(_ node: NodeDescription) {
    positions[node.state.identifier] = states.count
    states.append(node.state)
    let composites = node.composites { knownComposites.contains($0) }
    knownComposites.formUnion(composites.map(\.identifier))
    self.composites += composites
  }

  /// Discovers a declared case, and records where it cannot be told from another.
  private mutating func declare(_ value: State) {
    let node = NodeDescription(of: value, isFinal: isFinal(value))
    if let other = positions[node.state.identifier].map({ states[$0] }), other != node.state {
      findings.append(.repeatedIdentifier(node.state, other: other))
    }
    discover(value, node)
  }

  /// Records events of different cases that a diagram cannot tell apart.
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

  /// Tries the events of all values that were discovered and not tried yet.
  private mutating func attempt() {
    let (queue, events, rules) = (queue, events, rules)
    let timeouts = { [answers] (value: State) in answers?.timeouts(value) ?? [] }
    let keys = (triedCount..<queue.count).flatMap { position -> [[Int]] in
      let value = queue[position].value
      guard !isFinal(value) else { return [] }
      return (0..<events.count + timeouts(value).count).map { [position, $0] }
    }
    // Each of them counts at least one, so that those beyond are not evaluated.
    trials.attempt(Array(keys.prefix(max(0, bounds.evaluations - evaluationCount)))) { key, traps in
      let value = queue[key[0]].value
      let isTimeout = key[1] >= events.count
      let event =
        isTimeout ? timeouts(value)[key[1] - events.count].timeout.event : events[key[1]].event
      var findings: [GraphFinding] = []
      for evaluation in rules(value, event, traps, &findings) {
        _ = evaluation.target?.graphIdentifier
      }
    }
    triedCount = queue.count
  }

  private mutating func explore(_ position: Int) {
    let (value, source) = queue[position]
    let isFinal = isFinal(value)
    let timeouts = answers?.timeouts(value) ?? []
    if let answers {
      record(answers, about: value, source, timeouts.map { $0.part }, isFinal: isFinal)
    }
    // A finished machine is asked nothing, and it goes without saying that it rejects events.
    guard !isFinal else { return }
    for number in events.indices {
      let (event, label) = events[number]
      let end = trials.end(of: [position, number])
      evaluate(event, label, in: value, source, timeout: nil, end)
    }
    var sent: [TimeEvent: [String]] = [:]
    for (index, (part, level, timeout)) in timeouts.enumerated() {
      // Timeouts of several parts may be as long as each other.
      let owner = part.flatMap { part in
        answers.map {
          PartOwner.name($0.parts[part], $0.paths(value)[part], level: level)
        }
      }
      let event = TimeEvent(duration: timeout.duration, owner: owner)
      let number = sent[event, default: []].count
      sent[event, default: []].append(timeout.event.eventLabel)
      let end = trials.end(of: [position, events.count + index])
      evaluate(
        timeout.event, timeout.label, in: value, source, timeout: (part, event, number), end)
    }
    findings += sent.filter { $0.value.count > 1 }.map { event, labels in
      GraphFinding.repeatedTimeout(event.label, sending: labels, state: source)
    }.sorted { $0.description < $1.description }
  }

  /// Records what is done because of a state.
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
        let label = answer.behavior.label.map { "\(owner): \($0)" }
        return OwnedBehavior(
          part: part, level: nil, behavior: StateGraph.StateBehavior(answer.behavior.kind, label))
      },
      for: NodeDescription(of: value, isFinal: isFinal), depth: value.casePath.count,
      isFinal: isFinal)
  }

  /// Records the outcomes of an event for a value of a state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - label: Its label.
  ///   - value: The value.
  ///   - source: The identifier of the state.
  ///   - timeout: The timeout that sends it, by the position of its part, `nil` for the whole state, its
  ///     label where there are no regions, and its number of those of the same label; `nil` where the event
  ///     is sent from outside.
  ///   - end: The end of its trial, and the answers of guards under which it traps.
  private mutating func evaluate(
    _ event: Event, _ label: String, in value: State, _ source: String,
    timeout: (part: Int?, event: TimeEvent, number: Int)?,
    _ end: (trial: TrapWatch.Trial, traps: GuardTraps)
  ) {
    guard evaluationCount < bounds.evaluations else {
      findings.append(.evaluationBound(bounds.evaluations))
      return
    }
    let outcomes: [EvaluatedOutcome<State>]
    switch end.trial {
    case .returned:
      outcomes = self.outcomes(
        of: event, label, in: value, source, timeoutOf: timeout?.part, end.traps)
    case .trapped(let message, _):
      outcomes = [EvaluatedOutcome(guards: [], outcome: .traps(message: message))]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: label))
      return
    case .untried:
      findings.append(.stuckStepBound(RuleTrials.mostStuck))
      return
    }
    evaluationCount += max(1, outcomes.count)
    let flatLabel = timeout?.event.label ?? label
    let key =
      [source, flatLabel] + (timeout.map { ["\($0.part ?? -1)", "\($0.number)"] } ?? [])
    let position = pairPositions[key, default: pairs.count]
    if position == pairs.count {
      pairPositions[key] = position
      pairs.append(
        StateEventPair(
          source: source, event: label, flatEvent: flatLabel, isTimeout: timeout != nil))
    }
    pairs[position].record(outcomes, for: value, on: event)
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event, _ label: String, in value: State, _ source: String, timeoutOf part: Int?,
    _ traps: GuardTraps
  ) -> [EvaluatedOutcome<State>] {
    let evaluations = trials.announcing(label, in: source) {
      rules(value, event, traps, &findings)
    }
    return evaluations.map { evaluation in
      if evaluation.hasUnnamedAction { notes.append(.unnamedAction(of: label, in: source)) }
      if evaluation.isUncommitted { findings.append(.uncommitted(label, in: source)) }
      let target = evaluation.target.map { ($0, NodeDescription(of: $0)) }
      if let (value, node) = target { discover(value, node) }
      let outcome = evaluation.outcome(leadingTo: target?.1.state.identifier ?? source)
      if let outcome, !evaluation.isTrap {
        let rule = StateGraph.Rule(state: source, event: label, outcome: outcome)
        regions.record(evaluation.reentered, namedBy: rule, timeoutOf: part)
      }
      return EvaluatedOutcome(
        // Those beyond the bound got one answer, which is no condition.
        guards: Array(evaluation.asked.prefix(bounds.guards)), outcome: outcome,
        target: outcome?.target == nil ? nil : evaluation.target ?? value,
        reentry: answers?.reentry(by: evaluation, from: value))
    }
  }

  /// Returns the rules of all pairs of state and event, in the order in which they were met, and the same
  /// rules for a graph without regions.
  private mutating func recordedRules() -> (plain: [StateGraph.Rule], flat: [StateGraph.Rule]) {
    var rules: [StateGraph.Rule] = []
    var flat: [StateGraph.Rule] = []
    var payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    for pair in pairs {
      for (rule, reentry) in pair.rules(&payloads, &findings) {
        var flatRule = rule
        flatRule.event = pair.flatEvent
        if let reentry {
          flatRule.change = ([reentry] + [rule.change].compactMap(\.self)).joined(separator: ", ")
        }
        flat.append(flatRule)
        if rule.isInternal, let target = rule.target, target != rule.state {
          findings.append(
            .internalTransitionLeaves(rule.state, event: rule.event, target: target))
        }
        rules.append(rule)
      }
    }
    return (rules, flat)
  }

  /// Returns notes about states and events that were tried with one value only, so that it is no
  /// wonder if their arrows have no conditions.
  private func sampleNotes(about graph: StateGraph) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.state))
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

  /// Returns whether a state carries a value that stands for others: the parts of a state have names of
  /// their own, and a machine becomes what its events make of it.
  private static func carriesSample(_ value: any Graphable) -> Bool {
    if let product = value as? any GraphableProduct {
      return product.graphParts.contains { carriesSample($0.state) }
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
