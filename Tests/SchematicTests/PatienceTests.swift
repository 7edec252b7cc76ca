import SchematicTestKit
import Testing

/// What the other tests rely on where they wait.
@Suite struct PatienceTests {
  @Test func givesUpWhereItNeverIsAndSaysWhere() async throws {
    func wait() async throws {
      try await Patience.wait(atMost: .milliseconds(1)) { false }
    }
    let line = #line - 2
    let error = try await #require(throws: NeverHeld.self) { try await wait() }
    let place = "SchematicTests/PatienceTests.swift:\(line)"
    #expect(
      error.description == "the condition at \(place) did not hold within 0.001 seconds")
  }

  @Test func asksNoMoreOnceItIs() async throws {
    var asked = 0
    try await Patience.wait(atMost: .zero) {
      asked += 1
      return asked == 7
    }
    #expect(asked == 7)
  }

  /// What is waited for may need others to run, however little time it has.
  @Test @MainActor func givesOthersTheirTurnsBeforeItGivesUp() async throws {
    var turns = 0
    let others = Task {
      for _ in 1...5 {
        await Task.yield()
        turns += 1
      }
    }
    try await Patience.wait(atMost: .zero) { turns == 5 }
    await others.value
    #expect(turns == 5)
  }
}
