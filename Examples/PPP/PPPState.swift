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
