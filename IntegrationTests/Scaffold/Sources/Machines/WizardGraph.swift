import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Wizard {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Wizard(length: .long).initialState) { ReflectedState(of: $0, property: "page") },
      steps: [
        .step("next") { Wizard(length: .long).reduce(state: &$0, action: .next) },
        .step("back") { Wizard(length: .long).reduce(state: &$0, action: .back) },
      ],
      options: .init(cases: ["first", "second", "last"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Wizard.Action) {
  switch event {
  case .next, .back: break
  }
}
