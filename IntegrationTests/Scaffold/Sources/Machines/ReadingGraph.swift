import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Reading {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(makeMachine()) { ReflectedState(of: $0) },
      steps: [
        .step("next", awaiting: { await $0.next() }),
        .returns("page"),
      ],
      options: .init(
        isFinal: { ["finished"].contains($0.casePath[0]) },
        cases: ["closed", "open", "finished"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Reading {
    Reading(
      lines: 3,
      page: { _ in await StandIn.reply("page", [(text: 1, last: false), (text: 1, last: true)]) }
    )
  }
}
