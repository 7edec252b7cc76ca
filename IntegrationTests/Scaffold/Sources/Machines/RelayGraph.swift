import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Relay<Int, any Error> {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .value(Relay<Int, any Error>()) { ReflectedState(of: $0, property: "phase") },
      steps: [
        .step("started", with: [Task<Void, Never> {}] as [Task<Void, Never>], named: "task") {
          $0.started($1)
        },
        .step("next") { $0.next(for: .waiting()) },
        .step("produce", with: produceArguments) { $0.produce($1.element, $1.ticket) },
        .step("finish", with: [nil, CancellationError()] as [(any Error)?], named: "failure") {
          $0.finish($1)
        },
      ],
      options: .init(
        isFinal: { ["finished"].contains($0.casePath[0]) },
        cases: ["initial", "running", "waiting", "finished"]))
  }

  private static var produceArguments: [(element: Int, ticket: Relay<Int, any Error>.Ticket)] {
    [1].flatMap { element in
      ticketSamples.map { ticket in (element: element, ticket: ticket) }
    }
  }

  private static var ticketSamples: [Relay<Int, any Error>.Ticket] {
    [
      Relay<Int, any Error>.Ticket(number: 1)
    ]
  }
}
