import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Splitter {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Splitter(separator: ",", onWord: { StandIn.call("onWord") })) {
        ReflectedState(of: $0, flags: ["isInWord", "isQuoted"])
      },
      steps: [
        .step("read", with: characterSamples, named: "character") { $0.read($1) }
      ])
  }

  private static var characterSamples: [Character] { ["a", "\"", "\n", ","] }
}
