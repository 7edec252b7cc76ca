import Schematic

/// An exploration of rules: it evaluates them in every declared state and every state that they lead
/// to, and records the outcomes.
///
/// Declared states come first, in declared order; a state that only the rules lead to is explored when
/// it is discovered. Several values may stand for one node, and all of them are explored.
struct Explorer<State: Graphable, Event: Graphable> {
  typealias Rules = (State, Event, _ findings: inout [GraphFinding]) -> [RuleEvaluation<State>]

  private let events: [(event: Event, label: String)]
  private let bounds: ExplorationBounds
  private let unexplored: [NodeDescription]
  private let reportsUndeclaredStates: Bool
  private let isFinal: (State) -> Bool
  private let timeouts: (State) -> [StateTimeout<Event>]
  /// The behaviors of states; `nil` where there are none to ask for.
  private let behaviors: ((State) -> [LeveledBehavior])?
  private let rules: Rules

  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var knownComposites: Set<String> = []
  private var parts: [String: [RegionFinder.Part]] = [:]
  private var positions: [String: Int] = [:]
  private var valueCounts: [String: Int] = [:]
  private var visited = VisitedSet()
  private var queue: [(value: State, identifier: String)] = []
  private var trials = RuleTrials()
  /// The number of values in the queue whose events were tried.
  private var triedCount = 0
  private var pairs: [StateEventPair<State, Event>] = []
  private var pairPositions: [[String]: Int] = [:]
  private var behaviorsByState = StateBehaviors()
  private var findings: [GraphFinding]
  private var declaredCount = Int.max

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - events: The events to try in every state.
  ///   - bounds: The bounds of the exploration.
  ///   - findings: Findings that are known already.
  ///   - unexplored: States to show even where nothing leads to them.
  ///   - reportsUndeclaredStates: Whether it is noteworthy that no declared case stands for a state.
  ///   - isFinal: Returns whether a machine is finished in a state.
  ///   - timeouts: Returns the timeouts of a state.
  ///   - behaviors: Returns the behaviors of a state; `nil` where there are none to ask for.
  ///   - rules: Evaluates the rules for a state and an event.
  init(
    events: [Event],
    bounds: ExplorationBounds,
    findings: [GraphFinding] = [],
    unexplored: [NodeDescription] = [],
    reportsUndeclaredStates: Bool = true,
    isFinal: @escaping (State) -> Bool = { _ in false },
    timeouts: @escaping (State) -> [StateTimeout<Event>] = { _ in [] },
    behaviors: ((State) -> [LeveledBehavior])? = nil,
    rules: @escaping Rules
  ) {
    self.events = events.map { ($0, $0.eventLabel) }
    self.bounds = bounds
    self.findings = findings
    self.unexplored = unexplored
    self.reportsUndeclaredStates = reportsUndeclaredStates
    self.isFinal = isFinal
    self.timeouts = timeouts
    self.behaviors = behaviors
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
    discover(initialState, initialState.graphIdentifier)
    var next = 0
    while next < queue.count {
      if next == triedCount { attempt() }
      explore(next)
      next += 1
    }
    if reportsUndeclaredStates {
      findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    }
    var graph = StateGraph(
      states: states.map { state in
        var state = state
        state.behaviors = behaviorsByState.behaviors(of: .state(state.identifier))
        return state
      },
      composites: composites.map { composite in
        var composite = composite
        composite.behaviors = behaviorsByState.behaviors(of: .composite(composite.identifier))
        return composite
      },
      rules: recordedRules(), initialState: initialState.graphIdentifier)
    graph.regions = RegionFinder(graph, parts: parts).regions
    findings += behaviorsByState.findings
    if graph.hasBehaviors, !RegionFinder(graph.withoutBehaviors, parts: parts).regions.isEmpty {
      findings.append(.drawnFlat(state: graph.initialState))
    }
    findings += graph.structuralFindings + graph.behaviorFindings + unhandledEvents(in: graph)
    graph.findings = findings.uniqued()
    return graph
  }

  /// Records a state value, and queues it for exploration where it is new.
  private mutating func discover(_ value: State, _ identifier: String) {
    guard visited.insert(value, identifier) else { return }
    let count = valueCounts[identifier, default: 0]
    if positions[identifier] == nil {
      add(NodeDescription(of: value, isFinal: isFinal(value)))
      parts[identifier] = RegionFinder.parts(of: value)
    }
    if states.count - bounds.undeclaredStates > declaredCount {
      // A node all the same: a transition leads to it.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if count < bounds.values {
      valueCounts[identifier] = count + 1
      queue.append((value, identifier))
    } else {
      findings.append(.valueBound(bounds.values, state: identifier))
    }
  }

  private mutating func add(_ node: NodeDescription) {
    positions[node.state.identifier] = states.count
    states.append(node.state)
    composites += node.composites.filter { knownComposites.insert($0.identifier).inserted }
  }

  /// Discovers a declared case, and records where it cannot be told from another.
  private mutating func declare(_ value: State) {
    let state = NodeDescription(of: value, isFinal: isFinal(value)).state
    if let other = positions[state.identifier].map({ states[$0] }), other != state {
      findings.append(.repeatedIdentifier(state, other: other))
    }
    discover(value, state.identifier)
  }

  /// Records events of different cases that a diagram cannot tell apart.
  private mutating func recordRepeatedLabels() {
    var identifiers: [String: String] = [:]
    for (event, label) in events {
      let known = identifiers[label, default: event.graphIdentifier]
      identifiers[label] = known
      if known != event.graphIdentifier {
        findings.append(.repeatedEventLabel(label, known, event.graphIdentifier))
      }
    }
  }

  /// Tries the events of all values that were discovered and not tried yet.
  private mutating func attempt() {
    let (queue, events, rules, timeouts) = (queue, events, rules, timeouts)
    let keys = (triedCount..<queue.count).flatMap { position -> [[Int]] in
      let value = queue[position].value
      guard !isFinal(value) else { return [] }
      return (0..<events.count + timeouts(value).count).map { [position, $0] }
    }
    trials.attempt(keys) { key in
      let value = queue[key[0]].value
      let isTimeout = key[1] >= events.count
      let event = isTimeout ? timeouts(value)[key[1] - events.count].event : events[key[1]].event
      var findings: [GraphFinding] = []
      for evaluation in rules(value, event, &findings) { _ = evaluation.target?.graphIdentifier }
    }
    triedCount = queue.count
  }

  private mutating func explore(_ position: Int) {
    let (value, source) = queue[position]
    if let behaviors {
      behaviorsByState.record(behaviors(value), for: value, isFinal: isFinal(value))
    }
    // A finished machine is asked nothing, and it goes without saying that it rejects events.
    guard !isFinal(value) else { return }
    for (number, (event, label)) in events.enumerated() {
      let trial = trials.end(of: [position, number])
      evaluate(event, label, in: value, source, timeout: nil, trial)
    }
    var counts: [String: Int] = [:]
    for (index, timeout) in timeouts(value).enumerated() {
      let number = counts[timeout.label, default: 0]
      counts[timeout.label] = number + 1
      if number > 0 { findings.append(.repeatedTimeout(timeout.label, state: source)) }
      let trial = trials.end(of: [position, events.count + index])
      evaluate(timeout.event, timeout.label, in: value, source, timeout: number, trial)
    }
  }

  /// Records the outcomes of an event for a value of a state.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - label: Its label.
  ///   - value: The value.
  ///   - source: The identifier of the state.
  ///   - timeout: The number of the timeout that sends it, of those that have the same label; `nil`
  ///     where it is sent from outside.
  ///   - trial: The end of its trial.
  private mutating func evaluate(
    _ event: Event, _ label: String, in value: State, _ source: String, timeout: Int?,
    _ trial: TrapWatch.Trial
  ) {
    let outcomes: [GuardedOutcome]
    switch trial {
    case .returned: outcomes = self.outcomes(of: event, label, in: value, source)
    case .trapped(let message):
      outcomes = [GuardedOutcome(guards: [], outcome: .traps(message: message))]
    case .stuck:
      findings.append(.stepDoesNotEnd(state: source, event: label))
      return
    case .untried:
      findings.append(.explorationDeadline)
      return
    }
    let key = [source, label] + (timeout.map { ["\($0)"] } ?? [])
    let position = pairPositions[key, default: pairs.count]
    if position == pairs.count {
      pairPositions[key] = position
      pairs.append(StateEventPair(source: source, event: label, isTimeout: timeout != nil))
    }
    pairs[position].record(DecisionTree.leaves(of: outcomes), for: value, on: event)
  }

  /// Evaluates the rules for an event, and discovers the states that it leads to.
  private mutating func outcomes(
    of event: Event, _ label: String, in value: State, _ source: String
  ) -> [GuardedOutcome] {
    let evaluations = trials.announcing(label, in: source) { rules(value, event, &findings) }
    return evaluations.map { evaluation in
      let target = evaluation.target.map { ($0, $0.graphIdentifier) }
      if let (value, identifier) = target { discover(value, identifier) }
      return GuardedOutcome(
        guards: evaluation.asked, outcome: evaluation.outcome(leadingTo: target?.1 ?? source))
    }
  }

  /// Returns the rules of all pairs of state and event, in the order in which they were met.
  private mutating func recordedRules() -> [StateGraph.Rule] {
    var rules: [StateGraph.Rule] = []
    for pair in pairs {
      for rule in pair.rules(&findings) {
        if rule.isInternal, let target = rule.target, target != rule.state {
          findings.append(
            .internalTransitionLeaves(rule.state, event: rule.event, target: target))
        }
        rules.append(rule)
      }
    }
    return rules
  }

  /// Returns a finding for each event that no state handles.
  private func unhandledEvents(in graph: StateGraph) -> [GraphFinding] {
    let handled = Set(graph.transitions.map(\.event))
    return events.map(\.label).uniqued().filter { !handled.contains($0) }
      .map(GraphFinding.unhandledEvent)
  }
}

/// The state values that were discovered so far, so that none is explored twice.
struct VisitedSet {
  private var values: Set<[AnyHashable]> = []

  /// Adds a value and returns whether it was new.
  ///
  /// Values of different nodes differ, even where the type calls them equal.
  mutating func insert(_ value: some Any, _ identifier: String) -> Bool {
    values.insert([identifier, Self.identity(of: value)]).inserted
  }

  /// Returns an identity by which a value is told from others.
  ///
  /// A type that is not `Hashable` is told apart by its parts, because different values may print
  /// alike.
  static func identity(of value: some Any) -> AnyHashable {
    var objects: [ObjectIdentifier] = []
    return identity(of: value, &objects)
  }

  private static func identity(
    of value: Any, _ objects: inout [ObjectIdentifier]
  ) -> AnyHashable {
    if let parts = value as? any ExploredParts { return identity(of: parts.identity, &objects) }
    if let value = value as? AnyHashable { return value }
    // Objects may refer to each other, which `dump` comes to the end of.
    if type(of: value) is AnyClass { return text(of: value, &objects) }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { child in
      [AnyHashable(child.label ?? ""), identity(of: child.value, &objects)]
    }
    switch mirror.displayStyle {
    // Their order differs even between equal ones.
    case .set, .dictionary: return Set(parts)
    case .struct, .tuple, .enum, .optional, .collection:
      if !parts.isEmpty { return parts }
    default: break
    }
    return text(of: value, &objects)
  }

  /// Returns the text of a value without parts, or of an object: two objects that hold the same are
  /// told from one that stands in two places.
  private static func text(of value: Any, _ objects: inout [ObjectIdentifier]) -> String {
    var text = ""
    dump(value, to: &text)
    guard type(of: value) is AnyClass else { return text }
    let object = ObjectIdentifier(value as AnyObject)
    let number = objects.firstIndex(of: object) ?? objects.count
    if number == objects.count { objects.append(object) }
    return "\(number): \(text)"
  }
}

/// The bounds of an exploration, beyond which a finding says that there is more.
///
/// ```swift
/// StateGraph(Modem.schema, bounds: ExplorationBounds(guards: 4))
/// ```
public struct ExplorationBounds: Hashable, Sendable {
  /// The number of guards on one path that are tried both ways.
  ///
  /// The rules are run up to 2ⁿ times for each state and event.
  public var guards: Int
  /// The number of values that are explored for one state.
  public var values: Int
  /// The number of states that are explored though no declared case stands for them.
  public var undeclaredStates: Int

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - guards: The number of guards on one path that are tried both ways.
  ///   - values: The number of values that are explored for one state.
  ///   - undeclaredStates: The number of states that are explored though no declared case stands
  ///     for them.
  public init(guards: Int = 10, values: Int = 1_000, undeclaredStates: Int = 1_000) {
    self.guards = guards
    self.values = values
    self.undeclaredStates = undeclaredStates
  }
}
