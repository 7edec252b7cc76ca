import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Tap {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Tap() },
      steps: [
        .step("hear", with: eventSamples, named: "event") { $0.hear($1) },
        .step("on", with: eventSamples, named: "event") { $0.on($1) },
      ],
      options: .init(cases: ["running", "dry"]))
  }

  private static var eventSamples: [Happening<Int>] { [.next(0), .done, .next(1)] }
}
