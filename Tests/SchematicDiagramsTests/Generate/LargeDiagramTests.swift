import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// What is written can be read, and what could not be read is not written.
@MainActor @Suite struct LargeDiagramTests {
  private let temporary = TemporaryFolder()

  private func catalog(
    label: String = "", event: String = "push", depth: Int = 0
  ) -> DiagramCatalog {
    [
      Diagram(
        "Novel",
        of: StateGraph(
          states: [
            .init(
              identifier: "locked", label: label, parent: depth > 0 ? "\(depth - 1)" : nil)
          ],
          composites: (0..<depth).map {
            .init(identifier: "\($0)", parent: $0 > 0 ? "\($0 - 1)" : nil)
          },
          transitions: [.init(source: "locked", target: "locked", event: event)],
          initialState: "locked"))
    ]
  }

  private func generate(_ catalog: DiagramCatalog) throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: [.dot]).generate(catalog)
  }

  @Test func generatorRefusesStatesThatLieTooDeep() throws {
    try generate(catalog(depth: 100))
    let error = try #require(throws: DiagramError.self) { try generate(catalog(depth: 300)) }
    #expect(error.code == .tooDeep)
    #expect(error.description.contains("250 deep"))
  }

  @Test func checkReadsWhateverGenerateWrote() throws {
    let label = String(repeating: "long", count: 300_000)
    try generate(catalog(label: label))
    let check = DiagramCheck(folder: temporary.folder)
    #expect(try check.problems(with: catalog(label: label)).isEmpty)
    let problems = try check.problems(with: catalog(label: label, event: "pull"))
    #expect(problems.map(\.kind.name) == ["outOfDate"])
  }
}
