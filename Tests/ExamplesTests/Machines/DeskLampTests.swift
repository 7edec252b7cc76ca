import MainActorExamples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@MainActor @Suite struct DeskLampTests {
  private let lamp = DeskLamp()
  private let machine: StateMachine<LampState, LampEvent, DeskLamp>
  private let clock = ManualClock()

  init() {
    machine = StateMachine(schema: DeskLamp.schema, subject: lamp)
    machine.clock = clock
  }

  @Test func lampGoesFromBrightToDimToOff() {
    for (light, watts) in [(LampState.Light.bright, 9), (.dim, 2), (.off, 0)] {
      #expect(machine.handle(.press) == .moved)
      #expect(machine.state.light == light)
      #expect(lamp.watts == watts)
    }
    #expect(machine.handle(.leave) == .ignored)
  }

  @Test func lampGoesOffIfItIsForgotten() async throws {
    machine.handle(.press)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(7_000))
    machine.handle(.changeTone)
    clock.advance(by: .seconds(200))
    try await machine.waitUntil { $0.light == .dim }
    #expect(lamp.watts == 2)
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(600))
    try await machine.waitUntil { $0.light == .off }
    #expect(lamp.watts == 0)
    #expect(machine.state.tone == .cold)
  }

  @Test func lampIsTwoMachinesSideBySide() {
    let graph = StateGraph(DeskLamp.schema)
    #expect(graph.regions.map(\.name) == ["light", "tone"])
    #expect(graph.findings.isEmpty)
  }
}
