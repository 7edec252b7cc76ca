import SchematicGraph
import Synchronization

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Hatch {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Hatch(registry: StandIn.kept(Registry())) },
      steps: [
        .step("open", with: optionsSamples) { $0.open($1) }
      ],
      options: .init(cases: ["shut", "ajar", "open"]))
  }

  private static var optionsSamples: [Hatch.Options] { [[], .wide] }
}
