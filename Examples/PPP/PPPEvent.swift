import SchematicGraph

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
  /// A Code-Reject or Protocol-Reject was received that one can live with.
  case rxjPlus = "RXJ+"
  /// A Code-Reject or Protocol-Reject was received that ends the connection.
  case rxjMinus = "RXJ-"
  /// An Echo-Request, Echo-Reply or Discard-Request was received.
  case rxr = "RXR"

  var graphLabel: String { rawValue }
}
