/// Where the message of a relay is.
package enum RelayState: Sendable { case resting, sending, waiting }

/// What happens to a relay: a message from outside, and two events that its own actions send.
package enum RelayEvent: Sendable { case message, sent, confirmed }

/// A relay, whose actions send events to what they are actions of.
package final class Relay {
  /// Sends an event to the machine or the switch.
  package var send: (RelayEvent) -> Void = { _ in }
  package var forwarded = 0

  package init() {}
}
