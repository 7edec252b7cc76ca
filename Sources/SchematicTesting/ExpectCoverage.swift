import SchematicGraph
import Testing

/// Expects the machines that a recorder watches to have taken every transition.
///
/// ```swift
/// expectCoverage(recorder) { $0.event == "power failure" }  // all but these
/// ```
///
/// The issue lists the transitions that were never taken, and says which of them no events lead to.
/// It also lists the entries, exits and tasks that therefore never ran, and the transitions that
/// were taken but aren't in the graph.
///
/// - Parameters:
///   - recorder: The recorder.
///   - isExcused: Returns `true` for a transition that need not be taken.
///   - sourceLocation: The location at which issues are reported.
public func expectCoverage(
  _ recorder: CoverageRecorder,
  except isExcused: (StateGraph.Rule) -> Bool = { _ in false },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectCoverage(recorder.coverage, except: isExcused, sourceLocation: sourceLocation)
}

/// Expects the counts of any number of test runs to include every transition of their graph.
///
/// ```swift
/// let file = CoverageFile(path: "coverage.json")
/// expectCoverage(try file.coverage(named: "Turnstile", of: graph))
/// ```
///
/// - Parameters:
///   - coverage: The counts.
///   - isExcused: Returns `true` for a transition that need not be taken.
///   - sourceLocation: The location at which issues are reported.
public func expectCoverage(
  _ coverage: TransitionCoverage,
  except isExcused: (StateGraph.Rule) -> Bool = { _ in false },
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let failure = coverage.failure(except: isExcused) else { return }
  Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
}

extension TransitionCoverage {
  /// Returns lists of missing transitions and behaviors and of unexpected transitions; `nil` for none.
  package func failure(
    except isExcused: (StateGraph.Rule) -> Bool = { _ in false }
  ) -> String? {
    let missing = neverTaken.filter { !isExcused($0) }
    let unreachable = Set(graph.walks(taking: .everyState, resetCost: nil).unreachable)
    var lines: [String] = []
    if !missing.isEmpty {
      lines.append(
        "never taken: \(missing.count) of \(graph.takeableTransitions.count) transitions")
      lines += missing.map { transition in
        "  \(transition)\(transition.place)"
          + (unreachable.contains(transition) ? " (no events lead there)" : "")
      }
    }
    // Only behaviors that a missing transition would have run are reported.
    let idle = Set(missing.flatMap(ConfigurationTree(of: graph).behaviors(along:))).intersection(
      neverPerformed)
    if !idle.isEmpty {
      lines.append("never performed: \(idle.count) of \(behaviorCounts.count) behaviors")
      lines += neverPerformed.filter(idle.contains).map { "  \($0)" }
    }
    if !unexpected.isEmpty {
      lines.append("taken, though the graph does not show it:")
      lines += unexpected.keys.map { "  \($0)" }.sorted()
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

/// A trait that adds a suite's coverage to the file that `SCHEMATIC_COVERAGE` names, if any, and optionally
/// checks the coverage.
public struct CoverageTrait: SuiteTrait, TestScoping {
  // Evaluated on the main actor, because the recorder may be a global variable of a module that
  // isolates everything to the main actor.
  let recorder: @MainActor @Sendable () -> CoverageRecorder
  let expectsEverything: Bool
  let sourceLocation: SourceLocation
  var selection = TestSelection()

  /// Runs the suite, then saves the coverage if there is a file to add it to, and checks it if asked to.
  ///
  /// - Parameters:
  ///   - test: The suite.
  ///   - testCase: Ignored.
  ///   - function: The function that runs the suite.
  /// - Throws: An error of the suite, or a `CoverageFileError`.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    let recorder = await recorder()
    if let file = CoverageFile.fromEnvironment { try recorder.save(to: file) }
    guard expectsEverything else { return }
    for judgement in recorder.coverage.judgements(of: selection.share(of: "\(test.id)")) {
      let comment = Comment(rawValue: judgement.message)
      // With older compilers, every issue fails the test, so there are no warnings.
      #if compiler(>=6.3)
        Issue.record(
          comment, severity: judgement.isFailure ? .error : .warning, sourceLocation: sourceLocation
        )
      #else
        if judgement.isFailure { Issue.record(comment, sourceLocation: sourceLocation) }
      #endif
    }
  }
}

extension TransitionCoverage {
  /// Returns the problems after a run of a share of a suite's tests, and whether each is a failure.
  func judgements(of share: TestSelection.Share) -> [(message: String, isFailure: Bool)] {
    // A transition that the graph doesn't show is a failure in any run. A missing transition may only
    // mean that the test that takes it didn't run.
    var judgements: [(message: String, isFailure: Bool)] = []
    if let failure = failure(except: { _ in share != .all }) { judgements.append((failure, true)) }
    if share == .unknown, !neverTaken.isEmpty {
      let lines = neverTaken.map { "\n  \($0)\($0.place)" }
      let reason = "never taken, perhaps because not all tests of the suite ran:"
      judgements.append((reason + lines.joined(), false))
    }
    return judgements
  }
}

extension Trait where Self == CoverageTrait {
  /// Returns a trait that saves the coverage after all tests of a suite, and optionally checks it.
  ///
  /// ```swift
  /// private let coverage = CoverageRecorder("Turnstile", of: Turnstile.schema)
  ///
  /// @Suite(.coverage(coverage, expectsEverything: true))
  /// struct TurnstileTests { … }
  /// ```
  ///
  /// The recorder can't be a member of the suite, because the compiler would need the suite to
  /// evaluate its own attribute.
  ///
  /// If the environment variable `SCHEMATIC_COVERAGE` names a file, the counts are added to it;
  /// otherwise nothing is written.
  ///
  /// - Parameters:
  ///   - recorder: The recorder that watches the machines. It may be isolated to the main actor.
  ///   - expectsEverything: `true` to fail the suite if a transition was never taken, or was taken but
  ///     isn't in the graph. If `swift test --filter` runs only some tests of the suite, only the second
  ///     is checked. If nothing tells whether all tests ran, as in Xcode or with `--skip`, a transition
  ///     that was never taken only causes a warning, from Swift 6.3 on.
  ///   - sourceLocation: The location at which issues are reported.
  /// - Returns: The trait.
  public static func coverage(
    _ recorder: @autoclosure @escaping @MainActor @Sendable () -> CoverageRecorder,
    expectsEverything: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CoverageTrait {
    CoverageTrait(
      recorder: recorder, expectsEverything: expectsEverything, sourceLocation: sourceLocation)
  }
}
