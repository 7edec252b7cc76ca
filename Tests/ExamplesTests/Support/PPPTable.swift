@testable import Examples

/// The table of RFC 1661 §4.1 as facts to test against: what each event does in each state.
///
/// A cell that is missing here is impossible by the table.
enum PPPTable {
  /// Returns a cell of the table; `nil` where the event is impossible in the state.
  static func cell(_ state: PPPState, _ event: PPPEvent) -> PPPCell? {
    let cells =
      switch state {
      case .initial: initial
      case .starting: starting
      case .closed: closed
      case .stopped: stopped
      case .closing: closing
      case .stopping: stopping
      case .reqSent: reqSent
      case .ackRcvd: ackRcvd
      case .ackSent: ackSent
      case .opened: opened
      }
    return cells[event]
  }

  private static let initial: [PPPEvent: PPPCell] = [
    .up: PPPCell(.closed),
    .open: PPPCell(.starting, .tls),
    .close: PPPCell(.initial),
  ]

  private static let starting: [PPPEvent: PPPCell] = [
    .up: PPPCell(.reqSent, .irc, .scr),
    .open: PPPCell(.starting),
    .close: PPPCell(.initial, .tlf),
  ]

  private static let closed: [PPPEvent: PPPCell] = [
    .down: PPPCell(.initial),
    .open: PPPCell(.reqSent, .irc, .scr),
    .close: PPPCell(.closed),
    .rcrPlus: PPPCell(.closed, .sta),
    .rcrMinus: PPPCell(.closed, .sta),
    .rca: PPPCell(.closed, .sta),
    .rcn: PPPCell(.closed, .sta),
    .rtr: PPPCell(.closed, .sta),
    .rta: PPPCell(.closed),
    .ruc: PPPCell(.closed, .scj),
    .rxjPlus: PPPCell(.closed),
    .rxjMinus: PPPCell(.closed, .tlf),
    .rxr: PPPCell(.closed),
  ]

  private static let stopped: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting, .tls),
    .open: PPPCell(.stopped),
    .close: PPPCell(.closed),
    .rcrPlus: PPPCell(.ackSent, .irc, .scr, .sca),
    .rcrMinus: PPPCell(.reqSent, .irc, .scr, .scn),
    .rca: PPPCell(.stopped, .sta),
    .rcn: PPPCell(.stopped, .sta),
    .rtr: PPPCell(.stopped, .sta),
    .rta: PPPCell(.stopped),
    .ruc: PPPCell(.stopped, .scj),
    .rxjPlus: PPPCell(.stopped),
    .rxjMinus: PPPCell(.stopped, .tlf),
    .rxr: PPPCell(.stopped),
  ]

  private static let closing: [PPPEvent: PPPCell] = [
    .down: PPPCell(.initial),
    .open: PPPCell(.stopping),
    .close: PPPCell(.closing),
    .toPlus: PPPCell(.closing, .str),
    .toMinus: PPPCell(.closed, .tlf),
    .rcrPlus: PPPCell(.closing),
    .rcrMinus: PPPCell(.closing),
    .rca: PPPCell(.closing),
    .rcn: PPPCell(.closing),
    .rtr: PPPCell(.closing, .sta),
    .rta: PPPCell(.closed, .tlf),
    .ruc: PPPCell(.closing, .scj),
    .rxjPlus: PPPCell(.closing),
    .rxjMinus: PPPCell(.closed, .tlf),
    .rxr: PPPCell(.closing),
  ]

  private static let stopping: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting),
    .open: PPPCell(.stopping),
    .close: PPPCell(.closing),
    .toPlus: PPPCell(.stopping, .str),
    .toMinus: PPPCell(.stopped, .tlf),
    .rcrPlus: PPPCell(.stopping),
    .rcrMinus: PPPCell(.stopping),
    .rca: PPPCell(.stopping),
    .rcn: PPPCell(.stopping),
    .rtr: PPPCell(.stopping, .sta),
    .rta: PPPCell(.stopped, .tlf),
    .ruc: PPPCell(.stopping, .scj),
    .rxjPlus: PPPCell(.stopping),
    .rxjMinus: PPPCell(.stopped, .tlf),
    .rxr: PPPCell(.stopping),
  ]

  private static let reqSent: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting),
    .open: PPPCell(.reqSent),
    .close: PPPCell(.closing, .irc, .str),
    .toPlus: PPPCell(.reqSent, .scr),
    .toMinus: PPPCell(.stopped, .tlf),
    .rcrPlus: PPPCell(.ackSent, .sca),
    .rcrMinus: PPPCell(.reqSent, .scn),
    .rca: PPPCell(.ackRcvd, .irc),
    .rcn: PPPCell(.reqSent, .irc, .scr),
    .rtr: PPPCell(.reqSent, .sta),
    .rta: PPPCell(.reqSent),
    .ruc: PPPCell(.reqSent, .scj),
    .rxjPlus: PPPCell(.reqSent),
    .rxjMinus: PPPCell(.stopped, .tlf),
    .rxr: PPPCell(.reqSent),
  ]

  private static let ackRcvd: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting),
    .open: PPPCell(.ackRcvd),
    .close: PPPCell(.closing, .irc, .str),
    .toPlus: PPPCell(.reqSent, .scr),
    .toMinus: PPPCell(.stopped, .tlf),
    .rcrPlus: PPPCell(.opened, .sca, .tlu),
    .rcrMinus: PPPCell(.ackRcvd, .scn),
    .rca: PPPCell(.reqSent, .scr),
    .rcn: PPPCell(.reqSent, .scr),
    .rtr: PPPCell(.reqSent, .sta),
    .rta: PPPCell(.reqSent),
    .ruc: PPPCell(.ackRcvd, .scj),
    .rxjPlus: PPPCell(.reqSent),
    .rxjMinus: PPPCell(.stopped, .tlf),
    .rxr: PPPCell(.ackRcvd),
  ]

  private static let ackSent: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting),
    .open: PPPCell(.ackSent),
    .close: PPPCell(.closing, .irc, .str),
    .toPlus: PPPCell(.ackSent, .scr),
    .toMinus: PPPCell(.stopped, .tlf),
    .rcrPlus: PPPCell(.ackSent, .sca),
    .rcrMinus: PPPCell(.reqSent, .scn),
    .rca: PPPCell(.opened, .irc, .tlu),
    .rcn: PPPCell(.ackSent, .irc, .scr),
    .rtr: PPPCell(.reqSent, .sta),
    .rta: PPPCell(.ackSent),
    .ruc: PPPCell(.ackSent, .scj),
    .rxjPlus: PPPCell(.ackSent),
    .rxjMinus: PPPCell(.stopped, .tlf),
    .rxr: PPPCell(.ackSent),
  ]

  private static let opened: [PPPEvent: PPPCell] = [
    .down: PPPCell(.starting, .tld),
    .open: PPPCell(.opened),
    .close: PPPCell(.closing, .tld, .irc, .str),
    .rcrPlus: PPPCell(.ackSent, .tld, .scr, .sca),
    .rcrMinus: PPPCell(.reqSent, .tld, .scr, .scn),
    .rca: PPPCell(.reqSent, .tld, .scr),
    .rcn: PPPCell(.reqSent, .tld, .scr),
    .rtr: PPPCell(.stopping, .tld, .zrc, .sta),
    .rta: PPPCell(.reqSent, .tld, .scr),
    .ruc: PPPCell(.opened, .scj),
    .rxjPlus: PPPCell(.opened),
    .rxjMinus: PPPCell(.stopping, .tld, .irc, .str),
    .rxr: PPPCell(.opened, .ser),
  ]
}

/// A cell of the table of RFC 1661 §4.1: the state that follows, and what is done on the way.
struct PPPCell {
  let next: PPPState
  let actions: [PPPAction]

  init(_ next: PPPState, _ actions: PPPAction...) {
    self.next = next
    self.actions = actions
  }
}
