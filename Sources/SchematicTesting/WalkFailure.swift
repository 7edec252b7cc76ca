import SchematicGraph
import Testing

/// A walk that failed at its last step.
struct WalkFailure {
  /// The walk that was driven, to the step that failed.
  let walk: Walk
  /// The difference between the expectation and the finding.
  let found: String

  /// The step that failed; `nil` where no event was sent.
  var step: Walk.Step? { walk.steps.last }
}

/// The search for a shorter walk that fails at the same step.
struct WalkShrinker {
  /// The greatest number of walks that are tried.
  private static let bound = 64

  /// The walks to try, the shortest first.
  ///
  /// Each takes a shortest path to one of the states on the failing walk, and continues along it: the
  /// cause of the failure may lie in any part of the walk.
  let candidates: [Walk]

  init(for failure: WalkFailure, in graph: StateGraph) {
    let walk = failure.walk
    var candidates: [Walk] = []
    for first in walk.steps.indices.reversed() {
      guard
        let start = graph.shortestWalk(to: walk.steps[first].source, from: walk.start),
        start.steps.count < first
      else { continue }
      candidates.append(start.appending(walk.steps[first...]))
    }
    let sorted = candidates.enumerated().sorted {
      ($0.element.steps.count, $0.offset) < ($1.element.steps.count, $1.offset)
    }
    self.candidates = sorted.prefix(Self.bound).map(\.element)
  }

  /// Returns the failure of the first walk that fails at the same step, or else the given one.
  func shrink(_ failure: WalkFailure, _ drive: (Walk) -> WalkFailure?) -> WalkFailure {
    for candidate in candidates {
      if let other = drive(candidate), other.step == failure.step { return other }
    }
    return failure
  }

  /// Returns the failure of the first walk on which an asynchronous system fails at the same step, or
  /// else the given one.
  nonisolated(nonsending) func shrink(
    _ failure: WalkFailure,
    _ drive: nonisolated(nonsending) (Walk) async -> WalkFailure?
  ) async -> WalkFailure {
    for candidate in candidates {
      if let other = await drive(candidate), other.step == failure.step { return other }
    }
    return failure
  }
}

/// The text of an issue about a walk that failed.
struct WalkReport: CustomStringConvertible {
  let graph: StateGraph
  let failure: WalkFailure

  /// The expectation and the finding, the events that lead there, and the diagram around them.
  var description: String {
    let walk = failure.walk
    let place = walk.steps.last.map { "step \(walk.steps.count), \($0)" } ?? "the start"
    return """
      the walk fails at \(place): \(failure.found)
      shortest failing walk found: \(walk.events.isEmpty ? "no event" : walk.events.joined(separator: ", "))
      \(diagram)
      """
  }

  /// Records the report as an issue of the current test, with the diagram as an attachment.
  func record(at sourceLocation: SourceLocation) {
    let dot = graph.dot(marking: failure.walk, at: failure.walk.steps.count - 1)
    Attachment.record(dot, named: "walk.dot", sourceLocation: sourceLocation)
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }

  /// The rules of the states on the walk: before each rule the numbers of the steps that follow it,
  /// and an arrow before the one that failed.
  private var diagram: String {
    let steps = failure.walk.steps
    let numbers = Dictionary(grouping: steps.indices) { steps[$0].rule }
    let passed = Set([failure.walk.start] + steps.map(\.source))
    let rules = graph.rules.filter { passed.contains($0.state) }
    let followed = rules.map { numbers[$0, default: []] }
    let marks = followed.map { $0.map { "\($0 + 1)" }.joined(separator: ",") }
    let width = marks.map(\.count).max() ?? 0
    return rules.indices.map { index in
      let arrow = followed[index].contains(steps.count - 1) ? ">" : " "
      let indentation = String(repeating: " ", count: width - marks[index].count)
      return "\(arrow) \(indentation)\(marks[index])  \(rules[index])"
    }.joined(separator: "\n")
  }
}

extension Walk: CustomTestStringConvertible {
  /// The number of events that the walk sends, and the first of them.
  public var testDescription: String {
    let first = events.prefix(6).joined(separator: ", ")
    return "\(steps.count) \(steps.count == 1 ? "event" : "events"): \(first)"
      + (steps.count > 6 ? ", …" : "")
  }
}
