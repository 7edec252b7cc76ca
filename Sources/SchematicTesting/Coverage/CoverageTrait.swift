import Testing

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
