import SchematicMacros

@Graphable package enum Playback: Sendable {
  case off
  case active(Mode)

  @Graphable package enum Mode: Sendable { case playing, paused }
}

@Graphable(labels: .words) package enum Command: Sendable {
  case playTrack(number: Int)
  case pauseOrResume, switchOff
}

package final class Player {
  package private(set) var track = 0

  package init() {}

  package static let schema = StateMachineSchema<Playback, Command, Player>(initialState: .off) {
    playback, command in
    switch playback {
    case .off:
      switch command {
      case .playTrack(let number): return .to(.active(.playing), "play") { $0.track = number }
      case .pauseOrResume, .switchOff: return .ignored
      }
    case .active(let mode):
      switch command {
      case .playTrack(let number): return .to(.active(.playing), "play") { $0.track = number }
      case .pauseOrResume: return .to(.active(mode == .playing ? .paused : .playing))
      case .switchOff: return .to(.off)
      }
    }
  }
}
