import SchematicTestKit
import Testing

/// The helper that other tests wait with.
@Suite struct ExpectEventuallyTests {
  @Test func waitGivesUpAndNamesTheLine() async throws {
    func wait() async throws {
      try await expectEventually(within: .milliseconds(1)) { false }
    }
    let line = #line - 2
    let error = try await #require(throws: NeverHeld.self) { try await wait() }
    let place = "SchematicTestingTests/ExpectEventuallyTests.swift:\(line)"
    #expect(
      error.description == "the condition at \(place) did not hold within 0.001 seconds")
  }

  @Test func waitEndsOnceTheConditionHolds() async throws {
    var asked = 0
    try await expectEventually(within: .zero) {
      asked += 1
      return asked == 7
    }
    #expect(asked == 7)
  }

  /// The condition may need other tasks to run, however little time there is.
  @Test @MainActor func waitLetsOtherTasksRunBeforeItGivesUp() async throws {
    var turns = 0
    let others = Task {
      for _ in 1...5 {
        await Task.yield()
        turns += 1
      }
    }
    try await expectEventually(within: .zero) { turns == 5 }
    await others.value
    #expect(turns == 5)
  }
}
