import Schematic

/// One end of a TCP connection, from opening to closing.
///
/// It follows figure 5 of RFC 9293 §3.3.2 and its notes, and nothing beyond: the RFC's text has
/// more to say about errors and about segments that arrive out of turn.
final class TCPConnection {
  /// What the connection remembers; `nil` where there is nothing to remember.
  private(set) var controlBlock: TCPControlBlock?
  /// What the connection did, oldest first.
  private(set) var actions: [TCPAction] = []

  /// Creates an end of a connection.
  init(controlBlock: TCPControlBlock? = nil) {
    self.controlBlock = controlBlock
  }

  /// The rules.
  static let schema = StateMachineSchema(initialState: .closed, logic: transition)

  /// Carries out an action.
  func perform(_ action: TCPAction) {
    actions.append(action)
    switch action {
    case .createTCB: controlBlock = TCPControlBlock()
    case .deleteTCB: controlBlock = nil
    // Who sends a SYN that answers none has asked for the connection (RFC 9293 §3.10.2).
    case .send(.syn): controlBlock?.isPassive = false
    case .send(.synACK), .send(.ack), .send(.fin): break
    }
  }
}
