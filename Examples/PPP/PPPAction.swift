/// The actions of a PPP control protocol (RFC 1661 §4.4), under the names that the RFC gives them.
enum PPPAction: String {
  /// This layer is up.
  case tlu
  /// This layer is down.
  case tld
  /// This layer is started.
  case tls
  /// This layer is finished.
  case tlf
  /// Initialise the restart count.
  case irc
  /// Zero the restart count.
  case zrc
  /// Send a Configure-Request.
  case scr
  /// Send a Configure-Ack.
  case sca
  /// Send a Configure-Nak or a Configure-Reject.
  case scn
  /// Send a Terminate-Request.
  case str
  /// Send a Terminate-Ack.
  case sta
  /// Send a Code-Reject.
  case scj
  /// Send an Echo-Reply.
  case ser
}
