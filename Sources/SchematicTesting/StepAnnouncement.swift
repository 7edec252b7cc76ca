import SchematicGraph
import Testing

/// The step of a walk that a test takes, which is written to standard error if the step traps.
///
/// A trap ends the process before the test can record an issue.
struct StepAnnouncement {
  /// The number of events before the step that the sentence names.
  private static let eventCount = 10

  private let announcement: TrapAnnouncement
  private let test: String

  /// Says that a test is about to prepare a walk.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - isForAnyThread: `true` if the steps may continue in other threads.
  init(at walk: Walk, isForAnyThread: Bool = false) {
    announcement = TrapAnnouncement(isForAnyThread: isForAnyThread)
    test = Test.current.map { "\($0.id): " } ?? ""
    announcement.say("\(test)the process ends before step 1 of \(walk.steps.count) of a walk")
  }

  /// Says which step begins.
  func begin(_ index: Int, of steps: [Walk.Step]) {
    announcement.say(test + Self.sentence(about: index, of: steps))
  }

  /// Says nothing any more.
  func end() {
    announcement.say(nil)
  }

  /// Returns the sentence about a step: its number, its rule, and the events that led there.
  static func sentence(about index: Int, of steps: [Walk.Step]) -> String {
    let rule = steps[index].rule
    let events = steps[..<index].filter { !$0.isCompletion }.map(\.event)
    let last = events.suffix(eventCount).joined(separator: ", ")
    return "the process ends in step \(index + 1) of \(steps.count) of a walk, \(rule)\(rule.place)"
      + (events.isEmpty ? "" : "; the events before: ")
      + (events.count > eventCount ? "…, " : "") + last
  }
}
