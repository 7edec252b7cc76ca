import Schematic
import Testing

@Suite struct NonisolatedSchemaTests {
  @Test func machineLivesInAPlainClass() {
    let lamp = Lamp()
    let machine = StateMachine(schema: Lamp.schema, subject: lamp)
    #expect(machine.handle(.press).text == "moved")
    #expect(machine.state == .on)
    #expect(lamp.isShining)
    #expect(machine.handle(.press).text == "ignored")
  }

  @Test func schemaIsSharedByTasks() async {
    let states = await withTaskGroup(of: Power.self) { group in
      for _ in 1...8 {
        group.addTask {
          let lamp = Lamp()
          let machine = StateMachine(schema: Lamp.schema, subject: lamp)
          machine.handle(.press)
          return lamp.isShining ? machine.state : .off
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(states == Array(repeating: .on, count: 8))
  }

  private enum Power { case off, on }
  private enum Button { case press }

  private final class Lamp {
    private(set) var isShining = false

    private func shine() { isShining = true }

    static let schema = StateMachineSchema<Power, Button, Lamp>(initialState: .off) {
      _, _, when in
      return when("dark") { !$0.isShining } ? .to(.on, "shine") { $0.shine() } : .ignored
    }
  }
}
