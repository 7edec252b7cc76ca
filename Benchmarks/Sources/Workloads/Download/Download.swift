/// How far a download has come.
package enum DownloadState: Sendable {
  case idle
  case fetching(Float)
  case fetched(String)
  case failed(Int)
}

/// What a network reports.
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

/// What is done with a download.
package final class Downloads {
  package var shown: Float = 0
  package var characters = 0
  package var errors = 0

  package init() {}
}
