import Schematic
import SchematicGraph
import SchematicTestKit
@testable import SchematicTesting
import Testing

private let coverage = CoverageRecorder("Barrier", of: Barrier.schema)

/// A suite that takes every transition, and fails when it does not.
@Suite(.coverage(coverage, expectsEverything: true))
struct CoverageTraitTests {
  @Test(arguments: StateGraph(Barrier.schema).walks())
  func barrierDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Barrier.schema,
      machine: {
        let machine = StateMachine(schema: Barrier.schema, owning: Barrier())
        coverage.watch(machine)
        return machine
      },
      prepare: Barrier.prepare)
  }

  @Test func traitReportsASuiteThatLeftSomethingUntaken() async throws {
    let suite = try #require(Test.current)
    let recorder = CoverageRecorder("Barrier", of: Barrier.schema)
    var trait: CoverageTrait = .coverage(recorder, expectsEverything: true)
    trait.selection = TestSelection(arguments: ["--testing-library", "swift-testing"])
    try await withKnownIssue {
      try await trait.provideScope(for: suite, testCase: nil) {}
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("never taken: 6 of 6 transitions") == true
    }
  }

  private static let untaken = TransitionCoverage(of: StateGraph(Barrier.schema))

  @Test func aSuiteThatRunsAllItsTestsFailsIfItLeavesATransitionUntaken() {
    let judgements = Self.untaken.judgements(of: .all)
    #expect(judgements.map(\.isFailure) == [true])
    #expect(judgements.first?.message.hasPrefix("never taken: 6 of 6 transitions\n") == true)
  }

  @Test func aSuiteThatRunsSomeTestsFailsOnlyForWhatTheGraphDoesNotShow() {
    var coverage = Self.untaken
    #expect(coverage.judgements(of: .some).isEmpty)
    coverage.record(.init(source: "up", target: "lost", event: "drop"))
    let judgements = coverage.judgements(of: .some)
    #expect(
      judgements.map(\.message) == ["taken, though the graph does not show it:\n  up -> lost: drop"]
    )
    #expect(judgements.map(\.isFailure) == [true])
  }

  @Test func aSuiteThatMayHaveRunAllItsTestsWarnsOfATransitionThatItLeavesUntaken() {
    let judgements = Self.untaken.judgements(of: .unknown)
    #expect(judgements.map(\.isFailure) == [false])
    #expect(
      judgements.first?.message.hasPrefix(
        """
        never taken, perhaps because not all tests of the suite ran:
          down -> up: coin
        """) == true)
  }
}
