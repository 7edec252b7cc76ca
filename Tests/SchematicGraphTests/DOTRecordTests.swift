import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct DOTRecordTests {
  @Test(arguments: [DOTDirection.leftToRight, .topToBottom], NastyText.all)
  func readsBackTheCompartmentsItWrote(direction: DOTDirection, text: String) throws {
    let (name, inside) = (DOTLabel.encode(text), DOTLabel.encode("inside " + text))
    let label = DOTRecord.encode(name: name, inside: inside, direction)
    let compartments = try #require(DOTRecord.decode(label))
    #expect(compartments.name.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(compartments.inside.unicodeScalars.elementsEqual(inside.unicodeScalars))
  }

  @Test(arguments: ["", "one", "a|b|c", "{a|{b|c}}"])
  func leavesTheRecordsOfOthersAlone(label: String) {
    #expect(DOTRecord.decode(label) == nil)
  }
}
