import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Light {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Light.red) { ReflectedState($0) },
      steps: [
        .step("next") { $0.next() }
      ],
      options: .init(cases: ["red", "green"]))
  }
}
