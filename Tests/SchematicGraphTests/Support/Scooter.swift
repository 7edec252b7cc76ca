import Schematic
import SchematicGraph
import SchematicTestKit

/// A scooter that shows in one diagram what the tiny machines show one by one, and more: regions in the
/// first and the last state of a composite state, a history, and arrows out of regions.
struct Scooter {
  private(set) var states: [StateGraph.State]
  private(set) var composites: [StateGraph.CompositeState]
  private(set) var rules: [StateGraph.Rule]

  var graph: StateGraph {
    StateGraph(
      states: states, composites: composites,
      regions: [
        .init(name: "motor", in: "inUse.ride", initialState: "inUse.ride/motor/standingStill"),
        .init(name: "lamp", in: "inUse.ride", initialState: "inUse.ride/lamp/dark"),
        .init(name: "probe", in: "inUse.check", initialState: "inUse.check/probe/cold"),
      ], rules: rules, initialState: "off", isCommitting: true)
  }

  /// The scooter as it is.
  static let new = Scooter()

  /// The scooter as it was, which could be towed, and whose lamp didn't blink.
  static let old = {
    var old = Scooter()
    old.states.removeAll { $0.label == "blinking" }
    old.rules.removeAll { $0.description.contains(/blinking|brake/) }
    old.states.append(state("towed", behaviors: [.init(.task, "wait")]))
    old.rules.append(.init(source: "broken", target: "towed", trigger: "tow"))
    old.rules[0].effect = .external(action: "chirp")
    old.rules[2].effect = .rejected(reason: "too early")
    old.composites[0].behaviors[0].label = "hello"
    return old
  }()

  private init() {
    let (ride, check) = ("inUse.ride", "inUse.check")
    let (motor, lamp, probe) = ("\(ride)/motor", "\(ride)/lamp", "\(check)/probe")
    states =
      [
        Self.state("off"), Self.state(ride, in: "inUse"), Self.state(check, in: "inUse"),
        Self.state(
          "aside", label: "Leaning against the wall of a house that somebody else lives in"),
        Self.state(
          "broken",
          behaviors: [.init(.entry, "call help", if: [.payload("crashes = 0")]), .init(.exit)]),
      ]
      + ["standingStill", "turning"].map { Self.state("\(motor)/\($0)", in: motor) }
      + ["dark", "lit", "blinking"].map { Self.state("\(lamp)/\($0)", in: lamp) }
      + [
        Self.state("\(probe)/cold", in: probe),
        Self.state("\(probe)/warm", isFinal: true, in: probe),
      ]
    composites = [
      .init(
        identifier: "inUse",
        behaviors: [.init(.entry, "greet"), .init(after: .seconds(600))])
    ]
    rules =
      [
        .init(
          source: "off", target: ride, event: "turnKey", guard: "charged and not late",
          action: "beep", change: "trips + 1"),
        .init(
          source: "off", target: ride, trigger: "push",
          entry: .states(["\(motor)/turning", "\(lamp)/lit"])),
        .init(state: "off", event: "resume", reason: "nothing to go on with"),
        .init(state: "off", event: "wipe"),
        .init(source: "off", target: "off", event: "ringBell", action: "ring", isInternal: true),
        .init(source: ride, target: ride, event: "reset", action: "blink twice"),
        .init(source: ride, target: check, event: "check"),
        .init(source: check, target: ride, trigger: "check", entry: .states(["\(lamp)/lit"])),
        .init(source: ride, target: "aside", event: "pause"),
        .init(source: "aside", target: ride, trigger: "resume", entry: .history),
        .init(source: "aside", target: "off", event: "after 1 h 30 min"),
        .init(
          source: "aside", trigger: .timeout(.seconds(30), sends: "turnKey"), effect: .ignored),
        .init(state: "broken", event: "push", effect: .traps(message: "the wheel is gone")),
        .init(
          source: "\(motor)/standingStill", target: "\(motor)/turning", event: "push",
          guard: "speed = 0"),
        .init(
          source: "\(motor)/turning", target: "\(motor)/turning", event: "push", action: "faster",
          isInternal: true, change: "speed + 1"),
        .init(
          source: "\(motor)/turning", target: "\(motor)/standingStill", trigger: "brake",
          conditions: [.payload("wheels ≠ 1")]),
        .init(
          source: "\(motor)/turning", target: "broken", trigger: "stall",
          conditions: [.in("\(lamp)/lit")],
          effect: .external(action: "call somebody who knows how to repair the motor of a scooter")
        ),
        .init(source: "\(lamp)/dark", target: "\(lamp)/lit", event: "flipSwitch"),
        .init(source: "\(lamp)/lit", target: "\(lamp)/dark", event: "flipSwitch"),
        .init(source: "\(lamp)/lit", target: "\(lamp)/blinking", event: "blink"),
        .init(source: "\(lamp)/blinking", target: "\(lamp)/lit", event: "flipSwitch"),
        .init(source: "\(probe)/cold", target: "\(probe)/warm", event: "after 1 s"),
      ]
      + [ride, check].flatMap { source in
        // Shared by all states inside, the one arrow upwards and the other one downwards.
        [
          StateGraph.Rule(
            source: source, target: "off", trigger: .timeout(.seconds(600))),
          StateGraph.Rule(source: source, target: "broken", event: "crash"),
        ]
      }
    rules[0].lines = SourceLines([SourceLine(fileID: "Scooters/Scooter.swift", line: 24)])
    rules[4].lines = SourceLines([SourceLine(fileID: "Scooters/Bell.swift", line: 7)])
  }

  /// Creates a state whose label is the end of its path.
  private static func state(
    _ identifier: String, label: String? = nil, isFinal: Bool = false, in parent: String? = nil,
    behaviors: [StateGraph.StateBehavior] = []
  ) -> StateGraph.State {
    let name = identifier.split { "./".contains($0) }.last.map(String.init)
    return .init(
      identifier: identifier, label: label ?? name, isFinal: isFinal, parent: parent,
      behaviors: behaviors)
  }
}
