import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Projector {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { makeMachine() },
      steps: [
        .step("warmUp") { $0.warmUp() },
        .step("shine") { $0.shine() },
      ],
      options: .init(cases: ["dark", "bright"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Projector {
    Projector(
      bulb: BulbStandIn(),
      stand: StandIn.kept(ProjectorStand(theater: StandIn.kept(Theater())))
    )
  }
}

/// Stands in for a service, and tries each of its answers.
private final class BulbStandIn: Bulb, @unchecked Sendable {
  var whenReady: (() -> Void)? = { StandIn.call("whenReady") }
  func warmUp() {
    StandIn.call("warmUp")
  }
}
