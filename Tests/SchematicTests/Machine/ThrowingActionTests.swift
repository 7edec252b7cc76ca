import Schematic
import Testing

@Suite struct ThrowingActionTests {
  @Test func actionThatThrowsRestoresTheState() {
    let relay = Relay(broken: ["b"])
    relay.machine.handle("a")
    #expect(throws: Relay.Broken(letter: "b")) { try relay.machine.handle("b").get() }
    #expect(relay.machine.state == 1)
    #expect(relay.log == ["a1", "b2"])
  }

  @Test func restOfTheQueueIsHandledInOrder() {
    let relay = Relay(replies: ["a": "bcd", "c": "ef"], broken: ["c"])
    #expect(relay.machine.handle("a").text == "moved")
    #expect(relay.log == ["a1", "b2", "c3", "d3", "e4", "f5"])
    #expect(relay.machine.state == 5)
  }

  @Test func eventsOfAFailedActionAreHandled() {
    let relay = Relay(replies: ["a": "bc"], broken: ["a"])
    #expect(relay.machine.handle("a").text == "failed(a is broken)")
    #expect(relay.log == ["a1", "b1", "c2"])
    #expect(relay.machine.state == 2)
  }

  @Test func everyEventIsHandledIfAllFail() {
    let relay = Relay(replies: ["a": "bc", "b": "d"], broken: Set("abcd"))
    #expect(relay.machine.handle("a").text == "failed(a is broken)")
    #expect(relay.log == ["a1", "b1", "c1", "d1"])
    #expect(relay.machine.state == 0)
  }

  @Test(arguments: Kind.allCases)
  func everyKindOfTransitionRestoresTheState(kind: Kind) {
    let schema = StateMachineSchema<Load, Kind, Void>(initialState: .part(1)) { _, kind in
      switch kind {
      case .to: return .to(.whole) { throw Failure() }
      case .stay: return .stay { throw Failure() }
      case .stayAs: return .stay(as: .part(2)) { throw Failure() }
      }
    }
    let machine = StateMachine(schema: schema)
    #expect(throws: Failure.self) { try machine.handle(kind).get() }
    #expect(machine.state == .part(1))
  }

  enum Kind: CaseIterable { case to, stay, stayAs }
  private enum Load: Equatable { case part(Int), whole }
  private struct Failure: Error {}
}
