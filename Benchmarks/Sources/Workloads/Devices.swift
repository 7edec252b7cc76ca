/// The states of a screen.
package enum ScreenState: Sendable { case list, refreshing, error }

/// The events of a screen.
package enum ScreenEvent: CaseIterable, EventSource {
  case refresh, showList, showError, dismissError

  package static let cycle: [ScreenEvent] = [
    .refresh, .showError, .dismissError, .refresh, .showList,
  ]
}

/// A screen, as far as its rules act on it.
package final class Screen {
  package var spins = 0
  package var messages = 0

  package init() {}
}

/// The states of the CD player with which state machine libraries are traditionally compared.
package enum CDPlayerState: Sendable { case empty, open, stopped, playing, paused }

/// The events of the CD player: its buttons and its sensor.
package enum CDPlayerEvent: CaseIterable, EventSource {
  case play, stop, pause, resume, openClose, cdDetected

  package static let cycle: [CDPlayerEvent] = [
    .openClose, .openClose, .cdDetected, .play, .pause, .resume, .pause, .stop, .stop, .play,
    .openClose, .openClose,
  ]
}

/// A CD player, as far as its rules act on it.
package final class CDPlayer {
  package var drawer = 0
  package var plays = 0
  package var pauses = 0

  package init() {}
}

/// The places of a ring.
package enum RingState: UInt8, Sendable {
  case s0, s1, s2, s3, s4, s5, s6, s7, s8, s9
  case s10, s11, s12, s13, s14, s15, s16, s17, s18, s19
  case s20, s21, s22, s23, s24, s25, s26, s27, s28, s29
  case s30, s31, s32, s33, s34, s35, s36, s37, s38, s39
  case s40, s41, s42, s43, s44, s45, s46, s47, s48, s49
}

/// The turns of a ring: each is taken in one place and ignored in the 49 others.
package enum RingEvent: UInt8, CaseIterable, EventSource {
  case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9
  case e10, e11, e12, e13, e14, e15, e16, e17, e18, e19
  case e20, e21, e22, e23, e24, e25, e26, e27, e28, e29
  case e30, e31, e32, e33, e34, e35, e36, e37, e38, e39
  case e40, e41, e42, e43, e44, e45, e46, e47, e48, e49

  package static var cycle: [RingEvent] { allCases }
}

/// A ring, which is charged at every fourth turn.
package final class Ring {
  package var charge = 3
  package var charges = 0

  package init() {}
}

/// The places of a dial: almost as many as a byte has values.
package struct DialPlace: Sendable {
  package static let count = 250

  package let number: UInt8

  package init(number: UInt8) {
    self.number = number
  }

  /// Returns the place that a turn leads to.
  ///
  /// - Parameter turn: The turn.
  /// - Returns: The place.
  package func turned(by turn: DialTurn) -> DialPlace {
    DialPlace(number: UInt8((Int(number) + Int(turn.places)) % Self.count))
  }
}

/// A turn of a dial by a number of places; a turn by no place is ignored.
package struct DialTurn: EventSource {
  package let places: UInt8

  package static let cycle = Array(repeating: DialTurn(places: 1), count: DialPlace.count)

  package static func random(using random: inout SplitMix64) -> DialTurn {
    DialTurn(places: UInt8.random(in: 0..<UInt8(DialPlace.count), using: &random))
  }
}

/// A dial, which can be turned if it is free.
package final class Dial {
  package var isFree = true

  package init() {}
}

/// The states of a relay.
package enum RelayState: Sendable { case resting, sending, waiting }

/// The events of a relay: a message from outside, and two that its own actions send.
package enum RelayEvent: Sendable { case message, sent, confirmed }

/// A relay, whose actions send events to its own machine or switch.
package final class Relay {
  /// Sends an event to the machine or the switch.
  package var send: (RelayEvent) -> Void = { _ in }
  package var forwarded = 0

  package init() {}
}
