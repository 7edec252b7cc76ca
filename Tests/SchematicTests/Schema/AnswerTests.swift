import Schematic
import Testing

@Suite struct AnswerTests {
  private let subject = Answer.Subject()
  private let machine: StateMachine<Answer.State, Answer, Answer.Subject>

  init() {
    machine = StateMachine(schema: Answer.schema, subject: subject)
  }

  @Test(arguments: Answer.allCases)
  func answerIsCarriedOutOnce(answer: Answer) {
    #expect(machine.handle(answer).text == answer.expected.outcome)
    #expect(machine.state == answer.expected.state)
    #expect(subject.actions == answer.expected.actions)
  }

  @Test(arguments: Answer.allCases)
  func answerIsForeseenWithoutMoving(answer: Answer) {
    let isAccepted = answer.expected.kind == .external || answer.expected.kind == .internal
    #expect(machine.can(answer) == isAccepted)
    #expect(machine.state == .loading(1))
    #expect(subject.actions == 0)
  }

  @Test(arguments: Answer.allCases)
  func answerIsTheSameWithoutAMachine(answer: Answer) {
    let transition = Answer.schema.transition(from: .loading(1), on: answer)
    #expect(transition.kind == answer.expected.kind)
    #expect((transition.target ?? .loading(1)) == answer.expected.state)
    #expect(transition.label == (answer.expected.actions == 1 ? "count" : nil))
    #expect(transition.reason == (answer == .rejectedWithReason ? "too late" : nil))
  }
}
