import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Desk {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Desk()) { ReflectedState(of: $0) },
      steps: [
        .step("arrived") { $0.handle(.arrived) },
        .step(
          "asked",
          with: [
            .asked(.init()),
            .asked(.init(copies: [0])),
            .asked(.init(isSigned: false)),
          ] as [Desk.Message]
        ) { $0.handle($1) },
        .step("leave") { $0.leave() },
        .step("ring") { $0.ring() },
      ],
      options: .init(cases: ["free", "taken"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Desk.Message) {
  switch event {
  case .arrived, .asked: break
  }
}
