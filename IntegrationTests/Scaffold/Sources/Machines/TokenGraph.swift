import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Token {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Token() },
      steps: [
        .step("use") { $0.use() }
      ],
      options: .init(cases: ["valid", "used"]))
  }
}
