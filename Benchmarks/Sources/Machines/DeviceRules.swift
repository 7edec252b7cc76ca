import Schematic
import Workloads

/// The rules of the screen.
enum ScreenRules {
  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<ScreenState, ScreenEvent, Screen> {
    StateMachineSchema(initialState: .list) { state, event in
      switch state {
      case .list:
        switch event {
        case .refresh: return .to(.refreshing, "start spinner") { $0.spins += 1 }
        case .showList, .showError, .dismissError: return .ignored
        }
      case .refreshing:
        switch event {
        case .refresh, .dismissError: return .ignored
        case .showList: return .to(.list)
        case .showError: return .to(.error, "show message") { $0.messages += 1 }
        }
      case .error:
        switch event {
        case .refresh: return .to(.refreshing, "start spinner") { $0.spins += 1 }
        case .showList, .showError: return .ignored
        case .dismissError: return .to(.list)
        }
      }
    }
  }
}

/// The rules of the CD player: 12 transitions.
enum CDPlayerRules {
  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<
    CDPlayerState, CDPlayerEvent, CDPlayer
  > {
    StateMachineSchema(initialState: .stopped) { state, event in
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
}

/// The rules of the ring: one turn is taken in each place, whether the ring is charged or not.
enum RingRules {
  typealias Answer = Transition<RingState, Ring>

  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<RingState, RingEvent, Ring> {
    StateMachineSchema(initialState: .s0, logic: transition)
  }

  private static func turn(to next: RingState, _ when: Guard<Ring>) -> Answer {
    when("charged") { $0.charge > 0 }
      ? .to(next, "spend") { $0.charge -= 1 }
      : .to(next, "charge") {
        $0.charge = 3
        $0.charges += 1
      }
  }

  private static func transition(
    _ state: RingState, _ event: RingEvent, _ when: Guard<Ring>
  ) -> Answer {
    switch state {
    case .s0: return event == .e0 ? turn(to: .s1, when) : .ignored
    case .s1: return event == .e1 ? turn(to: .s2, when) : .ignored
    case .s2: return event == .e2 ? turn(to: .s3, when) : .ignored
    case .s3: return event == .e3 ? turn(to: .s4, when) : .ignored
    case .s4: return event == .e4 ? turn(to: .s5, when) : .ignored
    case .s5: return event == .e5 ? turn(to: .s6, when) : .ignored
    case .s6: return event == .e6 ? turn(to: .s7, when) : .ignored
    case .s7: return event == .e7 ? turn(to: .s8, when) : .ignored
    case .s8: return event == .e8 ? turn(to: .s9, when) : .ignored
    case .s9: return event == .e9 ? turn(to: .s10, when) : .ignored
    case .s10: return event == .e10 ? turn(to: .s11, when) : .ignored
    case .s11: return event == .e11 ? turn(to: .s12, when) : .ignored
    case .s12: return event == .e12 ? turn(to: .s13, when) : .ignored
    case .s13: return event == .e13 ? turn(to: .s14, when) : .ignored
    case .s14: return event == .e14 ? turn(to: .s15, when) : .ignored
    case .s15: return event == .e15 ? turn(to: .s16, when) : .ignored
    case .s16: return event == .e16 ? turn(to: .s17, when) : .ignored
    case .s17: return event == .e17 ? turn(to: .s18, when) : .ignored
    case .s18: return event == .e18 ? turn(to: .s19, when) : .ignored
    case .s19: return event == .e19 ? turn(to: .s20, when) : .ignored
    case .s20: return event == .e20 ? turn(to: .s21, when) : .ignored
    case .s21: return event == .e21 ? turn(to: .s22, when) : .ignored
    case .s22: return event == .e22 ? turn(to: .s23, when) : .ignored
    case .s23: return event == .e23 ? turn(to: .s24, when) : .ignored
    case .s24: return event == .e24 ? turn(to: .s25, when) : .ignored
    case .s25: return event == .e25 ? turn(to: .s26, when) : .ignored
    case .s26: return event == .e26 ? turn(to: .s27, when) : .ignored
    case .s27: return event == .e27 ? turn(to: .s28, when) : .ignored
    case .s28: return event == .e28 ? turn(to: .s29, when) : .ignored
    case .s29: return event == .e29 ? turn(to: .s30, when) : .ignored
    case .s30: return event == .e30 ? turn(to: .s31, when) : .ignored
    case .s31: return event == .e31 ? turn(to: .s32, when) : .ignored
    case .s32: return event == .e32 ? turn(to: .s33, when) : .ignored
    case .s33: return event == .e33 ? turn(to: .s34, when) : .ignored
    case .s34: return event == .e34 ? turn(to: .s35, when) : .ignored
    case .s35: return event == .e35 ? turn(to: .s36, when) : .ignored
    case .s36: return event == .e36 ? turn(to: .s37, when) : .ignored
    case .s37: return event == .e37 ? turn(to: .s38, when) : .ignored
    case .s38: return event == .e38 ? turn(to: .s39, when) : .ignored
    case .s39: return event == .e39 ? turn(to: .s40, when) : .ignored
    case .s40: return event == .e40 ? turn(to: .s41, when) : .ignored
    case .s41: return event == .e41 ? turn(to: .s42, when) : .ignored
    case .s42: return event == .e42 ? turn(to: .s43, when) : .ignored
    case .s43: return event == .e43 ? turn(to: .s44, when) : .ignored
    case .s44: return event == .e44 ? turn(to: .s45, when) : .ignored
    case .s45: return event == .e45 ? turn(to: .s46, when) : .ignored
    case .s46: return event == .e46 ? turn(to: .s47, when) : .ignored
    case .s47: return event == .e47 ? turn(to: .s48, when) : .ignored
    case .s48: return event == .e48 ? turn(to: .s49, when) : .ignored
    case .s49: return event == .e49 ? turn(to: .s0, when) : .ignored
    }
  }
}

/// The rules of the dial, which have more answers to random turns than a rule table holds.
enum DialRules {
  static let schema = StateMachineSchema<DialPlace, DialTurn, Dial>(
    initialState: DialPlace(number: 0)
  ) { place, turn in
    turn.places > 0 ? .to(place.turned(by: turn)) : .ignored
  }

  /// The same rules, which ask whether the dial is free.
  static let guarded = StateMachineSchema<DialPlace, DialTurn, Dial>(
    initialState: DialPlace(number: 0)
  ) { place, turn, when in
    turn.places > 0 && when("free") { $0.isFree } ? .to(place.turned(by: turn)) : .ignored
  }
}

/// The rules of the relay: each message queues two events.
enum RelayRules {
  static let schema = makeSchema()

  @inline(never) static func makeSchema() -> StateMachineSchema<RelayState, RelayEvent, Relay> {
    StateMachineSchema(initialState: .resting) { state, event in
      switch state {
      case .resting:
        switch event {
        case .message: return .to(.sending, "send") { $0.send(.sent) }
        case .sent, .confirmed: return .ignored
        }
      case .sending:
        switch event {
        case .sent: return .to(.waiting, "confirm") { $0.send(.confirmed) }
        case .message, .confirmed: return .ignored
        }
      case .waiting:
        switch event {
        case .confirmed: return .to(.resting, "count") { $0.forwarded += 1 }
        case .message, .sent: return .ignored
        }
      }
    }
  }
}
