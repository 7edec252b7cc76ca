import Schematic
import SchematicGraph
import Testing

enum CashMachineState: CaseIterable, Graphable { case waiting, asking, paying, blocked }
enum CashMachineEvent: Equatable, Graphable {
  case insertCard, enterCode, cancel
  case withdraw(isBelowLimit: Bool)

  static var graphCases: [CashMachineEvent] {
    [
      .insertCard, .enterCode, .cancel, .withdraw(isBelowLimit: true),
      .withdraw(isBelowLimit: false),
    ]
  }
}

final class CashMachine {
  var codeIsRight = true
  var attemptsLeft = 3

  static let schema = StateMachineSchema<CashMachineState, CashMachineEvent, CashMachine>(
    initialState: .waiting
  ) { state, event, when in
    switch state {
    case .waiting:
      return event == .insertCard ? .to(.asking, "greet") { $0.attemptsLeft = 3 } : .ignored
    case .asking:
      switch event {
      case .enterCode:
        if when("code is right", { $0.codeIsRight }) { return .to(.paying) }
        return when("attempts left", { $0.attemptsLeft > 1 })
          ? .stay("ask again") { $0.attemptsLeft -= 1 } : .to(.blocked, "keep card")
      case .cancel: return .to(.waiting, "return card")
      case .insertCard, .withdraw: return .ignored
      }
    case .paying:
      switch event {
      case .withdraw(let isBelowLimit):
        return isBelowLimit ? .to(.waiting, "pay") : .rejected("above the limit")
      case .cancel: return .to(.waiting, "return card")
      case .insertCard, .enterCode: return .ignored
      }
    case .blocked:
      return .rejected("out of order")
    }
  }
}

@Suite struct GuardsTests {
  private let subject = CashMachine()

  @Test func guardAsksTheSubject() {
    let machine = StateMachine(schema: CashMachine.schema, subject: subject)
    machine.handle(.insertCard)
    subject.codeIsRight = false
    #expect(machine.handle(.enterCode) == .stayed)
    #expect(subject.attemptsLeft == 2)
    subject.codeIsRight = true
    #expect(machine.handle(.enterCode) == .moved)
    #expect(machine.state == .paying)
  }

  @Test func graphShowsEveryBranchOfAGuard() {
    let rules = StateGraph(CashMachine.schema).rules
      .filter { $0.source == "asking" && $0.event == "enterCode" }
    #expect(
      rules.map(\.description) == [
        "asking -> paying: enterCode [code is right]",
        "asking -> asking: enterCode [not code is right and attempts left] / ask again (internal)",
        "asking -> blocked: enterCode [not code is right and not attempts left] / keep card",
      ])
  }

  @Test func graphShowsAPayloadAsACondition() {
    let rules = StateGraph(CashMachine.schema).rules
      .filter { $0.source == "paying" && $0.event == "withdraw" }
    #expect(
      rules.map(\.description) == [
        "paying -> waiting: withdraw [isBelowLimit = true] / pay",
        "paying: withdraw [isBelowLimit = false] / rejected: above the limit",
      ])
  }

  @Test func eventNamesTheGuardsThatFailed() {
    let schema = StateMachineSchema<CashMachineState, CashMachineEvent, CashMachine>(
      initialState: .waiting
    ) { _, event, when in
      event == .insertCard && when("card is readable", { _ in false })
        ? .to(.asking) : .rejected("no card")
    }
    let machine = StateMachine(schema: schema, subject: subject)
    guard case .rejected(let event) = machine.handle(.insertCard) else {
      Issue.record("the card is rejected")
      return
    }
    #expect(event.failedGuards == ["card is readable"])
    #expect(machine.state == .waiting)
  }

  @Test func ruleAsksAGuardOfOneNameOnce() {
    let answered = CashMachine.schema.transition(
      from: .asking, on: .enterCode, guards: { $0 == "attempts left" })
    #expect(answered.label == "ask again")
  }
}
