import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Beacon {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Beacon.stop) { ReflectedState($0) },
      steps: [
        .step("timer") { $0 = $0.next(.timer) },
        .step("fault", with: [.fault(isGrave: false), .fault(isGrave: true)] as [Beacon.Event]) {
          $0 = $0.next($1)
        },
      ],
      options: .init(cases: ["stop", "go", "dark"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Beacon.Event) {
  switch event {
  case .timer, .fault: break
  }
}
