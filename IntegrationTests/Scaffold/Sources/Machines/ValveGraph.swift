import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Valve {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { state(of: $0) }) { Valve() },
      steps: [
        .step("turn") { $0.turn() },
        .step("shut") { $0.shut() },
      ],
      options: .init(cases: ["shut", "open", "leaking", "stuck"]))
  }

  private static func state(of machine: borrowing Valve) -> ReflectedState {
    switch machine.state {
    case .shut: ReflectedState("shut")
    case .open(let turns): ReflectedState("open", carrying: ["turns": turns])
    case .leaking(let leaking): ReflectedState("leaking", carrying: ["isBad": leaking.isBad])
    case .stuck: ReflectedState("stuck")
    }
  }
}
