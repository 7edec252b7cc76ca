/// The states of a PPP control protocol (RFC 1661 §4.2).
package enum PPPState: Sendable {
  case initial, starting, closed, stopped, closing, stopping, reqSent, ackRcvd, ackSent, opened
}

/// Its events (RFC 1661 §4.3).
package enum PPPEvent: CaseIterable, EventSource {
  case up, down, open, close, toPlus, toMinus, rcrPlus, rcrMinus, rca, rcn, rtr, rta, ruc, rxjPlus
  case rxjMinus, rxr

  package static let cycle: [PPPEvent] = [
    .open, .up, .rcrPlus, .rca, .rxr, .rxjMinus, .rta, .close, .open, .rcrMinus, .toPlus, .rca,
    .rcrPlus, .rtr, .toMinus, .close, .down,
  ]
}

/// One end of a PPP link: its actions (RFC 1661 §4.4) add up to a number, so that none can be left
/// out.
package final class PPP {
  package var done = 0
  package var restarts = 0

  package init() {}

  package func tlu() { done &+= 1 }
  package func tld() { done &+= 2 }
  package func tls() { done &+= 3 }
  package func tlf() { done &+= 4 }
  package func scr() { done &+= 7 }
  package func sca() { done &+= 8 }
  package func scn() { done &+= 9 }
  package func str() { done &+= 10 }
  package func sta() { done &+= 11 }
  package func scj() { done &+= 12 }
  package func ser() { done &+= 13 }
  package func irc() { restarts = 10 }
  package func zrc() { restarts = 0 }
}
