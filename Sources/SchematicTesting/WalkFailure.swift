import SchematicGraph
import Testing

/// A walk that failed at its last step, or before its first.
struct WalkFailure {
  /// The walk up to and including the step that failed.
  let walk: Walk
  /// A description of what was expected and what happened instead.
  let found: String

  /// The step that failed, or `nil` if no event was sent.
  var step: Walk.Step? { walk.steps.last }
}

/// A search for a shorter walk that fails at the same step.
struct WalkShrinker {
  /// The maximum number of walks to try.
  private static let bound = 64

  /// The walks to try, the shortest first.
  ///
  /// Each candidate takes a shortest path to a state on the failing walk and then follows the rest of
  /// that walk, because any part of the rest may cause the failure.
  let candidates: [Walk]

  init(for failure: WalkFailure, in graph: StateGraph) {
    let walk = failure.walk
    var candidates: [Walk] = []
    // Nobody reads the report of a mutant.
    guard !MutantRun.isUnderWay else {
      self.candidates = []
      return
    }
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

  /// Returns the failure of the first walk that fails at the same step, or the original failure if
  /// none does.
  func shrink(_ failure: WalkFailure, _ drive: (Walk) -> WalkFailure?) -> WalkFailure {
    for candidate in candidates {
      if let other = drive(candidate), other.step == failure.step { return other }
    }
    return failure
  }

  /// Returns the failure of the first walk on which an asynchronous system fails at the same step,
  /// or the original failure if there is none.
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

extension Walk: CustomTestStringConvertible {
  /// The purpose of the walk; if it has none, the number of its events, and the first six.
  public var testDescription: String {
    if let purpose { return purpose }
    let (count, first) = (events.count, events.prefix(6).joined(separator: ", "))
    return "\(count) \(count == 1 ? "event" : "events"): \(first)" + (count > 6 ? ", …" : "")
  }
}
