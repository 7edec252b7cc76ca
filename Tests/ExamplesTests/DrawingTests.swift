import Examples
import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

@MainActor
@Suite struct DrawingTests {
  @Test(arguments: Example.allCases)
  func drawingAnExampleRunsNoAction(example: Example) {
    let live = example.live()
    let before = live.text
    let graph = live.draw()
    #expect(live.text == before)
    #expect(!graph.transitions.isEmpty)
  }

  @Test(arguments: Example.allCases)
  func graphOfAnExampleHasNoFinding(example: Example) {
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
  func exampleGivesTheSameTextEveryTime(example: Example) {
    let live = example.live()
    #expect(live.draw().dot() == live.draw().dot())
  }

  /// A picture that plays, for pages that show it as an image.
  @Test func aWalkOfAMachineWithUpToTwentyArrowsIsBelow30KilobytesAndRepeats() throws {
    for diagram in try exampleDiagrams.diagrams() {
      func draw() throws -> Data? {
        try DiagramFormat.walk.drawing(
          of: diagram.graph, named: diagram.name, style: diagram.style)?.data
      }
      let svg = try #require(try draw())
      #expect(try draw() == svg, "\(diagram.name)")
      let text = String(decoding: svg, as: UTF8.self)
      let arrows = text.components(separatedBy: "class=\"edge\"")
      if arrows.count - 1 <= 20 { #expect(svg.count < 30_000, "\(diagram.name)") }
      #expect(svg.count < 60_000)
      // What it lights is there: states, arrows, and states in which others are remembered.
      let drawn = Set(text.matches(of: #/<g id="([sac]\d+)"/#).map(\.output.1))
      // A color, such as #a3b1c4, has a letter behind its first number.
      let lit = Set(text.matches(of: #/#([sac]\d+)\b/#).map(\.output.1))
      #expect(lit.subtracting(drawn).isEmpty, "\(diagram.name)")
    }
  }
}
