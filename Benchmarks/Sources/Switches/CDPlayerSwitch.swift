import Workloads

/// The CD player, by hand.
final class CDPlayerSwitch: HandWritten {
  private var state = CDPlayerState.stopped
  private let player: CDPlayer

  init(_ player: CDPlayer) {
    self.player = player
  }

  private func move(to next: CDPlayerState) -> Answer {
    state = next
    return .moved
  }

  private func open() -> Answer {
    state = .open
    player.drawer += 1
    return .moved
  }

  private func play() -> Answer {
    state = .playing
    player.plays += 1
    return .moved
  }

  func handle(_ event: CDPlayerEvent) -> Answer {
    switch state {
    case .empty:
      switch event {
      case .openClose: return open()
      case .cdDetected: return move(to: .stopped)
      case .play, .stop, .pause, .resume: return .ignored
      }
    case .open:
      switch event {
      case .openClose: return move(to: .empty)
      case .play, .stop, .pause, .resume, .cdDetected: return .ignored
      }
    case .stopped:
      switch event {
      case .play: return play()
      case .openClose: return open()
      case .stop: return move(to: .stopped)
      case .pause, .resume, .cdDetected: return .ignored
      }
    case .playing:
      switch event {
      case .stop: return move(to: .stopped)
      case .pause:
        state = .paused
        player.pauses += 1
        return .moved
      case .openClose: return open()
      case .play, .resume, .cdDetected: return .ignored
      }
    case .paused:
      switch event {
      case .resume: return play()
      case .stop: return move(to: .stopped)
      case .openClose: return open()
      case .play, .pause, .cdDetected: return .ignored
      }
    }
  }
}
