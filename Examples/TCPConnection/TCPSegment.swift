/// A segment without data, named by its control bits (RFC 9293 §3.1).
enum TCPSegment: String {
  case syn = "SYN"
  case synACK = "SYN,ACK"
  case ack = "ACK"
  case fin = "FIN"
}
