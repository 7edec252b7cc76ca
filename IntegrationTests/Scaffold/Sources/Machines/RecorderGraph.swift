import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Recorder {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Recorder()) { ReflectedState(of: $0, property: "phase") },
      steps: [
        .step("start", with: uuidSamples, named: "session") { $0.start(session: $1) },
        .step("stop", with: uuidSamples, named: "session") { $0.stop(session: $1) },
      ],
      options: .init(cases: ["idle", "recording"]))
  }

  private static var uuidSamples: [UUID] {
    [
      UUID(uuidString: "00000000-0000-0000-0000-000000000001")!,
      UUID(uuidString: "00000000-0000-0000-0000-000000000002")!,
    ]
  }
}
