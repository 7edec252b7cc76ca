import Schematic
import SchematicGraph

/// The states of a TCP connection (RFC 9293 §3.3.2), under the names that the RFC gives them.
enum TCPState: String, CaseIterable, Graphable {
  case closed = "CLOSED"
  case listen = "LISTEN"
  case synSent = "SYN-SENT"
  case synReceived = "SYN-RECEIVED"
  case established = "ESTABLISHED"
  case finWait1 = "FIN-WAIT-1"
  case finWait2 = "FIN-WAIT-2"
  case closeWait = "CLOSE-WAIT"
  case closing = "CLOSING"
  case lastACK = "LAST-ACK"
  case timeWait = "TIME-WAIT"

  var graphLabel: String { rawValue }
}

/// The events of a TCP connection: calls of its user, segments received, and a timer (RFC 9293
/// §3.3.2, figure 5, and note 2 for a FIN that also acknowledges ours).
enum TCPEvent: String, CaseIterable, Graphable {
  case passiveOpen = "passive OPEN"
  case activeOpen = "active OPEN"
  case send = "SEND"
  case close = "CLOSE"
  case receiveSYN = "rcv SYN"
  case receiveSYNACK = "rcv SYN,ACK"
  case receiveACKOfSYN = "rcv ACK of SYN"
  case receiveRST = "rcv RST"
  case receiveFIN = "rcv FIN"
  case receiveACKOfFIN = "rcv ACK of FIN"
  case receiveFINAndACKOfFIN = "rcv FIN,ACK of FIN"
  case timeout = "Timeout=2MSL"

  var graphLabel: String { rawValue }
}

/// The actions of a connection (RFC 9293 §3.3.2, figure 5).
enum TCPAction: Hashable {
  case createTCB
  case deleteTCB
  case send(TCPSegment)

  /// The action in the words of the figure.
  var label: String {
    switch self {
    case .createTCB: "create TCB"
    case .deleteTCB: "delete TCB"
    case .send(let segment): "snd \(segment.rawValue)"
    }
  }
}

/// A segment without data, named by its control bits (RFC 9293 §3.1).
enum TCPSegment: String {
  case syn = "SYN"
  case synACK = "SYN,ACK"
  case ack = "ACK"
  case fin = "FIN"
}

/// The transmission control block of a connection (RFC 9293 §3.3.1).
struct TCPControlBlock {
  /// True if this end was opened passively: it waits for the other end to connect.
  var isPassive = true
}

/// One end of a TCP connection, from opening to closing.
///
/// It follows figure 5 of RFC 9293 §3.3.2 and its notes. The RFC's text says more about errors and
/// about segments that arrive out of order.
final class TCPConnection {
  /// The control block; `nil` if there is none.
  private(set) var controlBlock: TCPControlBlock?
  /// The actions carried out, oldest first.
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
    // An end that sends the first SYN is active (RFC 9293 §3.10.2).
    case .send(.syn): controlBlock?.isPassive = false
    case .send(.synACK), .send(.ack), .send(.fin): break
    }
  }
}

extension TCPConnection {
  /// Returns the transition of an event in a state: figure 5 of RFC 9293 §3.3.2.
  ///
  /// Events that the figure does not show are ignored.
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
      // The figure does not say when the TCB is deleted; the text does (§3.10.7.4).
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

extension Transition where State == TCPState, Subject == TCPConnection {
  /// Returns an external transition that performs actions, which are also its label.
  ///
  /// The function passes on the line of its call, so that the check names that line.
  static func to(
    _ state: TCPState, _ first: TCPAction, _ others: TCPAction...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Transition {
    let actions = [first] + others
    let label = actions.map(\.label).joined(separator: ", ")
    return .to(state, label, fileID: fileID, line: line) { connection in
      actions.forEach(connection.perform)
    }
  }
}
