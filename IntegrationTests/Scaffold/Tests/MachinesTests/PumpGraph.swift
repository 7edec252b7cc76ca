import SchematicGraph
@testable import Pumps

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Pump {
  /// The diagram of the machine, made by running it.
  static func graph(of machine: Pump) -> StateGraph {
    StateGraph(
      .value(machine) { ReflectedState(of: $0) },
      steps: [
        .step("toggle") { $0.toggle() }
      ],
      options: .init(cases: ["off", "on"]))
  }
}
