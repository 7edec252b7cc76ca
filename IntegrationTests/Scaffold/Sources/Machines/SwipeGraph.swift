import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Swipe {
  /// The diagram of the machine, made by running it.
  @MainActor static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "swipeState") }) { Swipe() },
      steps: [
        .step("begin") { $0.begin() },
        .step("end") { $0.end() },
      ],
      options: .init(cases: ["idle", "moving"]))
  }
}
