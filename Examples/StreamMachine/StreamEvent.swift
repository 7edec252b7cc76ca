import SchematicGraph

/// What happens to a stream: a frame that was sent or received, as far as states depend on it.
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

  static var graphCases: [StreamEvent] {
    Frame.allCases.map(StreamEvent.send) + Frame.allCases.map(StreamEvent.receive)
  }

  var graphLabel: String {
    switch self {
    case .send(let frame): "send \(frame.rawValue)"
    case .receive(let frame): "recv \(frame.rawValue)"
    }
  }
}
