/// A machine of a graph, explored alone and not yet combined with the machines of other regions.
struct ExploredMachine {
  /// A timeout, identified by its state and its trigger.
  struct Timeout: Hashable {
    let source: String
    let trigger: StateGraph.Trigger
  }

  /// The identifier of the machine's region, or `nil` for the machine around all regions.
  var region: String?
  /// A Boolean value that indicates whether closures commit the machine's transitions.
  ///
  /// If an embedded machine alone commits, findings name the others.
  var isCommitted = false
  /// The graph, with the findings about the machine alone.
  var graph: StateGraph
  /// The regions of the machine's states, at any depth.
  let regions: [StateGraph.Region]
  let values: ExploredValues
  /// The values that were explored, in the order of ``values``.
  let explored: [Any]
  /// The findings about timeouts whose events this machine never takes, with the labels of the
  /// events.
  var refusedTimeouts: [(finding: GraphFinding, event: String)]
  /// The labels of the events that timeouts send.
  var timeoutEvents: [Timeout: Set<String>]
  /// The notes about states and events that were tried with only one of several possible payloads.
  var notes: [GraphFinding]
  /// The labels of the events that were tried.
  let events: [String]
  /// The identifiers of reached states without an explored value.
  var unexplored: [String]
  /// The identifiers of the states that somebody calls final, even if they still accept an event.
  let ends: Set<String>
}

extension ExploredMachine {
  /// Returns the label of an event if this machine takes the event and isn't the other machine.
  func event(_ text: String, takenBeside other: ExploredMachine) -> String? {
    guard region != other.region else { return nil }
    return graph.transitions.first { $0.trigger.isEvent && $0.event == text }?.trigger.eventLabel
  }
}

extension StateGraph {
  /// Adds the findings, the answered triggers and the omission that follow from all machines of a
  /// graph, and the values of its only machine.
  mutating func conclude(
    from machines: [ExploredMachine], _ bounds: ExplorationBounds,
    adding others: [GraphFinding] = []
  ) {
    let events = machines.flatMap(\.events).uniqued()
    let handled = Set(
      machines.flatMap(\.graph.transitions).filter(\.trigger.isEvent).map(\.event))
    let refused = machines.flatMap { machine in
      machine.refusedTimeouts.filter { refused in
        !machines.contains { $0.event(refused.event, takenBeside: machine) != nil }
      }.map(\.finding)
    }
    let ends = machines.reduce(into: Set()) { $0.formUnion($1.ends) }
    let all =
      machines.flatMap(\.notes) + others + machines.flatMap(\.graph.findings) + refused
      + structuralFindings(ends: ends) + behaviorFindings
      + events.filter { !handled.contains($0) }.map(GraphFinding.unhandledEvent)
      + events.compactMap { sharedEvent($0, among: machines) }
    findings = all.uniqued().stablySorted { $0.severity == .note ? 1 : 0 }
    if machines.count == 1 { values = machines[0].values }
    for machine in machines { answered.merge(machine.graph.answered) { $0.union($1) } }
    omission = GraphOmission(ofCutsIn: findings, bounds, exits: machines.flatMap(\.unexplored))
  }

  /// Returns a note if two regions take the event, neither of which is inside the other; otherwise
  /// `nil`.
  private func sharedEvent(_ event: String, among machines: [ExploredMachine]) -> GraphFinding? {
    let taking = regions.map(\.identifier).filter { region in
      machines.contains {
        $0.region == region && $0.graph.transitions.contains { $0.event == event }
      }
    }
    // An inner region is asked before the region around it and often takes the event alone, so such
    // a pair doesn't count.
    let isShared = taking.contains { one in
      taking.contains { $0 != one && !$0.hasPrefix(one + "/") && !one.hasPrefix($0 + "/") }
    }
    return isShared ? .sharedEvent(event, of: taking) : nil
  }
}
