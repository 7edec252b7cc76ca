/// The states of a download.
package enum DownloadState: Sendable {
  case idle
  case fetching(Float)
  case fetched(String)
  case failed(Int)
}

/// The events of a download.
package enum DownloadEvent: EventSource {
  case start
  case progress(Float)
  case finished(String)
  case failed(Int)
  case reset

  package static let cycle: [DownloadEvent] = [
    .start, .progress(0.25), .progress(0.5), .finished("a file of one's own"), .reset,
    .start, .progress(0.75), .failed(404), .start, .finished("short"), .reset,
  ]

  package static func random(using random: inout SplitMix64) -> DownloadEvent {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .start
    case 1: return .progress(Float.random(in: 0..<1, using: &random))
    case 2: return .finished("file \(Int.random(in: 0..<1_000_000_000_000, using: &random))")
    case 3: return .failed(Int.random(in: 400..<600, using: &random))
    default: return .reset
    }
  }
}

/// The subject of a download.
package final class Downloads {
  package var shown: Float = 0
  package var characters = 0
  package var errors = 0

  package init() {}
}

/// The number of bytes that each end may still send.
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

/// The states of an HTTP/2 stream (RFC 9113 §5.1), which also tell whose headers were seen.
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

/// The counts of an HTTP/2 stream.
package final class HTTP2Stream {
  package var sent = 0
  package var received = 0
  package var resets = 0

  package init() {}
}

/// The states of a PPP control protocol (RFC 1661 §4.2).
package enum PPPState: Sendable {
  case initial, starting, closed, stopped, closing, stopping, reqSent, ackRcvd, ackSent, opened
}

/// The events of a PPP control protocol (RFC 1661 §4.3).
package enum PPPEvent: CaseIterable, EventSource {
  case up, down, open, close, toPlus, toMinus, rcrPlus, rcrMinus, rca, rcn, rtr, rta, ruc, rxjPlus
  case rxjMinus, rxr

  package static let cycle: [PPPEvent] = [
    .open, .up, .rcrPlus, .rca, .rxr, .rxjMinus, .rta, .close, .open, .rcrMinus, .toPlus, .rca,
    .rcrPlus, .rtr, .toMinus, .close, .down,
  ]
}

/// One end of a PPP link: its actions (RFC 1661 §4.4) add up to a number, so that none can be left
/// out.
package final class PPP {
  package var done = 0
  package var restarts = 0

  package init() {}

  package func tlu() { done &+= 1 }
  package func tld() { done &+= 2 }
  package func tls() { done &+= 3 }
  package func tlf() { done &+= 4 }
  package func scr() { done &+= 7 }
  package func sca() { done &+= 8 }
  package func scn() { done &+= 9 }
  package func str() { done &+= 10 }
  package func sta() { done &+= 11 }
  package func scj() { done &+= 12 }
  package func ser() { done &+= 13 }
  package func irc() { restarts = 10 }
  package func zrc() { restarts = 0 }
}
