import SchematicGraph
import Testing

@MainActor
@Suite struct DrawingTests {
  @Test(arguments: Example.allCases)
  func runsNoAction(example: Example) {
    let live = example.live()
    let before = live.text
    let graph = live.draw()
    #expect(live.text == before)
    #expect(!graph.transitions.isEmpty)
  }

  @Test(arguments: Example.allCases)
  func findsNothingToRemarkOn(example: Example) {
    let findings = example.live().draw().findings.filter { $0.severity != .note }
    #expect(findings.isEmpty)
  }

  @Test(arguments: Example.allCases)
  func givesTheSameTextEveryTime(example: Example) {
    let live = example.live()
    #expect(live.draw().dot() == live.draw().dot())
  }
}
