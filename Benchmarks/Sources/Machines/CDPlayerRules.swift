import Schematic
import Workloads

/// The rules of the CD player: 12 transitions.
enum CDPlayerRules {
  static let schema = StateMachineSchema<CDPlayerState, CDPlayerEvent, CDPlayer>(
    initialState: .stopped
  ) { state, event in
    switch state {
    case .empty:
      switch event {
      case .openClose: return .to(.open, "open") { $0.drawer += 1 }
      case .cdDetected: return .to(.stopped)
      case .play, .stop, .pause, .resume: return .ignored
      }
    case .open:
      switch event {
      case .openClose: return .to(.empty)
      case .play, .stop, .pause, .resume, .cdDetected: return .ignored
      }
    case .stopped:
      switch event {
      case .play: return .to(.playing, "play") { $0.plays += 1 }
      case .openClose: return .to(.open, "open") { $0.drawer += 1 }
      case .stop: return .to(.stopped)
      case .pause, .resume, .cdDetected: return .ignored
      }
    case .playing:
      switch event {
      case .stop: return .to(.stopped)
      case .pause: return .to(.paused, "pause") { $0.pauses += 1 }
      case .openClose: return .to(.open, "open") { $0.drawer += 1 }
      case .play, .resume, .cdDetected: return .ignored
      }
    case .paused:
      switch event {
      case .resume: return .to(.playing, "play") { $0.plays += 1 }
      case .stop: return .to(.stopped)
      case .openClose: return .to(.open, "open") { $0.drawer += 1 }
      case .play, .pause, .cdDetected: return .ignored
      }
    }
  }
}
