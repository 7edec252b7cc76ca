import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Gate {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Gate()) { ReflectedState(of: $0) },
      steps: [
        .step("paid", with: [.paid(cents: 0), .paid(cents: 1)] as [Gate.Event]) { $0.handle($1) },
        .step("passed") { $0.handle(.passed) },
        .step("failed") { $0.handle(.failed) },
        .step("mended") { $0.handle(.mended) },
      ],
      options: .init(cases: ["closed", "open", "broken"]))
    // If nothing happens afterwards, first in options: isFinal: { ["closed"].contains($0.casePath[0]) }
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Gate.Event) {
  switch event {
  case .paid, .passed, .failed, .mended: break
  }
}
