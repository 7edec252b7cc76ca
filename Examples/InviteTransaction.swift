import Schematic
import SchematicGraph

/// The states of an INVITE client transaction (RFC 3261, section 17.1.1.2).
enum InviteState: String, CaseIterable, Graphable, Sendable {
  case calling = "Calling"
  case proceeding = "Proceeding"
  case completed = "Completed"
  case terminated = "Terminated"

  var graphLabel: String { rawValue }
}

/// The events of an INVITE client transaction: responses, timers, and a failure to send.
enum InviteEvent: String, CaseIterable, Graphable, Sendable {
  case provisional = "1xx"
  case success = "2xx"
  case failure = "300-699"
  case timerA = "Timer A"
  case timerB = "Timer B"
  case timerD = "Timer D"
  case transportError = "Transport Err"

  var graphLabel: String { rawValue }
}

/// The client's side of a SIP INVITE transaction (RFC 3261, section 17.1.1.2, figure 5).
///
/// It records its actions; timers and sockets are left to the program.
final class InviteTransaction {
  /// The actions carried out, oldest first.
  private(set) var actions: [String] = []

  /// The rules.
  ///
  /// A terminated transaction is finished.
  static let schema = StateMachineSchema(initialState: .calling, logic: transition)
    .states { $0 == .terminated ? .final : .none }

  private static func transition(
    _ state: InviteState, _ event: InviteEvent
  ) -> Transition<InviteState, InviteTransaction> {
    switch state {
    case .calling:
      switch event {
      case .timerA: return stay("Reset A", "INVITE sent")
      case .timerB, .transportError: return to(.terminated, "inform TU")
      case .success: return to(.terminated, "2xx to TU")
      case .provisional: return to(.proceeding, "1xx to TU")
      case .failure: return to(.completed, "ACK sent", "resp. to TU")
      case .timerD: return .ignored
      }
    case .proceeding:
      switch event {
      case .provisional: return stay("1xx to TU")
      case .success: return to(.terminated, "2xx to TU")
      case .failure: return to(.completed, "ACK sent", "resp. to TU")
      case .timerA, .timerB, .timerD, .transportError: return .ignored
      }
    case .completed:
      switch event {
      case .failure: return stay("ACK sent")
      case .transportError: return to(.terminated, "inform TU")
      case .timerD: return .to(.terminated)
      case .provisional, .success, .timerA, .timerB: return .ignored
      }
    case .terminated:
      return .ignored
    }
  }

  private static func to(
    _ state: InviteState, _ actions: String...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Transition<InviteState, InviteTransaction> {
    .to(state, actions.joined(separator: "; "), fileID: fileID, line: line) {
      $0.actions += actions
    }
  }

  private static func stay(
    _ actions: String..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Transition<InviteState, InviteTransaction> {
    .stay(actions.joined(separator: "; "), fileID: fileID, line: line) { $0.actions += actions }
  }
}
