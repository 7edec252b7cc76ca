import SchematicGraph

extension Upload {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .value(Upload()) { ReflectedState(of: $0) },
      steps: [
        .step("start") { $0.handle(.start) },
        .step("sent") { $0.handle(.sent) },
        .step("broke") { $0.handle(.broke) },
        .step("retry") { $0.handle(.retry) },
      ],
      options: .init(isFinal: { $0.casePath == ["done"] }))
  }
}
