import Schematic
import SchematicGraph

/// The states of headphones: sound and noise are regions.
struct HeadphoneState: GraphableRegions, Equatable, Sendable {
  var playback = Playback.stopped
  var noise = Noise.off

  enum Playback: CaseIterable, Graphable { case stopped, playing, paused }

  enum Noise: CaseIterable, Graphable { case off, cancelling, transparent }
}

/// The events of headphones: their buttons, their dial, and taking them off.
enum HeadphoneEvent: CaseIterable, Graphable, Sendable { case press, hold, takeOff, turnDial }

/// Headphones, whose state has two regions.
///
/// A region is left and entered without the other: turning the dial neither interrupts the sound nor
/// begins the timeout of the pause anew.
@MainActor final class Headphones {
  /// True while sound is played.
  private(set) var isSounding = false

  /// Listens to the surroundings until it is canceled.
  private let listen: (HeadphoneState.Noise) async -> Void

  init(listen: @escaping (HeadphoneState.Noise) async -> Void = { _ in }) {
    self.listen = listen
  }
}

extension Headphones {
  /// The rules.
  static let schema = StateMachineSchema<HeadphoneState, HeadphoneEvent, Headphones>(
    initialState: HeadphoneState(),
    regions: .region(\.playback, on: MainActor.self) { playback, event in
      switch event {
      case .press: return .to(playback == .playing ? .paused : .playing)
      case .hold, .takeOff: return playback == .stopped ? .ignored : .to(.stopped)
      case .turnDial: return .ignored
      }
    } states: { playback in
      switch playback {
      case .stopped: return .none
      case .playing:
        return .entry("sound") { $0.isSounding = true }.exit("silence") { $0.isSounding = false }
      case .paused: return .after(.seconds(300), send: .hold)
      }
    },
    .region(\.noise, on: MainActor.self) { noise, event in
      switch event {
      case .turnDial:
        switch noise {
        case .off: return .to(.cancelling)
        case .cancelling: return .to(.transparent)
        case .transparent: return .to(.off)
        }
      case .press, .hold, .takeOff: return .ignored
      }
    } states: { noise in
      noise == .off ? .none : .task("listen") { headphones, _ in await headphones.listen(noise) }
    })
}
