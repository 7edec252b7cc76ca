/// A frame that the state of a stream does not allow (RFC 9113, section 5.1).
enum StreamError: Error {
  case protocolError
  case streamClosed
}
