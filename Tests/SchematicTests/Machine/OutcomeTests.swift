import Schematic
import Testing

@Suite struct OutcomeTests {
  @Test(arguments: [Outcome.moved, .stayed, .ignored, .queued])
  func outcomeReturnsIfTheEventWasAccepted(outcome: Outcome) throws {
    try outcome.get()
  }

  @Test func outcomeThrowsIfTheSubjectIsGone() {
    #expect(throws: SubjectDeallocatedError.self) { try Outcome.subjectDeallocated.get() }
  }

  @Test func outcomeThrowsTheErrorOfTheAction() {
    #expect(throws: Broken(part: "arm")) { try Outcome.failed(Broken(part: "arm")).get() }
  }

  @Test(arguments: [
    (nil, "event push is rejected in state locked"),
    ("pay first", "event push is rejected in state locked: pay first"),
  ])
  func errorSaysWhatWasRejectedInWhichStateAndWhy(reason: String?, description: String) throws {
    let schema = StateMachineSchema<Gate, Visitor, Void>(initialState: .locked) { _, _ in
      return reason.map { .rejected($0) } ?? .rejected
    }
    let machine = StateMachine(schema: schema)
    let error = try #require(
      #expect(throws: RejectedEventError.self) { try machine.handle(.push).get() }
    )
    #expect(error.state == "locked")
    #expect(error.event == "push")
    #expect(error.reason == reason)
    #expect(error.description == description)
    #expect(machine.state == .locked)
  }

  private struct Broken: Error, Equatable { let part: String }
  private enum Gate { case locked }
  private enum Visitor { case push }
}
