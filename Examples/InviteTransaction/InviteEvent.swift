import SchematicGraph

/// What happens to an INVITE client transaction: a response, a timer, or a failure to send.
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
