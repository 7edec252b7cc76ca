import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Pages {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "state", flags: ["isLoading", "hasAll"]) }) {
        Pages(name: "a")!
      },
      steps: [
        .step("load") { $0.load(then: { _ in StandIn.call("completion") }) },
        .step("loaded", with: [false, true], named: "all") { $0.loaded(all: $1) },
      ])
  }
}
