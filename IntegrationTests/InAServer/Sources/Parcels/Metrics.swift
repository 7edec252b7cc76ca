import CoreMetrics
import Schematic
import SchematicCases

extension StateMachine where State: Graphable, Event: Graphable {
  /// Counts every event by its name, the state before and the outcome.
  ///
  /// A diagram has a limited number of names, so there is a limited number of counters, whatever states
  /// and events carry.
  @discardableResult
  func count(in factory: any MetricsFactory = MetricsSystem.factory) -> ObserverToken {
    observe { handled in
      Counter(
        label: "parcel_events",
        dimensions: [
          ("event", handled.event.graphLabel), ("state", handled.source.graphIdentifier),
          ("outcome", handled.outcome.word),
        ], factory: factory
      ).increment()
    }
  }
}
