import Schematic
import Testing

@Suite struct OutcomeTests {
  @Test(arguments: [Outcome.moved, .stayed, .ignored, .queued])
  func returnsWhereTheEventWasAccepted(outcome: Outcome) throws {
    try outcome.get()
  }

  @Test func throwsWhereTheSubjectIsGone() {
    #expect(throws: SubjectGone.self) { try Outcome.subjectGone.get() }
  }
}
