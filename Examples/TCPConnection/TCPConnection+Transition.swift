import Schematic

extension TCPConnection {
  /// Returns what an event means to a connection in a state: figure 5 of RFC 9293 §3.3.2.
  ///
  /// What the figure does not show is ignored.
  static func transition(
    _ state: TCPState,
    _ event: TCPEvent,
    _ when: Guard<TCPConnection>
  ) -> Transition<TCPState, TCPConnection> {
    switch state {
    case .closed:
      switch event {
      case .passiveOpen: return .to(.listen, .createTCB)
      case .activeOpen: return .to(.synSent, .createTCB, .send(.syn))
      default: return .ignored
      }
    case .listen:
      switch event {
      case .send: return .to(.synSent, .send(.syn))
      case .close: return .to(.closed, .deleteTCB)
      case .receiveSYN: return .to(.synReceived, .send(.synACK))
      default: return .ignored
      }
    case .synSent:
      switch event {
      case .close: return .to(.closed, .deleteTCB)
      case .receiveSYN: return .to(.synReceived, .send(.synACK))
      case .receiveSYNACK: return .to(.established, .send(.ack))
      default: return .ignored
      }
    case .synReceived:
      switch event {
      case .close: return .to(.finWait1, .send(.fin))
      case .receiveACKOfSYN: return .to(.established)
      case .receiveRST:
        // Note 1: only the passive end goes back to waiting.
        return when("after passive OPEN") { $0.controlBlock?.isPassive == true }
          ? .to(.listen) : .ignored
      default: return .ignored
      }
    case .established:
      switch event {
      case .close: return .to(.finWait1, .send(.fin))
      case .receiveFIN: return .to(.closeWait, .send(.ack))
      default: return .ignored
      }
    case .finWait1:
      switch event {
      case .receiveFIN: return .to(.closing, .send(.ack))
      case .receiveACKOfFIN: return .to(.finWait2)
      // Note 2: one segment may do what the figure shows in two steps.
      case .receiveFINAndACKOfFIN: return .to(.timeWait, .send(.ack))
      default: return .ignored
      }
    case .finWait2:
      switch event {
      case .receiveFIN: return .to(.timeWait, .send(.ack))
      default: return .ignored
      }
    case .closeWait:
      switch event {
      case .close: return .to(.lastACK, .send(.fin))
      default: return .ignored
      }
    case .closing:
      switch event {
      case .receiveACKOfFIN: return .to(.timeWait)
      default: return .ignored
      }
    case .lastACK:
      switch event {
      // Here the figure leaves it open when the TCB goes; the text deletes it (§3.10.7.4).
      case .receiveACKOfFIN: return .to(.closed)
      default: return .ignored
      }
    case .timeWait:
      switch event {
      case .timeout: return .to(.closed, .deleteTCB)
      default: return .ignored
      }
    }
  }
}
