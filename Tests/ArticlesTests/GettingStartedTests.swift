import Schematic
import SchematicGraph
import Testing

enum HeaterState: CaseIterable, Graphable { case off, idle, heating }
enum HeaterEvent: CaseIterable, Graphable { case powerOn, powerOff, tooCold, warmEnough }

final class Heater {
  var burnerIsLit = false

  static let schema = StateMachineSchema<HeaterState, HeaterEvent, Heater>(initialState: .off) {
    state, event in
    switch state {
    case .off:
      switch event {
      case .powerOn: return .to(.idle)
      case .powerOff: return .ignored
      case .tooCold, .warmEnough: return .rejected("the thermostat has no power")
      }
    case .idle:
      switch event {
      case .tooCold: return .to(.heating, "light burner") { $0.burnerIsLit = true }
      case .powerOff: return .to(.off)
      case .powerOn, .warmEnough: return .ignored
      }
    case .heating:
      switch event {
      case .warmEnough: return .to(.idle, "put burner out") { $0.burnerIsLit = false }
      case .powerOff: return .to(.off, "put burner out") { $0.burnerIsLit = false }
      case .powerOn, .tooCold: return .ignored
      }
    }
  }
}

@Suite struct GettingStartedTests {
  @Test func heaterFollowsItsRules() throws {
    let heater = Heater()
    let machine = StateMachine(schema: Heater.schema, subject: heater)

    machine.handle(.powerOn)  // .moved
    machine.handle(.tooCold)  // .moved, and the burner is lit
    machine.handle(.powerOn)  // .ignored
    try machine.handle(.powerOff).get()

    #expect(machine.state == .off)
    #expect(!heater.burnerIsLit)
  }

  @Test func outcomeSaysWhatBecameOfAnEvent() {
    let heater = Heater()
    let machine = StateMachine(schema: Heater.schema, subject: heater)
    #expect(machine.handle(.powerOn) == .moved)
    #expect(machine.handle(.tooCold) == .moved)
    #expect(heater.burnerIsLit)
    #expect(machine.handle(.powerOn) == .ignored)
    #expect(machine.state == .heating)
  }

  @Test func eventThatIsAMistakeThrows() {
    let heater = Heater()
    let machine = StateMachine(schema: Heater.schema, subject: heater)
    let error = #expect(throws: RejectedEventError.self) { try machine.handle(.tooCold).get() }
    #expect(
      error.map(String.init(describing:))
        == "event tooCold is rejected in state off: the thermostat has no power")
    #expect(machine.state == .off)
  }

  @Test func machineAnswersQuestionsWithoutMoving() {
    let heater = Heater()
    let machine = StateMachine(schema: Heater.schema, subject: heater)

    #expect(machine.can(.powerOn))
    #expect(machine.permittedEvents == [.powerOn])
    #expect(Heater.schema.transition(from: .idle, on: .tooCold).target == .heating)
    #expect(machine.state == .off)
  }

  @Test func heaterIsDrawnWithoutRunningAnAction() {
    let graph = StateGraph(Heater.schema)
    #expect(graph.transitions.count == 5)
    #expect(graph.rejections.count == 2)
    #expect(graph.findings.isEmpty)
  }
}
