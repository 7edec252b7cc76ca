import SchematicGraph

/// The states of a stream (RFC 9113, section 5.1).
enum StreamState: String, CaseIterable, Graphable, Sendable {
  case idle
  case reservedLocal = "reserved (local)"
  case reservedRemote = "reserved (remote)"
  case open
  case halfClosedLocal = "half-closed (local)"
  case halfClosedRemote = "half-closed (remote)"
  case closed

  var graphLabel: String { rawValue }
}
