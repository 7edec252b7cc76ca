import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Teller {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, flags: ["isOpen"]) }) { makeMachine() },
      steps: [
        .step("open") { $0.open() }
      ])
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Teller {
    let machine = Teller()
    machine.delegate = StandIn.kept(ListenerStandIn())
    return machine
  }
}

/// Stands in for a service, and tries each of its answers.
private final class ListenerStandIn: Listener, @unchecked Sendable {
  func changed() {
    StandIn.call("changed")
  }
}
