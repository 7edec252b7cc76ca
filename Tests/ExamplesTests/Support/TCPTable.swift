@testable import Examples

/// Figure 5 of RFC 9293 §3.3.2 as facts to test against, from opening to closing.
///
/// An event that has no row in a state is not shown there by the figure.
enum TCPTable {
  static let rows: [TCPRow] = [
    // Opening: the left and the right half of the figure's top.
    TCPRow(.closed, .passiveOpen, .listen, .createTCB),
    TCPRow(.listen, .receiveSYN, .synReceived, .send(.synACK)),
    TCPRow(.synReceived, .receiveACKOfSYN, .established),
    TCPRow(.closed, .activeOpen, .synSent, .createTCB, .send(.syn)),
    TCPRow(.listen, .send, .synSent, .send(.syn)),
    TCPRow(.synSent, .receiveSYN, .synReceived, .send(.synACK)),
    TCPRow(.synSent, .receiveSYNACK, .established, .send(.ack)),

    // Giving up before there is a connection; the second by note 1.
    TCPRow(.listen, .close, .closed, .deleteTCB),
    TCPRow(.synReceived, .receiveRST, .listen, isPassiveOnly: true),
    TCPRow(.synSent, .close, .closed, .deleteTCB),

    // Closing first; the last by note 2.
    TCPRow(.synReceived, .close, .finWait1, .send(.fin)),
    TCPRow(.established, .close, .finWait1, .send(.fin)),
    TCPRow(.finWait1, .receiveACKOfFIN, .finWait2),
    TCPRow(.finWait2, .receiveFIN, .timeWait, .send(.ack)),
    TCPRow(.finWait1, .receiveFIN, .closing, .send(.ack)),
    TCPRow(.closing, .receiveACKOfFIN, .timeWait),
    TCPRow(.timeWait, .timeout, .closed, .deleteTCB),
    TCPRow(.finWait1, .receiveFINAndACKOfFIN, .timeWait, .send(.ack)),

    // Closing second.
    TCPRow(.established, .receiveFIN, .closeWait, .send(.ack)),
    TCPRow(.closeWait, .close, .lastACK, .send(.fin)),
    TCPRow(.lastACK, .receiveACKOfFIN, .closed),
  ]

  /// Returns the row of an event in a state; `nil` where the figure has none.
  static func row(_ state: TCPState, _ event: TCPEvent) -> TCPRow? {
    rows.first { $0.state == state && $0.event == event }
  }
}

/// An arrow of figure 5 of RFC 9293 §3.3.2.
struct TCPRow {
  let state: TCPState
  let event: TCPEvent
  let next: TCPState
  let actions: [TCPAction]
  /// True where the arrow holds only after a passive OPEN.
  let isPassiveOnly: Bool

  init(
    _ state: TCPState,
    _ event: TCPEvent,
    _ next: TCPState,
    _ actions: TCPAction...,
    isPassiveOnly: Bool = false
  ) {
    self.state = state
    self.event = event
    self.next = next
    self.actions = actions
    self.isPassiveOnly = isPassiveOnly
  }
}
