import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Guests {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Guests()) { ReflectedState(of: $0, flags: ["seats"]) },
      steps: [
        .step("arrive") { $0.arrive() },
        .step("sit") { $0.sit() },
        .step("leave") { $0.leave() },
      ])
  }
}
