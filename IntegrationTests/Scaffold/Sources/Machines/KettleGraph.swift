import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Kettle {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "heat") }) { Kettle() },
      steps: [
        .step("boil") { $0.boil() },
        .step("pour") { $0.pour() },
      ],
      options: .init(cases: ["cold", "hot"]))
  }
}
