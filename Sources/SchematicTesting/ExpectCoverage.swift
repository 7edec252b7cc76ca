import SchematicGraph
import Testing

/// Expects the machines that a recorder watches to have taken every transition.
///
/// ```swift
/// expectCoverage(recorder) { $0.event == "power failure" }  // all but these
/// ```
///
/// The issue lists the transitions that were never taken; those that no events lead to; the
/// entries, exits and tasks that never ran because those transitions weren't taken; and the
/// transitions that were taken but aren't in the graph.
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

/// Expects every transition of a graph to have been taken, by the counts of any number of test runs.
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
  /// Returns the lists of what was not as the graph says; `nil` if all was.
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

/// A trait that saves coverage at the end of a suite, and optionally checks it.
public struct CoverageTrait: SuiteTrait, TestScoping {
  // Evaluated on the main actor, because a recorder may belong to it: a global of a module that
  // isolates everything to the main actor does.
  let recorder: @MainActor @Sendable () -> CoverageRecorder
  let expectsEverything: Bool
  let sourceLocation: SourceLocation
  var selection = TestSelection()

  /// Runs the suite, then saves and checks the coverage.
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
      // Older compilers know issues only that fail the test.
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
  /// Returns what is wrong, or may be, after a run of a share of a suite's tests.
  func judgements(of share: TestSelection.Share) -> [(message: String, isFailure: Bool)] {
    // What the graph doesn't show is wrong in any run. What was never taken may be taken by a test
    // that didn't run.
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
  /// Returns a trait that checks the coverage after all tests of a suite.
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
  ///   - expectsEverything: `true` to fail the suite if a transition was never taken. If
  ///     `swift test --filter` runs only some tests of the suite, nothing fails. If nobody can know
  ///     whether all ran, as in Xcode or with `--skip`, it is a warning, from Swift 6.3 on.
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
