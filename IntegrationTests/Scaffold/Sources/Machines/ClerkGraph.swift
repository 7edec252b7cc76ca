import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Clerk {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Clerk(limit: 1) },
      steps: [
        .step("serve", awaiting: { try await $0.serve() }),
        .step("finish", with: [0, 1], named: "count", awaiting: { $0.finish($1) }),
        .step("leave", awaiting: { $0.leave() }),
      ],
      options: .init(cases: ["free", "busy", "away"]))
  }
}
