import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Patience {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Patience(limit: .init(isEnabled: true, maxAttempts: 3))) { ReflectedState(of: $0) },
      steps: [
        .step("rested", with: [0, 1, 2], named: "time") { $0.rested(until: $1) },
        .step("answered", with: intSamples, named: "status") { $0.answered(status: $1) },
      ],
      options: .init(cases: ["ready", "waiting", "givenUp"]))
  }

  private static var intSamples: [Int] { [0, 1, 200, 429] }
}
