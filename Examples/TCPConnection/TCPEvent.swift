import SchematicGraph

/// What happens to a TCP connection: calls of its user, segments received, and a timer
/// (RFC 9293 §3.3.2, figure 5, and note 2 for a FIN that also acknowledges ours).
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
