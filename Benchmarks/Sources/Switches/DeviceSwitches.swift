import Workloads

/// The screen, by hand.
final class ScreenSwitch: HandWritten {
  private var state = ScreenState.list
  private let screen: Screen

  init(_ screen: Screen) {
    self.screen = screen
  }

  func handle(_ event: ScreenEvent) -> Answer {
    switch state {
    case .list:
      switch event {
      case .refresh:
        state = .refreshing
        screen.spins += 1
        return .moved
      case .showList, .showError, .dismissError:
        return .ignored
      }
    case .refreshing:
      switch event {
      case .refresh, .dismissError:
        return .ignored
      case .showList:
        state = .list
        return .moved
      case .showError:
        state = .error
        screen.messages += 1
        return .moved
      }
    case .error:
      switch event {
      case .refresh:
        state = .refreshing
        screen.spins += 1
        return .moved
      case .showList, .showError:
        return .ignored
      case .dismissError:
        state = .list
        return .moved
      }
    }
  }
}

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

/// The ring, by hand.
final class RingSwitch: HandWritten {
  private var state = RingState.s0
  private let ring: Ring

  init(_ ring: Ring) {
    self.ring = ring
  }

  private func turn(to next: RingState) -> Answer {
    state = next
    if ring.charge > 0 {
      ring.charge -= 1
    } else {
      ring.charge = 3
      ring.charges += 1
    }
    return .moved
  }

  func handle(_ event: RingEvent) -> Answer {
    switch state {
    case .s0: return event == .e0 ? turn(to: .s1) : .ignored
    case .s1: return event == .e1 ? turn(to: .s2) : .ignored
    case .s2: return event == .e2 ? turn(to: .s3) : .ignored
    case .s3: return event == .e3 ? turn(to: .s4) : .ignored
    case .s4: return event == .e4 ? turn(to: .s5) : .ignored
    case .s5: return event == .e5 ? turn(to: .s6) : .ignored
    case .s6: return event == .e6 ? turn(to: .s7) : .ignored
    case .s7: return event == .e7 ? turn(to: .s8) : .ignored
    case .s8: return event == .e8 ? turn(to: .s9) : .ignored
    case .s9: return event == .e9 ? turn(to: .s10) : .ignored
    case .s10: return event == .e10 ? turn(to: .s11) : .ignored
    case .s11: return event == .e11 ? turn(to: .s12) : .ignored
    case .s12: return event == .e12 ? turn(to: .s13) : .ignored
    case .s13: return event == .e13 ? turn(to: .s14) : .ignored
    case .s14: return event == .e14 ? turn(to: .s15) : .ignored
    case .s15: return event == .e15 ? turn(to: .s16) : .ignored
    case .s16: return event == .e16 ? turn(to: .s17) : .ignored
    case .s17: return event == .e17 ? turn(to: .s18) : .ignored
    case .s18: return event == .e18 ? turn(to: .s19) : .ignored
    case .s19: return event == .e19 ? turn(to: .s20) : .ignored
    case .s20: return event == .e20 ? turn(to: .s21) : .ignored
    case .s21: return event == .e21 ? turn(to: .s22) : .ignored
    case .s22: return event == .e22 ? turn(to: .s23) : .ignored
    case .s23: return event == .e23 ? turn(to: .s24) : .ignored
    case .s24: return event == .e24 ? turn(to: .s25) : .ignored
    case .s25: return event == .e25 ? turn(to: .s26) : .ignored
    case .s26: return event == .e26 ? turn(to: .s27) : .ignored
    case .s27: return event == .e27 ? turn(to: .s28) : .ignored
    case .s28: return event == .e28 ? turn(to: .s29) : .ignored
    case .s29: return event == .e29 ? turn(to: .s30) : .ignored
    case .s30: return event == .e30 ? turn(to: .s31) : .ignored
    case .s31: return event == .e31 ? turn(to: .s32) : .ignored
    case .s32: return event == .e32 ? turn(to: .s33) : .ignored
    case .s33: return event == .e33 ? turn(to: .s34) : .ignored
    case .s34: return event == .e34 ? turn(to: .s35) : .ignored
    case .s35: return event == .e35 ? turn(to: .s36) : .ignored
    case .s36: return event == .e36 ? turn(to: .s37) : .ignored
    case .s37: return event == .e37 ? turn(to: .s38) : .ignored
    case .s38: return event == .e38 ? turn(to: .s39) : .ignored
    case .s39: return event == .e39 ? turn(to: .s40) : .ignored
    case .s40: return event == .e40 ? turn(to: .s41) : .ignored
    case .s41: return event == .e41 ? turn(to: .s42) : .ignored
    case .s42: return event == .e42 ? turn(to: .s43) : .ignored
    case .s43: return event == .e43 ? turn(to: .s44) : .ignored
    case .s44: return event == .e44 ? turn(to: .s45) : .ignored
    case .s45: return event == .e45 ? turn(to: .s46) : .ignored
    case .s46: return event == .e46 ? turn(to: .s47) : .ignored
    case .s47: return event == .e47 ? turn(to: .s48) : .ignored
    case .s48: return event == .e48 ? turn(to: .s49) : .ignored
    case .s49: return event == .e49 ? turn(to: .s0) : .ignored
    }
  }
}

/// The relay, by hand: an event that arrives while another is handled waits in an array.
final class RelaySwitch: HandWritten {
  private var state = RelayState.resting
  private let relay: Relay
  private var waiting: [RelayEvent] = []
  private var isHandling = false

  init(_ relay: Relay) {
    self.relay = relay
  }

  func handle(_ event: RelayEvent) -> Answer {
    isHandling = true
    let answer = step(event)
    var next = 0
    while next < waiting.count {
      _ = step(waiting[next])
      next += 1
    }
    waiting.removeAll(keepingCapacity: true)
    isHandling = false
    return answer
  }

  /// Takes an event from an action.
  func receive(_ event: RelayEvent) {
    guard isHandling else {
      _ = handle(event)
      return
    }
    waiting.append(event)
  }

  private func step(_ event: RelayEvent) -> Answer {
    switch (state, event) {
    case (.resting, .message):
      state = .sending
      relay.send(.sent)
      return .moved
    case (.sending, .sent):
      state = .waiting
      relay.send(.confirmed)
      return .moved
    case (.waiting, .confirmed):
      state = .resting
      relay.forwarded += 1
      return .moved
    default:
      return .ignored
    }
  }
}

/// The dial, by hand.
final class DialSwitch: HandWritten {
  private var place = DialPlace(number: 0)

  init(_ dial: Dial) {}

  func handle(_ turn: DialTurn) -> Answer {
    guard turn.places > 0 else { return .ignored }
    place = place.turned(by: turn)
    return .moved
  }
}
