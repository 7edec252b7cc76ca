import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Door {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Door()) { ReflectedState(of: $0, property: "lock.bolt") },
      steps: [
        .step("turn", with: keySamples, named: "key") { $0.turn($1) }
      ],
      options: .init(cases: ["locked", "unlocked"]))
  }

  private static var keySamples: [Door.Key] { [.right, .wrong] }
}
