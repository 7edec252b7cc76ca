import Examples
import Foundation
import SchematicDiagrams
import SchematicGraph
import Testing

/// Examples are copied, so the large ones have the form that the compiler checks fast.
@Suite struct LargeExampleTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples")

  @MainActor @Test func theRulesOfALargeExampleAreNotInAClosure() throws {
    let large = exampleDiagrams.diagrams.filter { diagram in
      let graph = diagram.graph
      // The states of a nested machine are spread over several rules.
      let isFlat = graph.composites.isEmpty && graph.regions.isEmpty
      return isFlat && graph.states.count * Set(graph.transitions.map(\.event)).count >= 100
    }
    // Other folders have only small ones.
    let sources = try large.map { diagram in
      try String(
        contentsOf: Self.folder.appending(path: "\(diagram.name).swift"), encoding: .utf8)
    }
    #expect(sources.count >= 2)
    for (diagram, source) in zip(large, sources) {
      #expect(
        !source.contains("StateMachineSchema") || source.contains("logic: "), "\(diagram.name)")
    }
  }
}
