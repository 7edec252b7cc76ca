import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Counter {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Counter.State()) { ReflectedState(of: $0, property: "mode") },
      steps: [
        .step("add", with: [.add(0), .add(1)] as [Counter.Action]) {
          Counter().reduce(into: &$0, action: $1)
        },
        .step("reset") { Counter().reduce(into: &$0, action: .reset) },
      ],
      options: .init(cases: ["counting", "full"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: Counter.Action) {
  switch event {
  case .add, .reset: break
  }
}
