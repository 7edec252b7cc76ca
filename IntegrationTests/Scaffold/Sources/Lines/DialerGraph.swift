import NIOCore
import NIOEmbedded
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Dialer {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { makeMachine() },
      steps: [
        .step("dial") { $0.dial() },
        .returns("connect"),
      ],
      options: .init(cases: ["idle", "dialing", "connected", "failed"]))
    // If nothing happens afterwards, first in options: isFinal: { ["failed"].contains($0.casePath[0]) }
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Dialer {
    Dialer(
      connect: { _ in
        let promise = EmbeddedEventLoop().makePromise(of: Int.self)
        StandIn.reply(
          "connect", [.success(1), .failure(StandIn.Failure())]
        ) { promise.completeWith($0) }
        return StandIn.kept(promise.futureResult)
      }
    )
  }
}
