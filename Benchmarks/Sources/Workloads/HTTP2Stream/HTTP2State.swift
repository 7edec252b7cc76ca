/// How many bytes each end may still send.
package struct Windows: Sendable {
  package var here = 65_535
  package var there = 65_535

  package init() {}

  /// Returns the windows after we have sent bytes.
  package func sending(_ count: Int) -> Windows {
    var windows = self
    windows.here &-= count
    return windows
  }

  /// Returns the windows after we have received bytes.
  package func receiving(_ count: Int) -> Windows {
    var windows = self
    windows.there &-= count
    return windows
  }
}

/// The states of an HTTP/2 stream (RFC 9113 §5.1), told apart also by whose header was seen.
package enum HTTP2State: Sendable {
  case idle
  case reservedLocal
  case reservedRemote
  /// We began; the peer has not answered.
  case openedHere(Windows)
  /// The peer began; we have not answered.
  case openedThere(Windows)
  case open(Windows)
  /// We have ended; the peer has not begun.
  case halfClosedLocalSilent(Windows)
  case halfClosedLocal(Windows)
  /// The peer has ended; we have not begun.
  case halfClosedRemoteSilent(Windows)
  case halfClosedRemote(Windows)
  case closed(code: Int)
}
