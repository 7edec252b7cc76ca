import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Alarm<StandInClock> {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "phase") }) {
        Alarm<StandInClock>(clock: StandInClock())
      },
      steps: [
        .step("set", awaiting: { try await $0.set() }),
        .step("stop") { $0.stop() },
        .returns("sleep"),
      ],
      options: .init(cases: ["silent", "set", "ringing"]))
  }
}
