import Schematic
import SchematicGraph

// This module isolates everything to the main actor by default, as new apps do: nothing below says so.

/// The states of a lamp, in two regions.
///
/// Rules are not isolated: a type that they compare by `==` is `nonisolated`.
package nonisolated struct LampState: GraphableProduct, Equatable {
  package var light = Light.off
  package var tone = Tone.warm

  package nonisolated enum Light: CaseIterable, Graphable { case off, dim, bright }

  package nonisolated enum Tone: CaseIterable, Graphable { case warm, cold }

  package static var graphCases: [LampState] { graphSamples(of: Self.init(light:tone:)) }
}

/// The events of a lamp: its two buttons, and nobody at the desk.
package enum LampEvent: CaseIterable, Graphable { case press, changeTone, leave }

/// A lamp that goes dim, and then off, where it is forgotten.
package final class DeskLamp {
  /// The power that the lamp takes, in watts.
  package private(set) var watts = 0

  package init() {}
}

extension DeskLamp {
  /// The rules.
  package static let schema = StateMachineSchema<LampState, LampEvent, DeskLamp>(
    initialState: LampState(), on: MainActor.self
  ) { state, event in
    var next = state
    switch event {
    case .press:
      switch state.light {
      case .off: next.light = .bright
      case .bright: next.light = .dim
      case .dim: next.light = .off
      }
    case .changeTone:
      next.tone = state.tone == .warm ? .cold : .warm
    case .leave:
      guard state.light != .off else { return .ignored }
      next.light = state.light == .bright ? .dim : .off
    }
    return .to(next)
  }
  .states(in: \.light, on: MainActor.self) { light in
    switch light {
    case .off: return .entry("0 W") { $0.watts = 0 }
    case .dim: return .entry("2 W") { $0.watts = 2 }.after(.seconds(600), send: .leave)
    case .bright: return .entry("9 W") { $0.watts = 9 }.after(.seconds(7_200), send: .leave)
    }
  }
}
