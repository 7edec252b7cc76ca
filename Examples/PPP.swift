import Schematic
import SchematicGraph

/// The states of a PPP control protocol (RFC 1661 §4.2), under the names that the RFC gives them.
enum PPPState: String, CaseIterable, Graphable {
  case initial = "Initial"
  case starting = "Starting"
  case closed = "Closed"
  case stopped = "Stopped"
  case closing = "Closing"
  case stopping = "Stopping"
  case reqSent = "Req-Sent"
  case ackRcvd = "Ack-Rcvd"
  case ackSent = "Ack-Sent"
  case opened = "Opened"

  var graphLabel: String { rawValue }
}

/// The events of a PPP control protocol (RFC 1661 §4.3), under the names that the RFC gives them.
enum PPPEvent: String, CaseIterable, Graphable {
  /// The lower layer is ready.
  case up = "Up"
  /// The lower layer is no longer ready.
  case down = "Down"
  /// The link may be opened.
  case open = "Open"
  /// The link is to be closed.
  case close = "Close"
  /// The restart timer ran out, and the packet may be sent again.
  case toPlus = "TO+"
  /// The restart timer ran out for the last time.
  case toMinus = "TO-"
  /// An acceptable Configure-Request was received.
  case rcrPlus = "RCR+"
  /// An unacceptable Configure-Request was received.
  case rcrMinus = "RCR-"
  /// A Configure-Ack was received.
  case rca = "RCA"
  /// A Configure-Nak or a Configure-Reject was received.
  case rcn = "RCN"
  /// A Terminate-Request was received.
  case rtr = "RTR"
  /// A Terminate-Ack was received.
  case rta = "RTA"
  /// A packet of unknown code was received.
  case ruc = "RUC"
  /// A Code-Reject or Protocol-Reject was received that does no harm.
  case rxjPlus = "RXJ+"
  /// A Code-Reject or Protocol-Reject was received that ends the connection.
  case rxjMinus = "RXJ-"
  /// An Echo-Request, Echo-Reply or Discard-Request was received.
  case rxr = "RXR"

  var graphLabel: String { rawValue }
}

/// The actions of a PPP control protocol (RFC 1661 §4.4), under the names that the RFC gives them.
enum PPPAction: String {
  /// This layer is up.
  case tlu
  /// This layer is down.
  case tld
  /// This layer is started.
  case tls
  /// This layer is finished.
  case tlf
  /// Initialize the restart count.
  case irc
  /// Zero the restart count.
  case zrc
  /// Send a Configure-Request.
  case scr
  /// Send a Configure-Ack.
  case sca
  /// Send a Configure-Nak or a Configure-Reject.
  case scn
  /// Send a Terminate-Request.
  case str
  /// Send a Terminate-Ack.
  case sta
  /// Send a Code-Reject.
  case scj
  /// Send an Echo-Reply.
  case ser
}

/// One end of a PPP link, which negotiates its options with the other end.
///
/// It records its actions; sending packets is left to the program.
final class PPP {
  /// The actions carried out, oldest first.
  private(set) var actions: [PPPAction] = []

  /// Creates an end of a link.
  init() {}

  /// The rules.
  static let schema = StateMachineSchema(initialState: .initial, logic: transition)

  /// Carries out an action.
  func perform(_ action: PPPAction) {
    actions.append(action)
  }
}

extension PPP {
  /// Returns the transition of an event in a state: the table of RFC 1661 §4.1.
  ///
  /// Events that the table calls impossible are rejected. The passive and the restart option of its
  /// footnotes are left out.
  static func transition(
    _ state: PPPState,
    _ event: PPPEvent
  ) -> Transition<PPPState, PPP> {
    switch state {
    case .initial:
      switch event {
      case .up: return .to(.closed)
      case .open: return .to(.starting, .tls)
      case .close: return .stay
      default: return .rejected
      }
    case .starting:
      switch event {
      case .up: return .to(.reqSent, .irc, .scr)
      case .open: return .stay
      case .close: return .to(.initial, .tlf)
      default: return .rejected
      }
    case .closed:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.initial)
      case .open: return .to(.reqSent, .irc, .scr)
      case .rcrPlus, .rcrMinus, .rca, .rcn, .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .stay(.tlf)
      case .close, .rta, .rxjPlus, .rxr: return .stay
      }
    case .stopped:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, .tls)
      case .close: return .to(.closed)
      case .rcrPlus: return .to(.ackSent, .irc, .scr, .sca)
      case .rcrMinus: return .to(.reqSent, .irc, .scr, .scn)
      case .rca, .rcn, .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .stay(.tlf)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .closing:
      switch event {
      case .up: return .rejected
      case .down: return .to(.initial)
      case .open: return .to(.stopping)
      case .toPlus: return .stay(.str)
      case .toMinus, .rta, .rxjMinus: return .to(.closed, .tlf)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .close, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .stopping:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing)
      case .toPlus: return .stay(.str)
      case .toMinus, .rta, .rxjMinus: return .to(.stopped, .tlf)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .open, .rcrPlus, .rcrMinus, .rca, .rcn, .rxjPlus, .rxr: return .stay
      }
    case .reqSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus: return .stay(.scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .to(.ackSent, .sca)
      case .rcrMinus: return .stay(.scn)
      case .rca: return .to(.ackRcvd, .irc)
      case .rcn: return .stay(.irc, .scr)
      case .rtr: return .stay(.sta)
      case .ruc: return .stay(.scj)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .ackRcvd:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus, .rca, .rcn: return .to(.reqSent, .scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .to(.opened, .sca, .tlu)
      case .rcrMinus: return .stay(.scn)
      case .rtr: return .to(.reqSent, .sta)
      case .rta, .rxjPlus: return .to(.reqSent)
      case .ruc: return .stay(.scj)
      case .open, .rxr: return .stay
      }
    case .ackSent:
      switch event {
      case .up: return .rejected
      case .down: return .to(.starting)
      case .close: return .to(.closing, .irc, .str)
      case .toPlus: return .stay(.scr)
      case .toMinus, .rxjMinus: return .to(.stopped, .tlf)
      case .rcrPlus: return .stay(.sca)
      case .rcrMinus: return .to(.reqSent, .scn)
      case .rca: return .to(.opened, .irc, .tlu)
      case .rcn: return .stay(.irc, .scr)
      case .rtr: return .to(.reqSent, .sta)
      case .ruc: return .stay(.scj)
      case .open, .rta, .rxjPlus, .rxr: return .stay
      }
    case .opened:
      switch event {
      case .up, .toPlus, .toMinus: return .rejected
      case .down: return .to(.starting, .tld)
      case .close: return .to(.closing, .tld, .irc, .str)
      case .rcrPlus: return .to(.ackSent, .tld, .scr, .sca)
      case .rcrMinus: return .to(.reqSent, .tld, .scr, .scn)
      case .rca, .rcn, .rta: return .to(.reqSent, .tld, .scr)
      case .rtr: return .to(.stopping, .tld, .zrc, .sta)
      case .ruc: return .stay(.scj)
      case .rxjMinus: return .to(.stopping, .tld, .irc, .str)
      case .rxr: return .stay(.ser)
      case .open, .rxjPlus: return .stay
      }
    }
  }
}

extension Transition where State == PPPState, Subject == PPP {
  /// Returns an external transition that performs actions, which are also its label.
  ///
  /// The function passes on the line of its call, so that the check names that line.
  static func to(
    _ state: PPPState, _ first: PPPAction, _ others: PPPAction...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Transition {
    let actions = [first] + others
    return .to(state, label(of: actions), fileID: fileID, line: line) {
      actions.forEach($0.perform)
    }
  }

  /// Returns an internal transition that performs actions, which are also its label.
  static func stay(
    _ first: PPPAction, _ others: PPPAction...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Transition {
    let actions = [first] + others
    return .stay(label(of: actions), fileID: fileID, line: line) { actions.forEach($0.perform) }
  }

  /// Returns the actions as the RFC's table writes them.
  private static func label(of actions: [PPPAction]) -> String {
    actions.map(\.rawValue).joined(separator: ",")
  }
}
