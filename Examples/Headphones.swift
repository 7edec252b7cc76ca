import Schematic
import SchematicGraph

/// The states of headphones, in two independent regions.
struct HeadphoneState: GraphableProduct, Equatable, Sendable {
  var playback = Playback.stopped
  var noise = Noise.off

  enum Playback: CaseIterable, Graphable { case stopped, playing, paused }

  enum Noise: CaseIterable, Graphable { case off, cancelling, transparent }

  static var graphCases: [HeadphoneState] { graphSamples(of: Self.init(playback:noise:)) }
}

/// The events of headphones: their buttons, their dial, and taking them off.
enum HeadphoneEvent: CaseIterable, Graphable, Sendable { case press, hold, takeOff, turnDial }

/// Headphones, whose state has two regions.
///
/// Each region is left and entered for itself: turning the dial neither interrupts the sound nor begins
/// the timeout of the pause anew.
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
    initialState: HeadphoneState(), on: MainActor.self
  ) { state, event in
    var next = state
    switch event {
    case .press:
      next.playback = state.playback == .playing ? .paused : .playing
    case .hold, .takeOff:
      guard state.playback != .stopped else { return .ignored }
      next.playback = .stopped
    case .turnDial:
      switch state.noise {
      case .off: next.noise = .cancelling
      case .cancelling: next.noise = .transparent
      case .transparent: next.noise = .off
      }
    }
    return .to(next)
  }
  .states(in: \.playback, on: MainActor.self) { playback in
    switch playback {
    case .stopped: return .none
    case .playing:
      return .entry("sound") { $0.isSounding = true }.exit("silence") { $0.isSounding = false }
    case .paused: return .after(.seconds(300), send: .hold)
    }
  }
  .states(in: \.noise, on: MainActor.self) { noise in
    noise == .off ? .none : .task("listen") { headphones, _ in await headphones.listen(noise) }
  }
}
