import ArgumentParser
import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// Pages with marked parts, from the command line.
@MainActor @Suite struct PageCommandTests {
  private enum Tool: DiagramTool {
    static let catalogue = Door.catalogue
  }
  private enum ChangedTool: DiagramTool {
    static let catalogue = Door.changedCatalogue
  }

  private let temporary = TemporaryFolder()
  private var page: String { temporary.folder.path(of: "pages/Page.md") }

  private func run<T: DiagramTool>(_ tool: T.Type, _ verb: String, pages: String) throws {
    var command = try DiagramCommand<T>.parseAsRoot(
      [verb, "--output", temporary.folder.path(of: "drawn"), "--pages", pages]
        + (verb == "generate" ? ["--format", "dot"] : []))
    try command.run()
  }

  private func write(_ text: String) throws {
    try DiagramFolder(path: temporary.folder.path(of: "pages")).write([
      ("Page.md", .init(text.utf8))
    ])
  }

  private func text() throws -> String { try String(contentsOfFile: page, encoding: .utf8) }

  @Test func keepsAPartUpToDateAndSeesWhenItIsNot() throws {
    try write("# Doors\n\n<!-- diagram: Door dot -->\n<!-- end diagram -->\n\nThe end.\n")
    // A folder stands for the pages in it.
    try run(Tool.self, "generate", pages: temporary.folder.path(of: "pages"))
    let dot = StateGraph(Door.schema).dot(name: "Door")
    #expect(
      try text() == """
        # Doors

        <!-- diagram: Door dot -->

        ```dot
        \(dot)```

        <!-- end diagram -->

        The end.

        """)
    try run(Tool.self, "check", pages: page)
    // Only the page is old.
    try run(ChangedTool.self, "generate", pages: temporary.folder.path(of: "drawn"))
    #expect(throws: ExitCode(1)) { try run(ChangedTool.self, "check", pages: page) }
  }

  @Test(arguments: PageNotation.all.map(\.name))
  func takesBlanksForFormatting(notation: String) throws {
    try write("<!-- diagram: Door \(notation) -->\n<!-- end diagram -->\n")
    try run(Tool.self, "generate", pages: page)
    let written = try text()
    try write(written.replacing("\n", with: " \r\n").replacing("| ", with: "|   "))
    let problems = try MarkedPages(pages: try PageFolder(paths: [page]).markedPages())
      .problems(with: Door.catalogue)
    #expect(problems.allSatisfy { $0.kind == .formatting })
  }

  @Test func namesTheMarkerOfAnUnknownDiagram() throws {
    try write("\n<!-- diagram: Dor dot -->\n<!-- end diagram -->\n")
    let pages = MarkedPages(pages: try PageFolder(paths: [page]).markedPages())
    let error = #expect(throws: DiagramError.self) { try pages.problems(with: Door.catalogue) }
    #expect(
      error?.description.hasSuffix(
        "Page.md:2: no diagram is named \"Dor\"; did you mean \"Door\"? there are Door") == true)
  }

  @Test func refusesAPageThatIsNotThere() throws {
    #expect(throws: ExitCode(2)) { try run(Tool.self, "check", pages: page) }
  }
}
