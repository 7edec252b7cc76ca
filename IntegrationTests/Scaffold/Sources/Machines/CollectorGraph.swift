import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Collector {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, flags: ["isOpen"]) }) { makeMachine() },
      steps: [
        .step("add", with: frameSamples) { $0.add($1) }
      ])
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Collector {
    let machine = Collector()
    machine.delegate = StandIn.kept(CollectorDelegateStandIn())
    return machine
  }

  private static var frameSamples: [Collector.Frame] {
    [
      .init(isLast: false, kind: .first, length: 0),
      .init(isLast: false, kind: .next, length: 0),
      .init(isLast: true, kind: .first, length: 0),
      .init(isLast: true, kind: .next, length: 0),
      .init(isLast: false, kind: .first, length: 1),
    ]
  }
}

/// Stands in for a service, and tries each of its answers.
private final class CollectorDelegateStandIn: CollectorDelegate, @unchecked Sendable {
  func collectorDidEnd(with event: Collector.Event) {
    StandIn.call("collectorDidEnd", event)
  }
}
