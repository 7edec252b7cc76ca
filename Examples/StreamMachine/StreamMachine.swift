/// The life of one HTTP/2 stream (RFC 9113, section 5.1, figure 2), written as network code often is:
/// a value that changes itself and returns what is to be done.
///
/// It knows nothing of the library. Its diagram is made by running it all the same.
struct StreamMachine: Sendable {
  /// The state that the stream is in.
  private(set) var state = StreamState.idle

  /// Takes a frame that was sent or received, and returns what is to be done about it.
  mutating func handle(_ event: StreamEvent) throws(StreamError) -> StreamAction? {
    switch event {
    case .send(let frame): return try step(frame, isSent: true)
    case .receive(let frame): return try step(frame, isSent: false)
    }
  }

  private mutating func step(
    _ frame: StreamEvent.Frame, isSent: Bool
  ) throws(StreamError) -> StreamAction? {
    switch state {
    case .idle:
      return try open(by: frame, isSent: isSent)
    case .reservedLocal, .reservedRemote:
      return try begin(with: frame, isSent: isSent)
    case .open:
      return try exchange(frame, then: isSent ? .halfClosedLocal : .halfClosedRemote)
    case .halfClosedLocal:
      return try isSent ? resetOnly(frame, else: .streamClosed) : exchange(frame, then: .closed)
    case .halfClosedRemote:
      return try isSent ? exchange(frame, then: .closed) : resetOnly(frame, else: .streamClosed)
    case .closed:
      throw .streamClosed
    }
  }

  private mutating func open(
    by frame: StreamEvent.Frame, isSent: Bool
  ) throws(StreamError) -> StreamAction? {
    switch frame {
    case .headers: state = .open
    case .headersAndEnd: state = isSent ? .halfClosedLocal : .halfClosedRemote
    case .pushPromise: state = isSent ? .reservedLocal : .reservedRemote
    case .data, .dataAndEnd, .reset: throw .protocolError
    }
    return frame == .pushPromise ? nil : .countOpened
  }

  /// The side that promised a stream begins it, and is the only one that sends on it.
  private mutating func begin(
    with frame: StreamEvent.Frame, isSent: Bool
  ) throws(StreamError) -> StreamAction? {
    let isPromiser = isSent == (state == .reservedLocal)
    switch frame {
    case .headers where isPromiser:
      state = isSent ? .halfClosedRemote : .halfClosedLocal
      return .countOpened
    case .headersAndEnd where isPromiser: return close()
    case .reset: return close()
    default: throw .protocolError
    }
  }

  /// A frame on a side that is still open; the end of the stream leads on.
  private mutating func exchange(
    _ frame: StreamEvent.Frame, then next: StreamState
  ) throws(StreamError) -> StreamAction? {
    switch frame {
    case .headers, .data: return .forward
    case .headersAndEnd, .dataAndEnd:
      guard next != .closed else { return close() }
      state = next
      return .forward
    case .pushPromise: return nil
    case .reset: return close()
    }
  }

  private mutating func resetOnly(
    _ frame: StreamEvent.Frame, else error: StreamError
  ) throws(StreamError) -> StreamAction? {
    guard frame == .reset else { throw error }
    return close()
  }

  private mutating func close() -> StreamAction {
    state = .closed
    return .release
  }
}
