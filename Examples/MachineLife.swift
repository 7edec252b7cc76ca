import Schematic
import SchematicGraph

// The library's own machine: the stage of a `StateMachine`'s life decides what happens to an event.
// `StateMachine` asks this machine, which is a value. It is drawn here by running it.

extension Lifecycle: Graphable {
  @usableFromInline
  package static var graphCases: [Lifecycle] {
    [.new, .resting, .handling] + Asker.allCases.map(Lifecycle.deciding) + [.rejecting, .finished]
  }
}

extension Lifecycle.Asker: Graphable {}

/// The life of a machine of this library.
enum MachineLife {
  static let graph = StateGraph(
    .value(Lifecycle.new),
    steps: [
      .step("start") { $0.start() ? "enter first state" : nil },
      .step("event") { words($0.receive()) },
      .step("ask rules") { _ = $0.ask() },
      .step("rules answer") { $0.answer() },
      .step("final state reached") { $0.finish() },
      .step("queue empty") { $0.rest() },
    ])

  private static func words(_ reception: Lifecycle.Reception) -> String {
    switch reception {
    case .handled: "begin step"
    case .queued: "queue"
    case .refused: "stop program"
    }
  }
}
