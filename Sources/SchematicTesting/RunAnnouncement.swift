import SchematicGraph
import SchematicTrials
import Testing

/// A sentence that is written to standard error if a step of a random run traps.
///
/// A trap ends the process before the test can record an issue.
final class RunAnnouncement {
  /// The maximum number of earlier events that the sentence names.
  private static let eventCount = 10

  private let announcement = TrapAnnouncement()
  private let test = Test.current.map { "\($0.id): " } ?? ""
  private var events: [String] = []
  private var seed: UInt64 = 0
  private var isShrinking = false

  /// Says that a run begins.
  func beginRun(of seed: UInt64) {
    self.seed = seed
    events = []
    say("before step 1 of a random run")
  }

  /// Says which event is sent, and in which state.
  func begin(_ event: some Graphable, in place: String) {
    guard !isShrinking else { return }
    let code = SwiftSource.text(of: event) ?? event.eventLabel
    let last = events.suffix(Self.eventCount).joined(separator: ", ")
    let isAll = events.count <= Self.eventCount
    say(
      "in step \(events.count + 1) of a random run, \(place): \(code)",
      after: events.isEmpty ? "" : "; the events before: \(isAll ? "" : "…, ")\(last)")
    events.append(code)
  }

  /// Says that a run that failed is being shrunk.
  func beginShrinking(_ failure: String) {
    isShrinking = true
    say("while it shrinks a random run that fails", after: "; the failure: \(failure)")
  }

  private func say(_ place: String, after events: String = "") {
    announcement.say("\(test)the process ends \(place); `seed: \(seed)` repeats it\(events)")
  }
}
