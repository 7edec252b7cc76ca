import Examples
import SchematicGraph
import Testing

@testable import SchematicDiagrams

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

  /// What `check --strict` says of the whole catalog.
  @Test func noExampleNeedsAnAllowance() throws {
    let diagrams = try exampleDiagrams.diagrams()
    #expect(diagrams.count > 10)
    for diagram in diagrams {
      #expect(diagram.allowedFindings.isEmpty)
      let findings = DiagramFindings(of: diagram.graph, of: diagram).all
      #expect(findings.filter { $0.severity != .note }.isEmpty, "\(diagram.name)")
    }
  }

  @Test(arguments: Example.allCases)
  func givesTheSameTextEveryTime(example: Example) {
    let live = example.live()
    #expect(live.draw().dot() == live.draw().dot())
  }
}
