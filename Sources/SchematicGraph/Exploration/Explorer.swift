import Schematic

/// Runs rules over every declared state and every state they reach, and notes what happens.
///
/// Declared states come first, in declared order; a state that only the rules reach is explored
/// when it is met. Several values may stand for one node, and all of them are explored.
struct Exploration<State: Graphable, Event: Graphable> {
  typealias Rules = (State, Event, _ findings: inout [GraphFinding]) -> [Trial<State>]

  private let events: [(event: Event, label: String)]
  private let bounds: ExplorationBounds
  private let unexplored: [StatePlace]
  private let isFinal: (State) -> Bool
  private let timeouts: (State) -> [StateTimeout<Event>]
  private let rules: Rules

  private var states: [StateGraph.State] = []
  private var composites: [StateGraph.CompositeState] = []
  private var parts: [String: [RegionFinder.Part]] = [:]
  private var positions: [String: Int] = [:]
  private var valueCounts: [String: Int] = [:]
  private var seen = SeenValues()
  private var waiting: [(value: State, identifier: String)] = []
  private var cells: [Cell<State, Event>] = []
  private var cellPositions: [[String]: Int] = [:]
  private var findings: [GraphFinding]
  private var declaredCount = Int.max

  init(
    events: [Event],
    bounds: ExplorationBounds,
    findings: [GraphFinding] = [],
    unexplored: [StatePlace] = [],
    isFinal: @escaping (State) -> Bool = { _ in false },
    timeouts: @escaping (State) -> [StateTimeout<Event>] = { _ in [] },
    rules: @escaping Rules
  ) {
    self.events = events.map { ($0, $0.graphLabel) }
    self.bounds = bounds
    self.findings = findings
    self.unexplored = unexplored
    self.isFinal = isFinal
    self.timeouts = timeouts
    self.rules = rules
  }

  /// Explores from the declared cases and the initial state.
  mutating func graph(from initialState: State) -> StateGraph {
    for place in unexplored where positions[place.state.identifier] == nil { add(place) }
    let (declared, omissions) = GraphFinding.declaredStates(State.self)
    findings += omissions
    for state in declared { declare(state) }
    declaredCount = states.count
    noteRepeatedLabels()
    meet(initialState, initialState.graphIdentifier)
    var next = 0
    while next < waiting.count {
      explore(waiting[next].value, waiting[next].identifier)
      next += 1
    }
    findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    var graph = StateGraph(
      states: states, composites: composites, rules: recordedRules(),
      initialState: initialState.graphIdentifier)
    graph.regions = RegionFinder(graph, parts: parts).regions
    findings += graph.structuralFindings + unhandledEvents(in: graph)
    graph.findings = findings.uniqued()
    return graph
  }

  /// Notes a state value, and keeps it for exploring when it is new.
  private mutating func meet(_ value: State, _ identifier: String) {
    guard seen.insert(value, identifier) else { return }
    let count = valueCounts[identifier, default: 0]
    if positions[identifier] == nil {
      add(StatePlace(of: value, isFinal: isFinal(value)))
      parts[identifier] = StatePlace.parts(of: value)
    }
    if states.count - bounds.undeclaredStates > declaredCount {
      // A node all the same: what leads to it has been seen.
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if count < bounds.values {
      valueCounts[identifier] = count + 1
      waiting.append((value, identifier))
    } else {
      findings.append(.valueBound(bounds.values, state: identifier))
    }
  }

  private mutating func add(_ place: StatePlace) {
    positions[place.state.identifier] = states.count
    states.append(place.state)
    composites += place.composites
  }

  /// Meets a declared case, and notes where it cannot be told from another.
  private mutating func declare(_ value: State) {
    let state = StatePlace(of: value, isFinal: isFinal(value)).state
    if let other = positions[state.identifier].map({ states[$0] }), other != state {
      findings.append(.repeatedIdentifier(state, other: other))
    }
    meet(value, state.identifier)
  }

  /// Notes events of different cases that a diagram cannot tell apart.
  private mutating func noteRepeatedLabels() {
    var identifiers: [String: String] = [:]
    for (event, label) in events {
      let known = identifiers[label, default: event.graphIdentifier]
      identifiers[label] = known
      if known != event.graphIdentifier {
        findings.append(.repeatedEventLabel(label, known, event.graphIdentifier))
      }
    }
  }

  private mutating func explore(_ value: State, _ source: String) {
    // Nothing is asked of a finished machine, and what it rejects goes without saying.
    guard !isFinal(value) else { return }
    for (event, label) in events {
      ask(about: event, label, in: value, source, isTimeout: false)
    }
    for timeout in timeouts(value) {
      let label = "after \(timeout.duration.label)"
      ask(about: timeout.event, label, in: value, source, isTimeout: true)
    }
  }

  private mutating func ask(
    about event: Event, _ label: String, in value: State, _ source: String, isTimeout: Bool
  ) {
    let branches = GuardChoice.branches(
      of: rules(value, event, &findings).map { trial in
        let target = trial.target.map { ($0, $0.graphIdentifier) }
        if let (value, identifier) = target { meet(value, identifier) }
        return (trial.asked, Branch(outcome: trial.outcome(leadingTo: target?.1 ?? source)))
      })
    let position = cellPositions[[source, label], default: cells.count]
    if position == cells.count {
      cellPositions[[source, label]] = position
      cells.append(Cell(source: source, event: label, isTimeout: isTimeout))
    }
    cells[position].note(branches, for: value, on: event)
  }

  /// Returns the rules that the cells amount to, in the order in which these were met.
  private mutating func recordedRules() -> [StateGraph.Rule] {
    var rules: [StateGraph.Rule] = []
    for cell in cells {
      for rule in cell.rules(&findings) {
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

/// Where a state value stands in a diagram: its node, and the composite states around it.
struct StatePlace {
  let state: StateGraph.State
  /// The composite states that the state lies in, the outermost first.
  let composites: [StateGraph.CompositeState]

  init(of value: some Graphable, isFinal: Bool = false) {
    let path = value.graphPath
    let labels = value.graphLabelPath
    var composites: [StateGraph.CompositeState] = []
    for depth in path.indices.dropLast() {
      composites.append(
        StateGraph.CompositeState(
          identifier: path[...depth].joined(separator: "."),
          label: labels.indices.contains(depth) ? labels[depth] : path[depth],
          parent: composites.last?.identifier))
    }
    self.composites = composites
    state = StateGraph.State(
      identifier: value.graphIdentifier, label: labels.last ?? value.graphLabel, isFinal: isFinal,
      parent: composites.last?.identifier)
  }

  /// Returns the places of the parts of a state; none where it has no parts.
  static func parts(of value: some Graphable) -> [RegionFinder.Part] {
    let product = value as? any GraphableProduct
    return (product?.graphParts ?? []).map { name, state in
      RegionFinder.Part(name: name, place: StatePlace(of: state))
    }
  }
}

extension Duration {
  /// The duration as a diagram shows it: `30 s`, `1.5 s`, `250 ms`.
  ///
  /// Exact to the nanosecond; what is less than a second is given in the largest unit that makes a
  /// whole number of it.
  var label: String {
    let (seconds, attoseconds) = components
    let nanoseconds = attoseconds / 1_000_000_000
    guard nanoseconds != 0 else { return "\(seconds) s" }
    guard seconds == 0 else {
      let digits = String(abs(nanoseconds))
      var fraction = String(repeating: "0", count: 9 - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      return "\(seconds).\(fraction) s"
    }
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000) ms" }
    if nanoseconds % 1_000 == 0 { return "\(nanoseconds / 1_000) µs" }
    return "\(nanoseconds) ns"
  }
}
