import SchematicGraph
import Testing

/// Expects every transition of a graph to have been taken.
///
/// ```swift
/// expectCoverage(recorder.coverage) { $0.event == "power failure" }  // all but these
/// ```
///
/// The issue lists what was never taken, and says where no events lead to it; and what was taken
/// though the graph does not show it.
///
/// - Parameters:
///   - coverage: What was taken.
///   - sourceLocation: Where an issue is reported.
///   - isExcused: Whether a transition need not have been taken.
public func expectCoverage(
  _ coverage: TransitionCoverage,
  sourceLocation: SourceLocation = #_sourceLocation,
  except isExcused: (StateGraph.Transition) -> Bool = { _ in false }
) {
  let graph = coverage.graph
  let missing = coverage.neverTaken.filter { !isExcused($0) }
  let unreachable = Set(graph.walks(taking: .everyState).unreachable)
  var lines: [String] = []
  if !missing.isEmpty {
    lines.append("never taken: \(missing.count) of \(graph.transitions.count) transitions")
    lines += missing.map { transition in
      "  \(transition)" + (unreachable.contains(transition) ? " (no events lead there)" : "")
    }
  }
  if !coverage.unexpected.isEmpty {
    lines.append("taken, though the graph does not show it:")
    lines += coverage.unexpected.keys.map { "  \($0)" }.sorted()
  }
  guard !lines.isEmpty else { return }
  Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
}
