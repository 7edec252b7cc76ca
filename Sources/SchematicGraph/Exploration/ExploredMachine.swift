/// A machine of a graph as it was explored, before it is put together with others.
struct ExploredMachine {
  /// A timeout, by the state and the trigger.
  struct Timeout: Hashable {
    let source: String
    let trigger: StateGraph.Trigger
  }

  /// The identifier of its region, or `nil` for the machine around all regions.
  var region: String?
  /// The graph, with the findings about the machine alone.
  var graph: StateGraph
  /// The regions of its states, at any depth.
  let regions: [StateGraph.Region]
  let values: ExploredValues
  /// The values that were explored, in the order of ``values``.
  let explored: [Any]
  /// The timeouts whose events the machine itself never takes, and these events.
  var refusedTimeouts: [(finding: GraphFinding, event: String)]
  /// The labels of the events that timeouts send.
  var timeoutEvents: [Timeout: Set<String>]
  /// The notes about samples.
  var notes: [GraphFinding]
  /// The labels of the events that were tried.
  let events: [String]
  /// The identifiers of the states of which no value was explored.
  var unexplored: [String]
}

extension ExploredMachine {
  /// Returns the label of an event if this machine takes the event, and isn't another one.
  func event(_ text: String, takenBeside other: ExploredMachine) -> String? {
    guard region != other.region else { return nil }
    return graph.transitions.first { $0.trigger.isEvent && $0.event == text }?.trigger.eventLabel
  }
}

extension StateGraph {
  /// Adds what follows from the whole graph of some machines: its findings, and what it leaves out.
  ///
  /// - Parameters:
  ///   - machines: The machines that the graph consists of.
  ///   - bounds: The bounds of the exploration.
  ///   - others: Further findings.
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
    let all =
      machines.flatMap(\.notes) + others + machines.flatMap(\.graph.findings) + refused
      + structuralFindings + behaviorFindings
      + events.filter { !handled.contains($0) }.map(GraphFinding.unhandledEvent)
      + events.compactMap { sharedEvent($0, among: machines) }
    findings = all.uniqued().stablySorted { $0.severity == .note ? 1 : 0 }
    if machines.count == 1 { values = machines[0].values }
    for machine in machines { answered.merge(machine.graph.answered) { $0.union($1) } }
    omission = GraphOmission(ofCutsIn: findings, bounds, exits: machines.flatMap(\.unexplored))
  }

  /// Returns the note that several regions take an event, if they do.
  private func sharedEvent(_ event: String, among machines: [ExploredMachine]) -> GraphFinding? {
    let taking = regions.map(\.identifier).filter { region in
      machines.contains {
        $0.region == region && $0.graph.transitions.contains { $0.event == event }
      }
    }
    // A region inside another one is asked first, and often instead.
    let isShared = taking.contains { one in
      taking.contains { $0 != one && !$0.hasPrefix(one + "/") && !one.hasPrefix($0 + "/") }
    }
    return isShared ? .sharedEvent(event, of: taking) : nil
  }
}
