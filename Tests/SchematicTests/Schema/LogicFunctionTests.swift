import Schematic
import Testing

@Suite struct LogicFunctionTests {
  @Test func rulesMayBeAFunctionOfTwoParameters() {
    let door = Door()
    let machine = StateMachine(
      schema: StateMachineSchema(initialState: .closed, logic: Door.transition),
      subject: door
    )
    #expect(machine.handle(.push).text == "moved")
    #expect(machine.state == .open)
    #expect(door.creaks == 1)
  }

  @Test(arguments: [(true, "rejected(event push is rejected in state closed)"), (false, "moved")])
  func rulesMayBeAFunctionWithGuards(isLocked: Bool, outcome: String) {
    let door = Door()
    door.isLocked = isLocked
    let machine = StateMachine(
      schema: StateMachineSchema(initialState: .closed, logic: Door.guardedTransition),
      subject: door
    )
    #expect(machine.handle(.push).text == outcome)
    #expect(machine.state == (isLocked ? .closed : .open))
    #expect(door.creaks == (isLocked ? 0 : 1))
  }

  private enum Leaf { case open, closed }
  private enum Visitor { case push }

  private final class Door {
    var isLocked = false
    private(set) var creaks = 0

    static func transition(_ leaf: Leaf, _ visitor: Visitor) -> Transition<Leaf, Door> {
      switch leaf {
      case .closed: return .to(.open, "creak") { $0.creaks += 1 }
      case .open: return .to(.closed)
      }
    }

    static func guardedTransition(
      _ leaf: Leaf,
      _ visitor: Visitor,
      _ when: Guard<Door>
    ) -> Transition<Leaf, Door> {
      when("locked") { $0.isLocked } ? .rejected : transition(leaf, visitor)
    }
  }
}
