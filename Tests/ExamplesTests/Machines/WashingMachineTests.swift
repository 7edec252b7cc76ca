import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@testable import Examples

@Suite struct WashingMachineTests {
  private let washer = WashingMachine()

  private func send(_ events: WashingEvent...) {
    for event in events { washer.machine.handle(event) }
  }

  @Test func doorUnlocksWhenTheProgramIsDone() {
    send(.start, .full, .clean, .dry)
    #expect(washer.machine.state.graphIdentifier == "unlocked")
    #expect(washer.beeps == 1)
    send(.open)
    #expect(washer.machine.state.graphIdentifier == "idle")
  }

  @Test func machineRinsesAgainFirst() {
    washer.extraRinses = 1
    send(.start, .full, .clean, .dry)
    #expect(washer.machine.state.graphIdentifier == "washing.filling")
    #expect(washer.beeps == 0)
    send(.full, .clean, .dry)
    #expect(washer.machine.state.graphIdentifier == "unlocked")
  }

  @Test func completionIsAnArrowWithoutAName() {
    let graph = StateGraph(WashingMachine.schema)
    #expect(
      graph.rules.filter { $0.trigger == .completion }.map(\.description) == [
        "washing.done -> washing.filling: completion [extra rinse] / rinse",
        "washing.done -> unlocked: completion [not extra rinse] / beep",
      ])
    #expect(graph.mermaid().contains("  washing --> unlocked : [not extra rinse] / beep\n"))
    #expect(graph.findings.isEmpty, "\(graph.findings)")
  }

  @Test(arguments: StateGraph(WashingMachine.schema).walks())
  func machineDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(walk, of: WashingMachine.schema, subject: { WashingMachine() }) { step, washer in
      washer.extraRinses = step.guards["extra rinse"] == true ? 1 : 0
    }
  }
}
