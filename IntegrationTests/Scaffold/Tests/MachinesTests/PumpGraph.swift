import SchematicGraph
@testable import Pumps

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Pump {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(makeMachine()) { ReflectedState(of: $0) },
      steps: [
        .step("toggle") { $0.toggle() }
      ],
      options: .init(cases: ["off", "on"]))
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Pump {
    let pipe: Pump.Pipe = { fatalError("write here: pipe") }()
    return Pump(pipe: pipe)
  }
}
