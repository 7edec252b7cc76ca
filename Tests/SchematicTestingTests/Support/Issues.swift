import Foundation
import Testing

/// Returns what the issues say that a body records, and expects it to record some.
func issues(
  of body: () -> Void, sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
  let texts = Texts()
  withKnownIssue(sourceLocation: sourceLocation) {
    body()
  } matching: { issue in
    texts.add(issue.comments.map(\.rawValue))
    return true
  }
  return texts.all
}

/// What issues say, gathered from whatever thread.
private final class Texts: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ more: [String]) {
    lock.withLock { texts += more }
  }
}
