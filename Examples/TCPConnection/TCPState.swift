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
