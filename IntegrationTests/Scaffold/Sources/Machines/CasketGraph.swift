import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Casket {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "lid.value") }) { Casket() },
      steps: [
        .step("open") { $0.open() }
      ],
      options: .init(cases: ["shut", "open"]))
  }
}
