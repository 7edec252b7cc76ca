import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Fader {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }, with: [false, true]) {
        Fader(isLockable: $0, sound: SoundStandIn())
      },
      steps: [
        .step("move", with: doubleSamples, named: "level") { $0.move(to: $1) },
        .step("lock") { $0.lock() },
        .step("set isReversed", with: [false, true], named: "isReversed") { $0.isReversed = $1 },
      ],
      options: .init(cases: ["quiet", "loud", "locked"]))
  }

  private static var doubleSamples: [Double] { [0, 1, 0.25, 0.5] }
}

/// Stands in for a service, and tries each of its answers.
private final class SoundStandIn: Sound, @unchecked Sendable {
  var length: Double {
    1
  }
  func play() {
    StandIn.call("play")
  }
}
