import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Barrier {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Barrier()) { ReflectedState(of: $0, property: "position") },
      steps: [
        .step("trainComes") { take($0.trainComes(), for: &$0) },
        .step("trainLeft") { take($0.trainLeft(), for: &$0) },
        .step("look") { $0 = $0.look() },
      ],
      options: .init(cases: ["up", "down"]))
  }

  /// Puts the next state in the place of the machine, and returns the rest.
  private static func take(
    _ result: (Barrier.Action, Barrier?), for machine: inout Barrier
  ) -> Barrier.Action {
    machine = result.1 ?? machine
    return result.0
  }

  /// Puts the next state in the place of the machine, and returns the rest.
  private static func take(
    _ result: (next: Barrier, action: Barrier.Action?), for machine: inout Barrier
  ) -> Barrier.Action? {
    machine = result.next
    return result.action
  }
}
