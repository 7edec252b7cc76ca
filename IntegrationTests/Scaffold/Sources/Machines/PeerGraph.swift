import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Peer {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(with: [Peer.Role.client, .server], state: { ReflectedState(of: $0) }) {
        Peer(role: $0)
      },
      steps: [
        .step("connect") { $0.connect() },
        .step("receive") { $0.receive() },
      ],
      options: .init(cases: ["idle", "waiting", "open"]))
  }
}
