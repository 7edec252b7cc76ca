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

/// Saves, and may expect, coverage at the end of a suite.
public struct CoverageTrait: SuiteTrait, TestScoping {
  let recorder: CoverageRecorder
  let expectsEverything: Bool
  let sourceLocation: SourceLocation

  /// Runs the suite, then looks at what was taken.
  ///
  /// - Parameters:
  ///   - test: The suite.
  ///   - testCase: Nothing.
  ///   - function: What runs the suite.
  /// - Throws: What the suite throws, or a ``CoverageFileError``.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    if let file = CoverageFile.fromEnvironment { try recorder.save(to: file) }
    if expectsEverything { expectCoverage(recorder.coverage, sourceLocation: sourceLocation) }
  }
}

extension Trait where Self == CoverageTrait {
  /// Looks at what machines have done when all tests of a suite are over.
  ///
  /// ```swift
  /// private let coverage = CoverageRecorder("Turnstile", of: Turnstile.schema)
  ///
  /// @Suite(.coverage(coverage, expectsEverything: true))
  /// struct TurnstileTests { … }
  /// ```
  ///
  /// The recorder cannot be a member of the suite: the compiler would go round in circles.
  ///
  /// Where the environment variable `SCHEMATIC_COVERAGE` names a file, the counts are added to it;
  /// otherwise nothing is written.
  ///
  /// - Parameters:
  ///   - recorder: What has watched the machines.
  ///   - expectsEverything: Whether a transition that was never taken is an issue. A run of single
  ///     tests of the suite has it, too.
  ///   - sourceLocation: Where an issue is reported.
  /// - Returns: The trait.
  public static func coverage(
    _ recorder: CoverageRecorder, expectsEverything: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CoverageTrait {
    CoverageTrait(
      recorder: recorder, expectsEverything: expectsEverything, sourceLocation: sourceLocation)
  }
}
