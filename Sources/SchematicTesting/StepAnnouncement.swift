import SchematicGraph
import SchematicTrials
import Testing

/// A sentence that is written to standard error if the current step of a walk traps.
///
/// A trap ends the process before the test can record an issue.
struct StepAnnouncement {
  /// The maximum number of earlier events that the sentence names.
  private static let eventCount = 10

  private let announcement: TrapAnnouncement
  private let test: String
  private let walk: String

  /// Announces that a test is about to prepare a walk.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - isForAnyThread: `true` if the steps may continue in other threads.
  init(at walk: Walk, isForAnyThread: Bool = false) {
    announcement = TrapAnnouncement(isForAnyThread: isForAnyThread)
    test = Test.current.map { "\($0.id): " } ?? ""
    self.walk = Self.name(of: walk)
    announcement.say("\(test)the process ends before step 1 of \(walk.steps.count) of \(self.walk)")
  }

  /// Announces the step that begins.
  func begin(_ index: Int, of steps: [Walk.Step]) {
    announcement.say(test + Self.sentence(about: index, of: steps, walk))
  }

  /// Withdraws the announcement.
  func end() {
    announcement.say(nil)
  }

  /// Returns the words for a walk, with its purpose if it has one.
  static func name(of walk: Walk) -> String {
    walk.purpose.map { "the walk \"\($0)\"" } ?? "a walk"
  }

  /// Returns the sentence about a step: its number, the walk, the rule, and the last events before.
  static func sentence(about index: Int, of steps: [Walk.Step], _ walk: String) -> String {
    let rule = steps[index].rule
    let events = steps[..<index].filter { !$0.isCompletion }.map(\.event)
    let last = events.suffix(eventCount).joined(separator: ", ")
    return
      "the process ends in step \(index + 1) of \(steps.count) of \(walk), \(rule)\(rule.place)"
      + (events.isEmpty ? "" : "; the events before: ")
      + (events.count > eventCount ? "…, " : "") + last
  }
}
