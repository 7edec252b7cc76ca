import SchematicGraph

/// The states of a stream (RFC 9113, section 5.1).
enum StreamState: String, CaseIterable, Graphable, Sendable {
  case idle
  case reservedLocal = "reserved (local)"
  case reservedRemote = "reserved (remote)"
  case open
  case halfClosedLocal = "half-closed (local)"
  case halfClosedRemote = "half-closed (remote)"
  case closed

  var graphLabel: String { rawValue }
}

/// The events of a stream: frames sent and received, as far as its states depend on them.
enum StreamEvent: Graphable, Sendable {
  case send(Frame)
  case receive(Frame)

  /// A kind of frame, with the flag that ends one side of a stream.
  enum Frame: String, CaseIterable, Graphable, Sendable {
    case headers = "HEADERS"
    case headersAndEnd = "HEADERS+END_STREAM"
    case data = "DATA"
    case dataAndEnd = "DATA+END_STREAM"
    case pushPromise = "PUSH_PROMISE"
    case reset = "RST_STREAM"
  }

  static var graphCases: [StreamEvent] { graphSamples(of: send) + graphSamples(of: receive) }

  // One name and no path of two, because nobody speaks of a frame without its event.
  var casePath: [String] {
    switch self {
    case .send(let frame): ["send \(frame.rawValue)"]
    case .receive(let frame): ["recv \(frame.rawValue)"]
    }
  }
}

/// The actions that a stream asks of its connection.
enum StreamAction: Equatable {
  case forward
  case countOpened
  case release
}

/// A frame that the state of a stream does not allow (RFC 9113, section 5.1).
enum StreamError: Error {
  case protocolError
  case streamClosed
}

/// The life of one HTTP/2 stream (RFC 9113, section 5.1, figure 2), written as network code often is:
/// a value that changes itself and returns the action to take.
///
/// It does not use the library. Its diagram is made by running it all the same.
struct StreamMachine: Sendable {
  /// The state that the stream is in.
  private(set) var state = StreamState.idle

  /// Handles a frame that was sent or received, and returns the action to take.
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

  /// Begins a reserved stream: only the side that promised it may send on it.
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

  /// Handles a frame on a side that is still open; a frame that ends the side leads to the next state.
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

extension StreamMachine {
  /// The graph of the machine, found by running copies of it.
  static var graph: StateGraph {
    StateGraph(
      .value(StreamMachine(), state: \.state), events: StreamEvent.graphCases,
      options: .init(isFinal: { $0 == .closed })
    ) { label(try $0.handle($1)) }
  }

  private static func label(_ action: StreamAction?) -> String? {
    switch action {
    case .forward: "forward"
    case .countOpened: "count"
    case .release: "release"
    case nil: nil
    }
  }
}
