import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension LineReader {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(LineReader()) { ReflectedState(of: $0) },
      steps: [
        .step("next") { $0.next() },
        .step("receive", with: bytesSamples, named: "bytes") { $0.receive($1) },
      ],
      options: .init(
        isFinal: { ["finished"].contains($0.casePath[0]) },
        cases: ["reading", "finished"]))
  }

  private static var bytesSamples: [ArraySlice<UInt8>?] { [nil, [], [0], [Sign.newline]] }
}
