/// What an exploration has found: the states, and their values, each of which is explored once.
///
/// Values are explored in the order in which they are found. If several represent one state, all of them are explored,
/// up to a bound.
struct FoundValues<State: Graphable> {
  var states: [StateGraph.State] = []
  private(set) var composites: [StateGraph.CompositeState] = []
  private var knownComposites: Set<String> = []
  /// The positions of the states, by their identifiers.
  private(set) var positions: [String: Int] = [:]
  /// The number of states that come from declared cases.
  var declaredCount = Int.max

  /// The values to explore, with the identifiers of their states.
  var queue: [(value: State, identifier: String)] = []
  private(set) var visited = VisitedSet()
  /// The number of values of each state in the queue; 0 if a state was reached, but all bounds were.
  private(set) var counts: [String: Int] = [:]
  /// The first values of each state beyond the bound on values; they aren't explored.
  private(set) var beyond: [String: [State]] = [:]
  /// The positions of the values to explore next, and of those to explore when none is left there.
  ///
  /// The first few values of each state come before further ones, so that counters and buffers don't use
  /// up a bound before all states are reached.
  private var next: [Int] = []
  private var later: [Int] = []

  var findings: [GraphFinding]

  /// The number of values of one state that come first, and the number of others that follow together.
  private static var mostFirst: Int { 8 }

  init(_ findings: [GraphFinding]) { self.findings = findings }

  /// A Boolean value that indicates whether values are left to explore.
  var hasNext: Bool { !next.isEmpty || !later.isEmpty }

  /// Removes and returns the positions of the values to explore next.
  mutating func popNext() -> [Int] {
    if next.isEmpty {
      next = Array(later.prefix(Self.mostFirst))
      later.removeFirst(next.count)
    }
    defer { next = [] }
    return next
  }

  /// The states that were reached, but of which no value was explored.
  var unexplored: [String] { states.map(\.identifier).filter { counts[$0] == 0 } }

  /// Records a state value, and queues it for exploration if it is new and within the bounds.
  ///
  /// - Returns: The position of the value in the queue, or `nil` if it is beyond a bound.
  @discardableResult
  mutating func discover<Event>(
    _ value: State, _ node: NodeDescription, by rules: ExploredRules<State, Event>
  ) -> Int? {
    let identifier = node.state.identifier
    let key = VisitedSet.key(of: value, in: identifier)
    if let known = visited[key] {
      guard known != VisitedSet.unexplored else { return nil }
      rules.merging?.remember(value, like: known)
      return known
    }
    visited[key] = VisitedSet.unexplored
    if let known = positions[identifier].map({ states[$0].identifier }),
      !known.utf8.elementsEqual(identifier.utf8)
    {
      findings.append(.repeatedSpelling(known, identifier))
    }
    let count = counts[identifier, default: 0]
    counts[identifier] = count
    if positions[identifier] == nil {
      add(rules.marked(node, of: value))
    }
    guard isWithinBounds(node, rules.bounds) else { return nil }
    guard count < rules.mostValues else {
      keep(value, beyond: rules.bounds.values, of: identifier, rules.boundAdvice)
      return nil
    }
    let position = queue.count
    counts[identifier] = count + 1
    visited[key] = position
    rules.merging?.remember(value, at: position)
    queue.append((value, identifier))
    if count < Self.mostFirst { next.append(position) } else { later.append(position) }
    // The rules around regions are also evaluated for other combinations of the regions' states.
    for other in rules.places?.configurations(
      around: value, of: identifier, rules.bounds, &findings)
      ?? []
    {
      discover(other, node, by: rules)
    }
    return position
  }

  /// Returns whether a state may be explored, and records a finding if it may not.
  ///
  /// It is still a node, because a transition leads to it.
  private mutating func isWithinBounds(
    _ node: NodeDescription, _ bounds: ExplorationBounds
  ) -> Bool {
    let identifier = node.state.identifier
    if states.count - bounds.undeclaredStates > declaredCount {
      findings.append(.undeclaredStateBound(bounds.undeclaredStates, state: identifier))
    } else if node.longestName > bounds.names {
      findings.append(.nameBound(bounds.names, state: identifier))
    } else if node.isTooDeep {
      findings.append(.depthBound(state: identifier))
    } else {
      return true
    }
    return false
  }

  /// Keeps a value that isn't explored, because it shows where the numbers of its state go on.
  private mutating func keep(
    _ value: State, beyond bound: Int, of identifier: String, _ advice: String
  ) {
    let isFirst = beyond[identifier] == nil
    if beyond[identifier, default: []].count < bound {
      beyond[identifier, default: []].append(value)
    }
    if isFirst {
      findings.append(.valueBound(bound, state: identifier, nil, advice, isOfMachine: false))
    }
  }

  mutating func add(_ node: NodeDescription) {
    positions[node.state.identifier] = states.count
    states.append(node.state)
    let composites = node.composites { knownComposites.contains($0) }
    knownComposites.formUnion(composites.map(\.identifier))
    self.composites += composites
  }

  /// Queues a declared case, and records a finding if a different state has the same identifier.
  mutating func declare<Event>(_ value: State, by rules: ExploredRules<State, Event>) {
    let node = rules.marked(rules.node(of: value), of: value)
    if let other = positions[node.state.identifier].map({ states[$0] }), other != node.state {
      findings.append(.repeatedIdentifier(node.state, other: other))
    }
    discover(value, node, by: rules)
  }
}

extension ExploredRules {
  /// The maximum number of values to explore for one state.
  ///
  /// In a machine with regions, a state may remember the regions' states, with a value for each
  /// combination.
  fileprivate var mostValues: Int {
    places == nil ? bounds.values : max(bounds.values, bounds.configurations)
  }
}
