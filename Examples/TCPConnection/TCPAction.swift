/// What a connection does on a transition (RFC 9293 §3.3.2, figure 5).
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
