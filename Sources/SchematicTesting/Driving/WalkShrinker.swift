import SchematicGraph

/// Shorter walks to a step that failed.
struct WalkShrinker {
  /// How many walks are tried at most.
  private static let bound = 64

  /// The walks to try, the shortest first.
  ///
  /// Each goes by a shortest way to one of the states on the failing walk, and on along it: what the
  /// failure needs may have happened in any part of the walk.
  let candidates: [Walk]

  init(for mishap: WalkMishap, in graph: StateGraph) {
    let walk = mishap.walk
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

  /// Returns the mishap of the first walk that fails at the same step, or else the one there is.
  func shrink(_ mishap: WalkMishap, _ drive: (Walk) -> WalkMishap?) -> WalkMishap {
    for candidate in candidates {
      if let other = drive(candidate), other.step == mishap.step { return other }
    }
    return mishap
  }

  /// Returns the same for a system that takes its time.
  nonisolated(nonsending) func shrink(
    _ mishap: WalkMishap,
    _ drive: nonisolated(nonsending) (Walk) async -> WalkMishap?
  ) async -> WalkMishap {
    for candidate in candidates {
      if let other = await drive(candidate), other.step == mishap.step { return other }
    }
    return mishap
  }
}
