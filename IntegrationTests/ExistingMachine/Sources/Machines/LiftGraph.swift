import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Lift {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .value(Lift()) { ReflectedState(of: $0) },
      steps: [
        .step("call", with: Lift.Floor.allCases, named: "floor") { $0.call(to: $1) },
        .step("arrive") { $0.arrive() },
        .step("stop", with: [false, true], named: "isAlarm") { $0.stop(isAlarm: $1) },
      ],
      options: .init(cases: ["waiting", "moving", "stopped"]))
    // If nothing happens afterwards, first in options: isFinal: { ["stopped"].contains($0.casePath[0]) }
  }
}
