import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Wireline {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { makeMachine() },
      steps: [
        .step("read", with: uInt8Samples, named: "byte") { $0.read($1) },
        .step("answered", with: [0, 1, 429], named: "status") { $0.answered(status: $1) },
      ],
      options: .init(cases: ["start", "text"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Wireline {
    let machine = Wireline()
    machine.listener = { value in StandIn.call("listener", value) }
    return machine
  }

  private static var uInt8Samples: [UInt8] { [0, 1, 43, 10] }
}
