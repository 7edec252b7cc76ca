import Schematic

/// Runs rules over every declared state and every state they reach, and notes what happens.
///
/// Declared states come first, in declared order; a state that only the rules reach is explored
/// when it is met. Several values may stand for one node, and all of them are explored.
struct Exploration<State: Graphable, Event: Graphable> {
  /// The number of values that are explored for one node.
  static var valueBound: Int { 1_000 }

  /// The number of states that are explored though no declared case stands for them.
  static var undeclaredStateBound: Int { 1_000 }

  private let events: [(event: Event, label: String)]
  private let isFinal: (State) -> Bool
  private let timeout: (State) -> StateTimeout<Event>?
  private let branches: (State, Event, _ findings: inout [GraphFinding]) -> [Branch<State>]

  private var states: [StateGraph.State] = []
  private var valueCounts: [String: Int] = [:]
  private var seen = SeenValues()
  private var waiting: [State] = []
  private var transitions: [StateGraph.Transition] = []
  private var rejections: [StateGraph.Rejection] = []
  private var findings: [GraphFinding] = []
  private var declaredCount = Int.max

  init(
    events: [Event],
    isFinal: @escaping (State) -> Bool = { _ in false },
    timeout: @escaping (State) -> StateTimeout<Event>? = { _ in nil },
    branches: @escaping (State, Event, inout [GraphFinding]) -> [Branch<State>]
  ) {
    self.events = events.map { ($0, $0.graphLabel) }
    self.isFinal = isFinal
    self.timeout = timeout
    self.branches = branches
  }

  /// Explores from the declared cases and the initial state.
  mutating func graph(from initialState: State) -> StateGraph {
    for state in State.graphCases { declare(state) }
    declaredCount = states.count
    noteRepeatedLabels()
    meet(initialState)
    var next = 0
    while next < waiting.count {
      explore(waiting[next])
      next += 1
    }
    findings += states.dropFirst(declaredCount).map(GraphFinding.undeclaredState)
    return StateGraph(
      states: states,
      transitions: transitions,
      rejections: rejections,
      initialState: initialState.graphIdentifier,
      findings: findings.uniqued()
    )
  }

  /// Notes a state value, and keeps it for exploring when it is new.
  private mutating func meet(_ value: State) {
    guard seen.insert(value) else { return }
    let identifier = value.graphIdentifier
    let count = valueCounts[identifier, default: 0]
    if count == 0 { states.append(node(of: value)) }
    if states.count - Self.undeclaredStateBound > declaredCount {
      // A node all the same: what leads to it has been seen.
      findings.append(.undeclaredStateBound(Self.undeclaredStateBound, state: identifier))
    } else if count < Self.valueBound {
      valueCounts[identifier] = count + 1
      waiting.append(value)
    } else {
      findings.append(.valueBound(Self.valueBound, state: identifier))
    }
  }

  private func node(of value: State) -> StateGraph.State {
    StateGraph.State(
      identifier: value.graphIdentifier, label: value.graphLabel, isFinal: isFinal(value))
  }

  /// Meets a declared case, and notes where it cannot be told from another.
  private mutating func declare(_ value: State) {
    let state = node(of: value)
    if let other = states.first(where: { $0.identifier == state.identifier }), other != state {
      findings.append(.repeatedIdentifier(state, other: other))
    }
    meet(value)
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

  private mutating func explore(_ value: State) {
    // Nothing is asked of a finished machine, and what it rejects goes without saying.
    guard !isFinal(value) else { return }
    var stimuli = events
    if let timeout = timeout(value) {
      stimuli.append((timeout.event, "after \(timeout.duration.label)"))
    }
    let source = value.graphIdentifier
    for (event, label) in stimuli {
      for branch in branches(value, event, &findings) {
        note(branch, from: source, on: label)
      }
    }
  }

  private mutating func note(_ branch: Branch<State>, from source: String, on event: String) {
    switch branch.kind {
    case .ignored:
      return
    case .rejected:
      rejections.append(
        StateGraph.Rejection(
          state: source,
          event: event,
          guard: branch.guard,
          reason: branch.reason
        )
      )
    case .external, .internal:
      let target = branch.target?.graphIdentifier ?? source
      if branch.kind == .internal, target != source {
        findings.append(.internalTransitionLeaves(source, event: event, target: target))
      }
      transitions.append(
        StateGraph.Transition(
          source: source,
          target: target,
          event: event,
          guard: branch.guard,
          action: branch.action,
          isInternal: branch.kind == .internal
        )
      )
      if let target = branch.target { meet(target) }
    }
  }
}
