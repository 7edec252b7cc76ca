import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension QuickSession {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "phase") }) { QuickSession() },
      steps: [
        .step("rest") { $0.rest() },
        .step("slowDown") { $0.slowDown() },
        .step("wake") { $0.wake() },
      ],
      options: .init(ignoring: ["began"], cases: ["quiet", "ready"]))
  }
}
