import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Lantern {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Lantern() },
      steps: [
        .step("light") { $0.light() },
        .step("whileLit") { $0.whileLit({ StandIn.call("work") }) },
        .step("drop") { $0.drop() },
        .returns("sleep"),
      ],
      options: .init(
        ignoring: ["queue", .contents(of: "observers")],
        cases: ["dark", "lit", "broken"]))
  }
}
