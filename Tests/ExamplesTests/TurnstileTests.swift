@testable import Diagrams
import Schematic
import Testing

@Suite struct TurnstileTests {
  private let turnstile = Turnstile()
  private let machine: StateMachine<Gate, Visitor, Turnstile>

  init() {
    machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
  }

  @Test func opensWhenTheSecondCoinIsPaid() {
    machine.handle(.coin)
    #expect(machine.state == .locked)
    #expect(turnstile.coins == 1)
    machine.handle(.coin)
    #expect(machine.state == .unlocked)
    #expect(turnstile.isOpen)
  }

  @Test func soundsTheAlarmWhenPushedUnpaid() {
    machine.handle(.push)
    #expect(machine.state == .locked)
    #expect(turnstile.alarms == 1)
  }

  @Test func locksBehindAVisitor() {
    for event in [Visitor.coin, .coin, .push] { machine.handle(event) }
    #expect(machine.state == .locked)
    #expect(!turnstile.isOpen)
    #expect(turnstile.coins == 0)
  }
}
