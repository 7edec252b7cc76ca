import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Drag {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Drag()) { ReflectedState(of: $0) },
      steps: [
        .step("handle", with: touchSamples) { $0.handle($1) }
      ],
      options: .init(cases: ["idle", "touched", "dragged"]))
  }

  private static var touchSamples: [Drag.Touch] {
    [
      .init(kind: .down, distance: 1),
      .init(kind: .move, distance: 1),
      .init(kind: .down, distance: 0),
      .init(kind: .up, distance: 1),
      .init(kind: .move, distance: 0),
      .init(kind: .up, distance: 0),
    ]
  }
}
