import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Post {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { makeMachine() },
      steps: [
        .step("start") { $0.start() },
        .step("end") { $0.end() },
      ],
      options: .init(
        isFinal: { ["finished"].contains($0.casePath[0]) },
        cases: ["waiting", "sending", "finished"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Post {
    Post(
      from: .left,
      to: .right,
      transport: PostTransportStandIn(),
      logger: PostLoggerStandIn(),
      seed: 1
    )
  }
}

/// Stands in for a service, and tries each of its answers.
private final class PostLoggerStandIn: PostLogger, @unchecked Sendable {
  func log(_ text: String) {}
}

/// Stands in for a service, and tries each of its answers.
private final class PostTransportStandIn: PostTransport, @unchecked Sendable {
  func send(_ part: Int) {
    StandIn.call("send")
  }
  func didEnd() {
    StandIn.call("didEnd")
  }
}
