/// What is remembered of a connection: its transmission control block (RFC 9293 §3.3.1).
struct TCPControlBlock {
  /// Whether this end waits for the other, rather than having asked for the connection itself.
  var isPassive = true
}
