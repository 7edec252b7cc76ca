import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Player {
  /// The diagram of the machine, made by running it.
  @MainActor static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "phase") }) { Player() },
      steps: [
        .step("play") { $0.play() },
        .step("stop") { $0.stop() },
      ],
      options: .init(cases: ["stopped", "playing"]))
  }
}
