import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// that have no step, not even one in a comment, and leaves everything else alone.

extension Kettle {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      make: { Kettle() },
      state: { ReflectedState(of: $0, property: "heat") },
      steps: [
        .step("boil") { $0.boil() },
        .step("pour") { $0.pour() },
      ])
  }
}
