import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Quay {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Quay()) { ReflectedState(of: $0) },
      steps: [
        .step("take", with: [FreightStandIn()] as [any Freight], named: "freight") { $0.take($1) },
        .step("leave") { $0.leave() },
      ],
      options: .init(cases: ["empty", "loaded"]))
  }
}

/// Stands in for a service, and tries each of its answers.
private final class FreightStandIn: Freight, @unchecked Sendable {
  var isHeavy: Bool {
    StandIn.answer("isHeavy", [false, true])
  }
  func lose(_ reason: String) {
    StandIn.call("lose")
  }
  func load() {
    StandIn.call("load")
  }
}
