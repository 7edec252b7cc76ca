import SchematicGraph

extension Lift {
  /// The diagram of the machine, made by running it.
  package static var graph: StateGraph {
    StateGraph(
      .value(Lift()) { ReflectedState(of: $0) },
      steps: [
        .step("call", with: Lift.Floor.allCases, named: "floor") { $0.call(to: $1) },
        .step("arrive") { $0.arrive() },
        .step("stop", with: [false, true], named: "isAlarm") { $0.stop(isAlarm: $1) },
      ])
  }
}
