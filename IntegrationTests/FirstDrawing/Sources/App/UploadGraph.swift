import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Upload {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .value(Upload()) { ReflectedState(of: $0) },
      steps: [
        .step("start") { $0.handle(.start) },
        .step("sent") { $0.handle(.sent) },
        .step("broke") { $0.handle(.broke) },
        .step("retry") { $0.handle(.retry) },
      ],
      options: .init(
        isFinal: { ["done"].contains($0.casePath[0]) },
        cases: ["waiting", "sending", "done", "failed"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Upload.Event) {
  switch event {
  case .start, .sent, .broke, .retry: break
  }
}
