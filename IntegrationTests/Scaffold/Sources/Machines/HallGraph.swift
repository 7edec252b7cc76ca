import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Hall {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Hall() },
      steps: [
        .step("press") { $0.press() }
      ],
      options: .init(cases: ["dark", "bright"]))
  }
}
