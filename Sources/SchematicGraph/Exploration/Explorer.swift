import Schematic

/// The key of a ``TransitionCell``: a state and a trigger.
///
/// Several timeouts of a state may have the same trigger; `level` and `number` distinguish them.
struct CellKey: Hashable {
  let source: String
  let trigger: StateGraph.Trigger
  let isTimeout: Bool
  let level: Int?
  let number: Int
}

/// An exploration, which evaluates the rules in every state and records the outcomes.
///
/// It begins with the declared states, in declared order. Other states are explored in the order in
/// which they are found. If several values represent one state, all of them are explored, up to a
/// bound.
struct Explorer<State: Graphable, Event: Graphable> {
  let rules: ExploredRules<State, Event>
  let events: [(event: Event, trigger: StateGraph.Trigger, label: String)]
  var bounds: ExplorationBounds

  var states: [StateGraph.State] = []
  var composites: [StateGraph.CompositeState] = []
  var knownComposites: Set<String> = []
  var positions: [String: Int] = [:]
  var valueCounts: [String: Int] = [:]
  var visited = VisitedSet()
  var queue: [(value: State, identifier: String)] = []
  var trials: TrialSession
  /// The positions of the values to explore next, and of those to explore when none is left there.
  ///
  /// The first few values of each state come before further ones, so that counters and buffers don't use
  /// up a bound before all states are reached.
  var next: [Int] = []
  private var later: [Int] = []
  /// The number of values of one state that come first, and the number of others that follow together.
  private let mostFirst = 8
  /// The number of evaluations of the rules, at least one for each step that was evaluated.
  var evaluationCount = 0
  /// The number of evaluations that were only made to compare them with earlier ones.
  var comparedCount = 0
  /// A Boolean value that indicates whether the bound on evaluations was reached.
  var isCut = false
  /// The first values of each state beyond the bound on values; they weren't explored.
  var valuesBeyond: [String: [State]] = [:]
  /// The values that were taken for one that was known, with its position, and not compared yet.
  var merged: [(position: Int, value: State)] = []
  /// The positions of values, with all of their contents.
  var mergedContents: Set<[String]> = []
  /// The identifiers of the states with a value that was found, even if it wasn't explored.
  var reached: Set<String> = []
  var cells: [TransitionCell] = []
  private var values = ExploredValues()
  var cellPositions: [CellKey: Int] = [:]
  var behaviorsByState = StateBehaviors()
  var findings: [GraphFinding]
  var declaredCount = Int.max
  /// The labels of the events that timeouts send.
  var timeoutEvents: [ExploredMachine.Timeout: Set<String>] = [:]

  var courses = TimeoutCourses()
  /// The positions in `cells` of the timeouts of each composite state.
  var outerTimeouts: [[String]: [StateGraph.Trigger: Set<Int>]] = [:]
  var idleBehaviors = IdleBehaviors()
  /// The properties about which there is a finding, because they differ in each run.
  var varying: Set<String> = []

  init(_ rules: ExploredRules<State, Event>, bounds: ExplorationBounds, runner: TrialRunner?) {
    self.rules = rules
    self.bounds = bounds
    // Labels are often found by reflection, which is slow, so each is computed once.
    events = rules.events.map { event in
      let trigger = StateGraph.Trigger.event(event.diagramLabel)
      return (event, trigger, "\(trigger)")
    }
    findings = rules.findings
    trials = TrialSession(runner)
  }

  /// Explores the declared cases, the initial state, and all states that the rules lead to.
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
    for other in rules.otherStarts { start(in: other, besides: first) }
    if trials.runner?.takesNoStep != true {
      exploreAll()
      compareMerged()
    }
    findings = findings.map(namingGrowth)
    if rules.reportsUndeclaredStates {
      findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    }
    for index in cells.indices {
      cells[index].completeTimeout(courses.courses(of: cells[index].source))
    }
    values.initial = initial
    values.states = queue.map(\.identifier)
    for cell in cells where cell.trigger.isTimeout {
      let key = ExploredMachine.Timeout(source: cell.source, trigger: cell.trigger)
      timeoutEvents[key, default: []].insert(cell.eventLabel)
    }
    let refused = refusedTimeouts()
    let ends = Set(states.filter(\.isFinal).map(\.identifier))
    if rules.answers == nil { tryEnds() }
    let recorded = recordedRules()
    for cell in cells where cell.alwaysLeaves && cell.source != first.state.identifier {
      if let state = positions[cell.source], states[state].completion != nil {
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
    for cell in cells where cell.isAlwaysAnswered {
      graph.answered[cell.source, default: []].insert(cell.trigger)
    }
    // A rule may begin in a state of a region. `StateGraph` then adds that state, but the region's
    // machine already has it.
    graph.states.removeAll { positions[$0.identifier] == nil }
    return ExploredMachine(
      graph: graph, regions: rules.places?.regions ?? [], values: values,
      explored: queue.map(\.value), refusedTimeouts: refused, timeoutEvents: timeoutEvents,
      notes: sampleNotes(about: graph), events: events.map(\.label),
      unexplored: states.map(\.identifier).filter(isUnexplored), ends: ends)
  }

  /// Leaves a state final only if it accepts nothing: it ignores or rejects every event, or traps.
  private mutating func tryEnds() {
    let accepting = Dictionary(grouping: cells.filter { !$0.accepted.isEmpty }, by: \.source)
    for index in states.indices where states[index].isFinal {
      let state = states[index].identifier
      guard let cells = accepting[state] else { continue }
      states[index].isFinal = false
      // An end may answer as long as it stays one.
      guard let way = cells.first(where: { $0.accepted.contains { $0.target != state } }) else {
        continue
      }
      findings.append(.finalStateActs(state, on: "\(way.trigger)"))
    }
  }

  /// Explores another value in which a machine may start; it must be one of the same state.
  private mutating func start(in other: State, besides first: NodeDescription) {
    let node = node(of: other)
    if node.state.identifier == first.state.identifier {
      discover(other, node)
    } else {
      findings.append(.startsDiffer(first.state.identifier, node.state.identifier))
    }
  }

  /// Explores the values that were found, and all that these lead to.
  mutating func exploreAll() {
    repeat {
      while !next.isEmpty || !later.isEmpty {
        if next.isEmpty {
          next = Array(later.prefix(mostFirst))
          later.removeFirst(next.count)
        }
        let positions = next
        next = []
        attempt(positions)
        for position in positions { explore(position) }
      }
      exploreChangedStates()
    } while !next.isEmpty || !later.isEmpty
  }

  /// Returns the finding about a bound with the field that takes the most values; any other finding unchanged.
  private func namingGrowth(in finding: GraphFinding) -> GraphFinding {
    switch finding.kind {
    case .valueBound:
      let values = queue.filter { $0.identifier == finding.state }.map(\.value)
      return .valueBound(
        bounds.values, state: finding.state, GrowingField(in: values), rules.boundAdvice,
        isOfMachine: rules.treatsIgnoredAsUnchanged)
    case .evaluationBound:
      return .evaluationBound(
        bounds.evaluations, GrowingField(in: queue.map(\.value)),
        isOfMachine: rules.treatsIgnoredAsUnchanged)
    default: return finding
    }
  }

  /// Returns the rules of all cells, in the order of the cells.
  private mutating func recordedRules() -> [StateGraph.Rule] {
    var rules: [StateGraph.Rule] = []
    var payloads = NodePayloads(of: queue, beyond: valuesBeyond)
    if let places = self.rules.places {
      payloads.hide(
        cells.rememberRegions(places, initial: values.initial.map { queue[$0].identifier }) {
          queue[$0].value
        })
      let fields = places.places.map { place in
        let value = queue.first { $0.identifier == place.identifier }?.value
        return (place.identifier, value.map { places.fields(of: $0, in: place.identifier) } ?? [])
      }
      payloads.hide(Dictionary(fields, uniquingKeysWith: { first, _ in first }))
    }
    if self.rules.treatsIgnoredAsUnchanged { showAcceptedEvents() }
    for cell in cells {
      let placed = self.rules.places?.place(of: cell.source).map { placed in
        PlacedCombinations(regions: placed.place.inside.map(\.identifier)) { [queue] in
          placed.states(in: queue[$0].value)
        }
      }
      for (rule, steps) in cell.rules(
        &payloads, &findings, treatsIgnoredAsUnchanged: self.rules.treatsIgnoredAsUnchanged,
        in: placed)
      {
        values.steps[rule, default: []].formUnion(steps)
        if rule.isInternal, rule.target != rule.source {
          findings.append(
            .internalTransitionLeaves(rule.source, event: rule.event, target: rule.target))
        }
        rules.append(rule)
      }
    }
    return rules
  }

  /// Makes an event an internal transition in states that accept it, if it does nothing anywhere, and other states reject
  /// it or trap.
  ///
  /// Without these rows, nobody would see in which states a method may be called.
  private mutating func showAcceptedEvents() {
    var effects: [String: Set<StateGraph.Effect?>] = [:]
    for cell in cells {
      effects[cell.eventLabel, default: []].formUnion(cell.outcomes.map(\.effect))
    }
    let idle = effects.filter { _, all in
      all.contains { $0?.isRefusal ?? false } && all.allSatisfy { $0?.isRefusal ?? true }
    }
    for place in cells.indices where idle[cells[place].eventLabel] != nil {
      // An end accepts nothing, so it ignores what it doesn't refuse.
      guard positions[cells[place].source].map({ states[$0].isFinal }) != true else { continue }
      cells[place].acceptIgnoredEvents()
    }
  }

  /// Returns notes about states and events that were tried with only one of the values that they
  /// can carry.
  func sampleNotes(about graph: StateGraph) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.source))
    let lone = queue.filter { value, identifier in
      valueCounts[identifier] == 1 && acting.contains(identifier) && Self.carriesSample(value)
    }
    let counts = Dictionary(grouping: events, by: { $0.label }).mapValues { $0.count }
    let handled = Set(graph.rules.map(\.event))
    let loneEvents = events.filter { event, _, label in
      counts[label] == 1 && handled.contains(label) && !PayloadField.fields(of: event).isEmpty
    }
    return lone.map { .fewSamples(ofState: $0.identifier) }
      + loneEvents.map { .fewSamples(ofEvent: $0.label) }
  }

  /// Returns whether a state carries a sample: one of several values that the state can carry.
  ///
  /// A region's state is no sample, but may carry one. Values of hand-written machines are no
  /// samples.
  private static func carriesSample(_ value: any Graphable) -> Bool {
    if let product = value as? any GraphableProduct {
      return product.graphRegions.contains { carriesSample($0.state) }
    }
    if let nested = ValueTree(value).nested { return carriesSample(nested) }
    return !(value is any ExplorationIdentity) && !PayloadField.fields(of: value).isEmpty
  }
}

// MARK: - Values of states

extension Explorer {
  func node(
    of value: State, isFinal: Bool = false, isComplete: Bool = false
  ) -> NodeDescription {
    NodeDescription(of: value, in: rules.region, isFinal: isFinal, isComplete: isComplete)
  }

  /// Returns whether a state was reached, but none of its values was explored.
  func isUnexplored(_ identifier: String) -> Bool {
    reached.contains(identifier) && valueCounts[identifier] == nil
  }

  /// Records a state value, and queues it for exploration if it is new and within the bounds.
  ///
  /// - Returns: The position of the value in the queue, or `nil` if it is beyond a bound.
  @discardableResult
  mutating func discover(_ value: State, _ node: NodeDescription) -> Int? {
    let identifier = node.state.identifier
    let key = VisitedSet.key(of: value, in: identifier)
    if let known = visited[key] {
      merge(value, known, isNew: false)
      return known == VisitedSet.unexplored ? nil : known
    }
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
      // The state is still a node, because a transition leads to it.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if node.longestName > bounds.names {
      findings.append(.nameBound(bounds.names, state: identifier))
    } else if node.isTooDeep {
      findings.append(.depthBound(state: identifier))
    } else if count < mostValues {
      valueCounts[identifier] = count + 1
      visited[key] = queue.count
      merge(value, queue.count, isNew: true)
      queue.append((value, identifier))
      if count < mostFirst {
        next.append(queue.count - 1)
      } else {
        later.append(queue.count - 1)
      }
      let position = queue.count - 1
      // The rules around regions are also evaluated for other combinations of the regions' states.
      for other in rules.places?.configurations(around: value, of: identifier, bounds, &findings)
        ?? []
      {
        discover(other, node)
      }
      return position
    } else {
      let isFirst = valuesBeyond[identifier] == nil
      if valuesBeyond[identifier, default: []].count < bounds.values {
        valuesBeyond[identifier, default: []].append(value)
      }
      if isFirst {
        findings.append(
          .valueBound(bounds.values, state: identifier, nil, rules.boundAdvice, isOfMachine: false))
      }
    }
    return nil
  }

  /// The maximum number of values to explore for one state.
  ///
  /// In a machine with regions, a state may remember the regions' states, with a value for each
  /// combination.
  private var mostValues: Int {
    rules.places == nil ? bounds.values : max(bounds.values, bounds.configurations)
  }

  mutating func add(_ node: NodeDescription) {
    positions[node.state.identifier] = states.count
    states.append(node.state)
    let composites = node.composites { knownComposites.contains($0) }
    knownComposites.formUnion(composites.map(\.identifier))
    self.composites += composites
  }

  /// Queues a declared case, and records a finding if a different state has the same identifier.
  mutating func declare(_ value: State) {
    let node = node(
      of: value, isFinal: rules.isFinal(value), isComplete: rules.isComplete(value))
    if let other = positions[node.state.identifier].map({ states[$0] }), other != node.state {
      findings.append(.repeatedIdentifier(node.state, other: other))
    }
    discover(value, node)
  }

  /// Records findings about different events with the same label.
  mutating func recordRepeatedLabels() {
    var identifiers: [String: String] = [:]
    for (event, _, label) in events {
      let known = identifiers[label, default: event.graphIdentifier]
      identifiers[label] = known
      if !known.utf8.elementsEqual(event.graphIdentifier.utf8) {
        findings.append(.repeatedEventLabel(label, known, event.graphIdentifier))
      }
    }
  }
}
