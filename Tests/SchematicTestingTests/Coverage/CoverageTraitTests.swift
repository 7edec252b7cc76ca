import Schematic
import SchematicGraph
import SchematicTesting
import Testing

private let coverage = CoverageRecorder("Barrier", of: Barrier.schema)

/// A suite that takes every transition, and fails when it does not.
@Suite(.coverage(coverage, expectsEverything: true))
struct CoverageTraitTests {
  @Test(arguments: StateGraph(Barrier.schema).walks())
  func doesWhatTheDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Barrier.schema,
      machine: {
        let machine = StateMachine(schema: Barrier.schema, owning: Barrier())
        coverage.watch(machine)
        return machine
      },
      prepare: Barrier.prepare)
  }

  @Test func saysSoWhenASuiteHasNotTakenEverything() async throws {
    let suite = try #require(Test.current)
    let recorder = CoverageRecorder("Barrier", of: Barrier.schema)
    let trait: CoverageTrait = .coverage(recorder, expectsEverything: true)
    try await withKnownIssue {
      try await trait.provideScope(for: suite, testCase: nil) {}
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("never taken: 6 of 6 transitions") == true
    }
  }
}
