import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Screen {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Screen()) { ReflectedState(of: $0, flags: ["isShown"]) },
      steps: [
        .step("open") { $0 = Screen.reducer($0, .open) },
        .step("close") { $0 = Screen.reducer($0, .close) },
      ])
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Screen.Input) {
  switch event {
  case .open, .close: break
  }
}
