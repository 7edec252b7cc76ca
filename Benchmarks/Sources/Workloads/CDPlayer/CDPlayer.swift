/// The states of the CD player that state machine libraries are traditionally compared on.
package enum CDPlayerState: Sendable { case empty, open, stopped, playing, paused }

/// Its buttons and its sensor.
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
