import Schematic
import Testing

@Suite struct MachineCreationTests {
  private enum Light: CaseIterable { case red, green, amber }
  private enum Tick { case tick }

  private static let schema = StateMachineSchema<Light, Tick, Void>(initialState: .red) {
    light, _ in
    switch light {
    case .red: return .to(.green)
    case .green: return .to(.amber)
    case .amber: return .to(.red)
    }
  }

  @Test func machineStartsInTheInitialState() {
    #expect(StateMachine(schema: Self.schema).state == .red)
    #expect(StateMachine(schema: Self.schema, subject: ()).state == .red)
  }

  @Test func machineIsPrintedWithItsState() {
    let machine = StateMachine(schema: Self.schema)
    machine.handle(.tick)
    #expect("\(machine)" == "StateMachine in green")
  }

  @Test(arguments: zip(Light.allCases, [Light.green, .amber, .red]))
  private func machineGoesOnFromARestoredState(light: Light, next: Light) {
    let machine = StateMachine(schema: Self.schema, state: light)
    #expect(machine.state == light)
    #expect(machine.handle(.tick).text == "moved")
    #expect(machine.state == next)
  }

  @Test func machineRunsNoActionAtTheStart() {
    let subject = Answer.Subject()
    let machine = StateMachine(schema: Answer.schema, subject: subject, state: .done)
    #expect(machine.state == .done)
    #expect(subject.actions == 0)
  }

  @Test func machinesShareRulesAndNothingElse() {
    let machines = (1...3).map { _ in StateMachine(schema: Self.schema) }
    machines[1].handle(.tick)
    #expect(machines.map(\.state) == [.red, .green, .red])
  }
}
