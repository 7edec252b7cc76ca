import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Tunnel {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Tunnel()) { ReflectedState(of: $0, property: "phase") },
      steps: [
        .step(
          "reconnect",
          with: [
            .reconnect(.random, because: .user),
            .reconnect(.current, because: .user),
            .reconnect(.random, because: .loss),
            .reconnect(.chosen, because: .user),
            .reconnect(.random, because: .move),
          ] as [Tunnel.Event]
        ) { $0.handle($1) },
        .step("stop") { $0.handle(.stop) },
      ],
      options: .init(cases: ["none", "calm", "hurried"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Tunnel.Event) {
  switch event {
  case .reconnect, .stop: break
  }
}
