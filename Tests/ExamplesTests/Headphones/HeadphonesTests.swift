@testable import Diagrams
import Schematic
import SchematicGraph
import Testing

@Suite struct HeadphonesTests {
  @Test func soundsWhileItPlays() {
    let headphones = Headphones()
    let machine = StateMachine(schema: Headphones.schema, subject: headphones)
    #expect(machine.handle(.press) == .moved)
    #expect(headphones.isSounding)
    #expect(machine.handle(.turnDial) == .moved)
    #expect(headphones.isSounding)
    #expect(machine.state == HeadphoneState(playback: .playing, noise: .cancelling))
    #expect(machine.handle(.takeOff) == .moved)
    #expect(!headphones.isSounding)
    #expect(machine.state == HeadphoneState(playback: .stopped, noise: .cancelling))
    #expect(machine.handle(.hold) == .ignored)
  }

  @Test func isTwoMachinesSideBySide() {
    let graph = StateGraph(Headphones.schema)
    #expect(graph.states.count == 9)
    #expect(graph.transitions.count == 30)
    #expect(graph.regions.map(\.name) == ["playback", "noise"])
    #expect(graph.regions.map(\.graph.transitions.count) == [7, 3])
    #expect(graph.findings.isEmpty)
  }
}
