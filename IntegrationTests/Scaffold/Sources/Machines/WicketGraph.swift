import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Wicket {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Wicket()) { ReflectedState(of: $0) },
      steps: [
        .step("come", with: comeArguments) { $0.come($1.id, waits: $1.waits) },
        .step("leave", with: entryIDSamples) { $0.leave($1) },
        .step("hear", with: pulseSamples, named: "pulse") { $0.hear($1) },
      ],
      options: .init(ignoring: ["taken"], cases: ["empty", "taken", "open"]))
  }

  private static var comeArguments: [(id: EntryID, waits: Bool)] {
    entryIDSamples.flatMap { id in
      [false, true].map { waits in (id: id, waits: waits) }
    }
  }

  private static let entryIDSamples: [EntryID] = [.init()]

  private static var pulseSamples: [any Pulse] { [Dot(), Dash()] }
}
