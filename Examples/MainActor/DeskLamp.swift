import Schematic
import SchematicGraph

// This module isolates everything to the main actor by default, as new apps do: nothing below says so.

/// The states of a lamp: how bright it is, and in which tone.
///
/// Rules are not isolated, so a type that they compare with `==` must be `nonisolated`.
package nonisolated struct LampState: GraphableRegions, Equatable {
  package var light = Light.off
  package var tone = Tone.warm

  package nonisolated enum Light: CaseIterable, Graphable { case off, dim, bright }

  package nonisolated enum Tone: CaseIterable, Graphable { case warm, cold }
}

/// The events of a lamp: its two buttons are pressed, or the user leaves the desk.
package enum LampEvent: CaseIterable, Graphable { case press, changeTone, leave }

/// A lamp that goes dim, and later off, if it is forgotten.
package final class DeskLamp {
  /// The power that the lamp takes, in watts.
  package private(set) var watts = 0

  package init() {}
}

extension DeskLamp {
  /// The rules.
  package static let schema = StateMachineSchema<LampState, LampEvent, DeskLamp>(
    initialState: LampState(),
    regions: .region(\.light, on: MainActor.self) { light, event in
      switch (light, event) {
      case (.off, .press): return .to(.bright)
      case (.bright, .press), (.bright, .leave): return .to(.dim)
      case (.dim, .press), (.dim, .leave): return .to(.off)
      case (.off, .leave), (_, .changeTone): return .ignored
      }
    } states: { light in
      switch light {
      case .off: return .entry("0 W") { $0.watts = 0 }
      case .dim: return .entry("2 W") { $0.watts = 2 }.after(.seconds(600), send: .leave)
      case .bright: return .entry("9 W") { $0.watts = 9 }.after(.seconds(7_200), send: .leave)
      }
    },
    .region(\.tone) { tone, event in
      event == .changeTone ? .to(tone == .warm ? .cold : .warm) : .ignored
    })
}
