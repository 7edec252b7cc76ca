import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Dial {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Dial() },
      steps: [
        .step("set state", with: stateSamples, named: "state") { $0.state = $1 }
      ],
      options: .init(cases: ["off", "low", "high"]))
  }

  private static var stateSamples: [Dial.State] { [.off, .low, .high] }
}
