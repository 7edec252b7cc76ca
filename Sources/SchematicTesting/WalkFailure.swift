import SchematicGraph
import Testing

/// What went wrong on a walk, at its last step.
struct WalkMishap {
  /// What was driven, to the step that failed.
  let walk: Walk
  /// What was found instead of what was expected.
  let found: String

  /// The step that failed; `nil` where nothing had been sent yet.
  var step: Walk.Step? { walk.steps.last }
}

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

/// What a test says of a walk that failed.
struct WalkReport: CustomStringConvertible {
  let graph: StateGraph
  let mishap: WalkMishap

  /// What was expected and found, the events that lead there, and the diagram around them.
  var description: String {
    let walk = mishap.walk
    let place = walk.steps.last.map { "step \(walk.steps.count), \($0)" } ?? "the start"
    return """
      the walk fails at \(place): \(mishap.found)
      shortest failing walk found: \(walk.events.isEmpty ? "no event" : walk.events.joined(separator: ", "))
      \(diagram)
      """
  }

  /// Records the report as an issue of the current test, with the diagram as an attachment.
  func record(at sourceLocation: SourceLocation) {
    let dot = graph.dot(marking: mishap.walk, at: mishap.walk.steps.count - 1)
    Attachment.record(dot, named: "walk.dot", sourceLocation: sourceLocation)
    Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
  }

  /// The states on the walk, with what each event does there: the number of each step before what it
  /// took, and an arrow before the one that failed.
  private var diagram: String {
    let steps = mishap.walk.steps
    let numbers = Dictionary(grouping: steps.indices) { steps[$0] }
    let passed = Set([mishap.walk.start] + steps.map(\.source))
    let rows = graph.states.filter { passed.contains($0.identifier) }.flatMap { state in
      graph.transitions.filter { $0.source == state.identifier }.map { transition in
        (numbers[Walk.Step(transition), default: []], transition.description)
      }
        + graph.rejections.filter { $0.state == state.identifier }.map { rejection in
          (numbers[Walk.Step(rejection), default: []], rejection.description)
        }
    }
    let marks = rows.map { taken, _ in taken.map { "\($0 + 1)" }.joined(separator: ",") }
    let width = marks.map(\.count).max() ?? 0
    return zip(marks, rows).map { mark, row in
      let arrow = row.0.contains(steps.count - 1) ? ">" : " "
      return "\(arrow) \(String(repeating: " ", count: width - mark.count))\(mark)  \(row.1)"
    }.joined(separator: "\n")
  }
}

extension Walk: CustomTestStringConvertible {
  /// How many events the walk sends, and the first of them.
  public var testDescription: String {
    let first = events.prefix(6).joined(separator: ", ")
    return "\(steps.count) \(steps.count == 1 ? "event" : "events"): \(first)"
      + (steps.count > 6 ? ", …" : "")
  }
}
