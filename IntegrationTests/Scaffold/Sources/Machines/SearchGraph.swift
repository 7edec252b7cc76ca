import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Search {
  /// The diagram of the machine, made by running it.
  @MainActor static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Search() },
      steps: [
        .step("start") { $0.start() },
        .step("wait", awaiting: { await $0.wait() }),
      ],
      options: .init(cases: ["idle", "searching", "found"]))
  }
}
