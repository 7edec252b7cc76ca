/// The frames that matter to the state of an HTTP/2 stream, sent and received.
package enum HTTP2Event: EventSource {
  case sendHeaders(end: Bool)
  case receiveHeaders(end: Bool)
  case sendPush
  case receivePush
  case sendData(Int, end: Bool)
  case receiveData(Int, end: Bool)
  case sendWindow(Int)
  case receiveWindow(Int)
  case sendReset(code: Int)
  case receiveReset(code: Int)
  /// The connection uses the machine for the next stream.
  case reuse

  package static let cycle: [HTTP2Event] = [
    .sendHeaders(end: false), .receiveHeaders(end: false), .sendData(1_000, end: false),
    .receiveData(2_000, end: false), .receiveWindow(1_000), .sendWindow(2_000),
    .sendData(10, end: true), .receiveData(20, end: true), .reuse,
    .receiveHeaders(end: true), .sendHeaders(end: false), .sendData(5_000, end: true), .reuse,
    .receivePush, .receiveHeaders(end: false), .receiveData(3_000, end: false),
    .receiveReset(code: 8), .reuse,
  ]

  package static func random(using random: inout SplitMix64) -> HTTP2Event {
    let end = Int.random(in: 0..<8, using: &random) == 0
    let number = Int.random(in: 1..<1_000, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: return .sendHeaders(end: end)
    case 2, 3: return .receiveHeaders(end: end)
    case 4: return .sendPush
    case 5: return .receivePush
    case 6, 7, 8: return .sendData(number, end: end)
    case 9, 10, 11: return .receiveData(number, end: end)
    case 12: return .sendWindow(number)
    case 13: return .receiveWindow(number)
    case 14: return end ? .sendReset(code: number) : .receiveReset(code: number)
    default: return .reuse
    }
  }
}

/// What an HTTP/2 stream counts.
package final class HTTP2Stream {
  package var sent = 0
  package var received = 0
  package var resets = 0

  package init() {}
}
