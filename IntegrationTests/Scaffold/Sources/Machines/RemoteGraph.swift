import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Remote {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Remote() },
      steps: [
        .step("receive", with: dataSamples, named: "data") { $0.receive($1) }
      ],
      options: .init(cases: ["stopped", "playing", "recording"]))
  }

  private static var dataSamples: [[Byte]] {
    [
      [],
      [0],
      [1],
      [RemoteCommand.stop.rawValue],
      [RemoteCommand.play.rawValue],
      [RemoteCommand.record.rawValue],
    ]
  }
}
