import Schematic
import SchematicGraph

/// What headphones do: two things at once that have nothing to do with each other.
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

/// What the wearer does with headphones.
enum HeadphoneEvent: CaseIterable, Graphable, Sendable { case press, hold, takeOff, turnDial }

/// Headphones, whose state has two parts; the diagram shows them as regions.
final class Headphones {
  /// Whether the loudspeakers sound.
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
