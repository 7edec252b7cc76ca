import Schematic
import SchematicGraph
import Testing

@Suite struct PermittedEventsTests {
  private enum Gate { case locked, unlocked }
  private enum Visitor: Graphable, Hashable {
    case push, coin(Int), kick
    static var graphCases: [Visitor] { [.push, .coin(1), .coin(2), .kick] }
  }
  private final class Purse { var isRich = false }

  private static let schema = StateMachineSchema<Gate, Visitor, Purse>(initialState: .locked) {
    gate, visitor, when in
    switch visitor {
    case .coin(1): return gate == .locked ? .to(.unlocked) { _ in Issue.record() } : .ignored
    case .coin: return when("rich") { $0.isRich } ? .stay : .ignored
    case .push: return gate == .unlocked ? .to(.locked) : .ignored
    case .kick: return .rejected
    }
  }

  @Test(arguments: [
    (Gate.locked, false, [Visitor.coin(1)]),
    (.locked, true, [.coin(1), .coin(2)]),
    (.unlocked, false, [.push]),
    (.unlocked, true, [.push, .coin(2)]),
  ])
  private func areThoseThatWouldBeTaken(gate: Gate, isRich: Bool, events: [Visitor]) {
    let purse = Purse()
    purse.isRich = isRich
    let machine = StateMachine(schema: Self.schema, subject: purse, state: gate)
    #expect(machine.permittedEvents == events)
    #expect(machine.state == gate)
  }

  @Test func areNoneWithoutTheSubject() {
    let machine = StateMachine(schema: Self.schema, subject: Purse())
    #expect(machine.permittedEvents.isEmpty)
  }
}
