import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Zoom<Double> {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Zoom<Double>(value: 1)) { ReflectedState(of: $0, property: "phase") },
      steps: [
        .step(
          "pinch",
          with: [
            .pinch(isInward: false),
            .pinch(isInward: true),
          ] as [Zoom<Double>.Event]
        ) { $0.handle($1) },
        .step("reset") { $0.handle(.reset) },
      ],
      options: .init(cases: ["whole", "halved"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Zoom<Double>.Event) {
  switch event {
  case .pinch, .reset: break
  }
}
