@testable import Examples
import Foundation
import MainActorExamples
import Schematic
import SchematicAnalysis
import SchematicDiagrams
import SchematicGraph
import Testing

/// The numbers that pages give about the examples are those of the code.
@Suite struct CountsOnPagesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(of page: String) throws -> String {
    // Where lines are broken doesn't matter.
    try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func theREADMECountsTheMachinesOfTheCatalog() throws {
    let count = exampleDiagrams.diagrams.count
    #expect(try text(of: "README.md").contains("\(count) machines, from a turnstile to PPP"))
  }

  @Test func thePageOfTheExamplesHasARowForEachMachineOfTheCatalog() throws {
    let rows = try text(of: "Examples/README.md").matches(of: #/\| \[(\w+)\]\([\w\/]+\.swift\) \|/#)
    #expect(rows.map { String($0.output.1) } == exampleDiagrams.diagrams.map(\.name))
  }

  @Test func theREADMEAndThePageOfTheExamplesCountTheRulesOfPPP() throws {
    let count = "\(PPPState.allCases.count) states by \(PPPEvent.allCases.count) events"
    for page in ["README.md", "Examples/README.md"] {
      #expect(try text(of: page).contains(count))
    }
  }

  @Test func theArticleAboutASignInCountsItsWalks() throws {
    let walks = StateGraph(SignIn.schema).walks(taking: .everyTransitionAndRejection)
    let longest = walks.map(\.events.count).max() ?? 0
    let page = "Sources/SchematicObservation/SchematicObservation.docc/Articles/ASignInTested.md"
    #expect(
      try text(of: page).contains(
        "\(walks.count) short walks, the longest of \(longest) events, take every arrow"))
  }
}
