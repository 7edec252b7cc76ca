import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Visit {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.content.withValue { $0.phase }) }) { makeMachine() },
      steps: [
        .step("use") { $0.use() },
        .step("end") { $0.end() },
      ],
      options: .init(cases: ["fresh", "active", "expired"]))
    // If nothing happens afterwards, first in options: isFinal: { ["expired"].contains($0.casePath[0]) }
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Visit {
    let machine = Visit(parent: .init())
    machine.listener = StandIn.kept(ListenerStandIn())
    return machine
  }
}

/// Stands in for a service, and tries each of its answers.
private final class ListenerStandIn: Listener, @unchecked Sendable {
  func changed() {
    StandIn.call("changed")
  }
}
