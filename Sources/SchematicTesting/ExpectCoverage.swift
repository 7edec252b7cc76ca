import SchematicGraph
import Testing

/// Expects every transition of a graph to have been taken.
///
/// ```swift
/// expectCoverage(recorder.coverage) { $0.event == "power failure" }  // all but these
/// ```
///
/// The issue lists the transitions that were never taken, and those that no events lead to; the entries,
/// exits and works that they would have performed, where nothing else did; and the transitions that were
/// taken though the graph does not show them.
///
/// - Parameters:
///   - coverage: The counts.
///   - isExcused: Returns whether a transition need not have been taken.
///   - sourceLocation: The place where an issue is reported.
public func expectCoverage(
  _ coverage: TransitionCoverage,
  except isExcused: (StateGraph.Transition) -> Bool = { _ in false },
  sourceLocation: SourceLocation = #_sourceLocation
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
  // What no missing transition performs is not missed.
  let idle = Set(missing.flatMap(graph.behaviors)).intersection(coverage.neverPerformed)
  if !idle.isEmpty {
    lines.append("never performed: \(idle.count) of \(coverage.behaviorCounts.count) behaviors")
    lines += coverage.neverPerformed.filter(idle.contains).map { "  \($0)" }
  }
  if !coverage.unexpected.isEmpty {
    lines.append("taken, though the graph does not show it:")
    lines += coverage.unexpected.keys.map { "  \($0)" }.sorted()
  }
  guard !lines.isEmpty else { return }
  Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
}

/// A trait that saves, and may expect, coverage at the end of a suite.
public struct CoverageTrait: SuiteTrait, TestScoping {
  let recorder: CoverageRecorder
  let expectsEverything: Bool
  let sourceLocation: SourceLocation

  /// Runs the suite, then saves and examines the coverage.
  ///
  /// - Parameters:
  ///   - test: The suite.
  ///   - testCase: Nothing.
  ///   - function: The function that runs the suite.
  /// - Throws: An error of the suite, or a `CoverageFileError`.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    if let file = CoverageFile.fromEnvironment { try recorder.save(to: file) }
    if expectsEverything { expectCoverage(recorder.coverage, sourceLocation: sourceLocation) }
  }
}

extension Trait where Self == CoverageTrait {
  /// Returns a trait that examines the coverage when all tests of a suite are over.
  ///
  /// ```swift
  /// private let coverage = CoverageRecorder("Turnstile", of: Turnstile.schema)
  ///
  /// @Suite(.coverage(coverage, expectsEverything: true))
  /// struct TurnstileTests { … }
  /// ```
  ///
  /// The recorder cannot be a member of the suite, because the compiler would need the suite to
  /// evaluate its own attribute.
  ///
  /// Where the environment variable `SCHEMATIC_COVERAGE` names a file, the counts are added to it;
  /// otherwise nothing is written.
  ///
  /// - Parameters:
  ///   - recorder: The recorder that watches the machines.
  ///   - expectsEverything: Whether a transition that was never taken is an issue. A run of single
  ///     tests of the suite reports it, too.
  ///   - sourceLocation: The place where an issue is reported.
  /// - Returns: The trait.
  public static func coverage(
    _ recorder: CoverageRecorder, expectsEverything: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CoverageTrait {
    CoverageTrait(
      recorder: recorder, expectsEverything: expectsEverything, sourceLocation: sourceLocation)
  }
}
