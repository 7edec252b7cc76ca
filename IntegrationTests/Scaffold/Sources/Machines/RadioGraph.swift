import Foundation
import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Radio {
  /// The diagram of the machine, made by running it.
  @MainActor static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Radio(station: StationStandIn(frequency: 1)) },
      steps: [
        .step("turnOn", awaiting: { await $0.turnOn() }),
        .step("search", with: [[], [0]] as [[Int]], named: "frequencies") { $0.search($1) },
        .step("turnOff") { $0.turnOff() },
        .step("set isMuted", with: [false, true], named: "isMuted") { $0.isMuted = $1 },
        .step("sleepTimer fires") {
          (Mirror(reflecting: $0).descendant("sleepTimer") as? Timer)?.fire()
        },
        .returns("tune"),
        .throws("tune"),
      ],
      options: .init(cases: ["off", "tuning", "playing", "muted", "noSignal"]))
  }
}

/// Stands in for a service, and tries each of its answers.
private final class StationStandIn: Station, @unchecked Sendable {
  @MainActor override func tune(to song: String) async throws -> Song {
    try await StandIn.reply(
      "tune", [.init(isLoud: false), .init(isLoud: true)], orThrow: [StandIn.Failure()]
    )
  }
  @MainActor override func complain(about complaint: Station.Complaint) {
    StandIn.call("complain", complaint)
  }
}
