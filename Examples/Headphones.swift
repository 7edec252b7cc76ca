import Schematic
import SchematicGraph

/// The states of headphones, in two independent parts.
struct HeadphoneState: GraphableProduct, Equatable, Sendable {
  var playback = Playback.stopped
  var noise = Noise.off

  enum Playback: CaseIterable, Graphable { case stopped, playing, paused }

  enum Noise: CaseIterable, Graphable { case off, cancelling, transparent }

  static var graphCases: [HeadphoneState] {
    Playback.allCases.flatMap { playback in
      Noise.allCases.map { HeadphoneState(playback: playback, noise: $0) }
    }
  }
}

/// The events of headphones: their buttons, their dial, and taking them off.
enum HeadphoneEvent: CaseIterable, Graphable, Sendable { case press, hold, takeOff, turnDial }

/// Headphones, whose state has two parts; the diagram shows them as regions.
final class Headphones {
  /// True while sound is played.
  private(set) var isSounding = false

  /// The rules.
  static let schema = StateMachineSchema<HeadphoneState, HeadphoneEvent, Headphones>(
    initialState: HeadphoneState()
  ) { state, event in
    var next = state
    switch event {
    case .press:
      next.playback = state.playback == .playing ? .paused : .playing
      let isSounding = next.playback == .playing
      return .to(next, isSounding ? "sound" : "silence") { $0.isSounding = isSounding }
    case .hold, .takeOff:
      guard state.playback != .stopped else { return .ignored }
      next.playback = .stopped
      return .to(next, "silence") { $0.isSounding = false }
    case .turnDial:
      switch state.noise {
      case .off: next.noise = .cancelling
      case .cancelling: next.noise = .transparent
      case .transparent: next.noise = .off
      }
      return .to(next)
    }
  }
}
