import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Garden {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Garden.Bed.bare) { ReflectedState($0) },
      steps: [
        .step("order", with: [.order(.sow), .order(.dig)] as [Garden.Event]) {
          Garden.work(on: &$0, $1)
        },
        .step("rain") { Garden.work(on: &$0, .rain) },
        // Write a value: no sample is known of Garden.Packet.
        // .step("delivery") { Garden.work(on: &$0, .delivery(…)) },
      ],
      options: .init(cases: ["bare", "green"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Garden.Event) {
  switch event {
  case .order, .rain, .delivery: break
  }
}
