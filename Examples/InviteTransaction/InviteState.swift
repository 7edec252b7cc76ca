import SchematicGraph

/// The states of an INVITE client transaction (RFC 3261, section 17.1.1.2).
enum InviteState: String, CaseIterable, Graphable, Sendable {
  case calling = "Calling"
  case proceeding = "Proceeding"
  case completed = "Completed"
  case terminated = "Terminated"

  var graphLabel: String { rawValue }
}
