import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Motor<Charge<Int>> {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Motor<Charge<Int>>()) { ReflectedState(of: $0) },
      steps: [
        .step("start") { $0.start() },
        .step("reset") { $0.reset() },
      ],
      options: .init(cases: ["off", "on"]))
  }
}
