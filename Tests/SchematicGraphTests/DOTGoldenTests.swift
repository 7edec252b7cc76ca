import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct DOTGoldenTests {
  @Test(arguments: TinyMachine.allCases)
  func isDrawnAsRecorded(machine: TinyMachine) throws {
    let text = machine.graph.dot(name: machine.rawValue)
    let difference = try Golden("\(machine).dot").difference(from: text)
    #expect(difference == nil)
  }

  @Test(arguments: TinyMachine.allCases)
  func isTheSameBytesTwice(machine: TinyMachine) {
    #expect(Array(machine.graph.dot().utf8) == Array(machine.graph.dot().utf8))
  }

  @Test func knowsTheMachineOfEveryGolden() throws {
    let names = try Golden.names().filter { $0.hasSuffix(".dot") }
    #expect(names == Set(TinyMachine.allCases.map { "\($0).dot" }))
  }
}
