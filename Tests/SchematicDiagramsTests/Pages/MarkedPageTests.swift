import ArgumentParser
import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

@Suite struct MarkedPageTests {
  private func parts(_ text: String) throws -> [String] {
    try MarkedPage(text, path: "README.md").parts.map {
      "\($0.line + 1) \($0.diagram) \($0.notation.word) \($0.content)"
    }
  }

  @Test func pageFindsItsMarkedParts() throws {
    #expect(
      try parts(
        """
        # A page
        <!-- diagram: Front Door dot -->
        old
        <!-- end diagram -->
          <!--   diagram:  Door  dot   -->
        <!-- end diagram -->
        """) == ["2 Front Door dot 2..<3", "5 Door dot 5..<5"])
  }

  @Test(
    arguments: [
      "```\n<!-- diagram: Door dot -->\n```", "~~~~md\n~~~\n<!-- end diagram -->\n~~~~\n",
      "    <!-- diagram: Door dot -->", "a `<!-- diagram: Door dot -->` b", "<!-- diagrams -->",
      "```\n<!-- diagram: Door dot -->",
    ])
  func pageLeavesExamplesAlone(text: String) throws {
    #expect(try parts(text) == [])
  }

  /// A text of a program that looks like a comment with markers.
  @Test(
    arguments: [
      ("let a = \"\"\"", "\"\"\""), ("let a = #\"\"\"", "\"\"\"#"), ("f(\"//\", \"\"\"", "\"\"\")"),
    ])
  func pageLeavesMarkersInAStringLiteralAlone(opening: String, closing: String) throws {
    let marked = "// <!-- diagram: Door text -->\n// <!-- end diagram -->"
    let text = "\(opening)\n\(marked)\n  \(closing)\n"
    func lines(_ text: String) throws -> [Int] {
      try MarkedPage(text, path: "Door.swift").parts.map(\.line)
    }
    #expect(try lines(text) == [])
    #expect(try lines(text + marked) == [4])
    // A line may close one literal and open the next.
    #expect(try lines("f(\"\"\"\na\n\"\"\", \"\"\"\n\(marked)\n\"\"\"\n)\n" + marked) == [7])
    // No literal opens in a comment, or ends at quotes in its text.
    #expect(try lines("a() // not \"\"\"\n" + marked) == [1])
    #expect(try lines("let a = #\"\"\"\n\"\"\"\n\(marked)\n\"\"\"#\n") == [])
  }

  @Test(
    arguments: [
      "<!-- diagram: Door dot -->\n":
        "README.md:1: the marker begins a diagram that does not end; add <!-- end diagram -->",
      "\n<!-- diagram: Door dot -->\n<!-- diagram: Door dot -->\n<!-- end diagram -->":
        "README.md:2: the marker begins a diagram that does not end; add <!-- end diagram -->",
      "a\n<!-- end diagram -->":
        "README.md:2: the marker ends a diagram that nothing began; remove it",
    ])
  func errorSaysWhatIsWrongWithAMarker(text: String, expected: String) throws {
    let error = #expect(throws: DiagramError.self) { try MarkedPage(text, path: "README.md") }
    #expect(error?.code == .invalidMarker)
    #expect(error?.description == expected)
  }

  @Test(
    arguments: [
      "<!--diagram: Door dot-->\n<!--end diagram-->",
      "<!--  diagram: Door dot-->\n<!--end  diagram -->",
    ])
  func markerMayHaveAnyBlanks(text: String) throws {
    #expect(try parts(text) == ["1 Door dot 1..<1"])
  }

  @Test(
    arguments: [
      "<!-- Diagram: Door table -->", "<!-- DIAGRAM: Door table -->", "<!-- diagram Door table -->",
      "<!-- diagrams: Door table -->", "<!-- digram: Door table -->", "<!-- diagram:Door table -->",
      "<!-- diagram : Door table -->", "<!-- diagram: Door table --> as of today",
      "- <!-- diagram: Door table -->", "> <!-- diagram: Door table -->",
      "<!- diagram: Door table -->", "<! diagram: Door table >", "<!-- diagram: Door table ->",
      "<!--- diagram: Door table --->", "<!-- diagram: Door table",
      "<!--\ndiagram: Door table\n-->",
      "<!-- diagram = Door table -->", "<!-- enddiagram -->", "<!-- end-diagram -->",
      "<!-- End diagram -->", "<!-- end diagrams -->", "<!-- /diagram -->", "<!-- diagram end -->",
      "<!-- end diagram --> text", "<!-- end diagram --", "<!-- end digram -->",
    ])
  func nearMissOfAMarkerIsReported(text: String) throws {
    let error = #expect(throws: DiagramError.self) {
      try MarkedPage("# Page\n\n\(text)\n\nThe end.", path: "README.md")
    }
    #expect(error?.code == .invalidMarker)
    #expect(error?.description.hasPrefix("README.md:3: ") == true)
  }

  @Test(
    arguments: [
      "<!-- the diagram of the door is below -->", "<!-- diagrams -->", "<!-- diagram -->",
      "<!-- TODO: draw a diagram -->", "<!-- diagram of a door -->", "<!-- end of the diagrams -->",
      "<!-- in the end a diagram: Door -->", "<!-- a table -->", "A diagram: Door table",
      "`<!-- diagram: NAME table` begins", "    <!--diagram: Door table", "<!DOCTYPE html>",
    ])
  func pageLeavesOtherCommentsAlone(text: String) throws {
    #expect(try parts(text) == [])
  }

  @Test func errorSuggestsANotation() throws {
    let error = #expect(throws: DiagramError.self) {
      try MarkedPage("<!-- diagram: Door dott -->\n<!-- end diagram -->", path: "README.md")
    }
    #expect(
      error?.description.contains("\"dott\"; did you mean \"dot\"? there are table, ") == true)
  }

  /// Whatever surrounds the parts stays as it is, byte for byte, mixed line endings included.
  @Test(arguments: ["\n", "\r\n"])
  func pageReplacesNothingButTheParts(ending: String) throws {
    let lines = ["a\r", "<!-- diagram: Door dot -->", "old", "<!-- end diagram -->", "```", "b "]
    let text = lines.joined(separator: ending)
    let page = try MarkedPage(text, path: "README.md")
    let part = try #require(page.parts.first)
    let new = page.content(of: part, showing: "new\n")
    #expect(
      page.text(replacing: [(part, new)])
        == text.replacing("old", with: ["", "new", ""].joined(separator: ending)))
    let again = try MarkedPage(page.text(replacing: [(part, new)]), path: "README.md")
    #expect(again.content(of: again.parts[0]) == new)
  }

  @Test func textThatHoldsFencesIsFenced() throws {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "a", event: "````")],
      initialState: "a")
    let markdown = DiagramFormat.dot.text(
      of: graph, named: "Ticks", style: DiagramStyle(), in: try markdownPart)
    #expect(markdown.hasPrefix("`````dot\n"))
    #expect(markdown.hasSuffix("\n`````\n"))
  }

  @Test func markedPartShowsThePictureWithoutTheRecord() throws {
    let markdown = DiagramFormat.dot.text(
      of: StateGraph(Door.schema), named: "Door", style: DiagramStyle(), in: try markdownPart)
    #expect(markdown.hasSuffix("}\n```\n"))
    #expect(!markdown.contains("//"))
  }

  private var markdownPart: MarkedPage.Part {
    get throws {
      try MarkedPage("<!-- diagram: Door dot -->\n<!-- end diagram -->", path: "README.md").parts[0]
    }
  }
}

/// Pages with marked parts, from the command line.
@MainActor @Suite struct PageCommandTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog = Door.changedCatalog
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

  @Test func commandUpdatesAndChecksMarkedParts() throws {
    try write("# Doors\n\n<!-- diagram: Door dot -->\n<!-- end diagram -->\n\nThe end.\n")
    // A folder stands for the pages in it.
    try run(Tool.self, "generate", pages: temporary.folder.path(of: "pages"))
    let dot = DOTPrinter(name: "Door").text(of: StateGraph(Door.schema))
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

  @Test(arguments: DiagramFormat.ofPages.flatMap { [$0.word, $0.rawValue] })
  func checkTakesBlanksForFormatting(notation: String) throws {
    try write("<!-- diagram: Door \(notation) -->\n<!-- end diagram -->\n")
    try run(Tool.self, "generate", pages: page)
    let written = try text()
    try write(written.replacing("\n", with: " \r\n").replacing("| ", with: "|   "))
    let problems = try MarkedPages(pages: try PageFolder(paths: [page]).markedPages())
      .problems(with: Door.catalog)
    #expect(problems.allSatisfy { $0.kind == .formatting })
  }

  @Test func errorNamesTheMarkerOfAnUnknownDiagram() throws {
    try write("\n<!-- diagram: Dor dot -->\n<!-- end diagram -->\n")
    let pages = MarkedPages(pages: try PageFolder(paths: [page]).markedPages())
    let error = #expect(throws: DiagramError.self) { try pages.problems(with: Door.catalog) }
    #expect(
      error?.description.hasSuffix(
        "Page.md:2: no diagram is named \"Dor\"; did you mean \"Door\"? there are Door") == true)
  }

  @Test(arguments: ["", "# Doors\r\n"])
  func commandKeepsAByteOrderMark(before: String) throws {
    try write("\u{FEFF}\(before)<!-- diagram: Door text -->\r\n<!-- end diagram -->\r\nEnd")
    try run(Tool.self, "generate", pages: page)
    #expect(try Data(contentsOf: URL(fileURLWithPath: page)).starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(try text().contains("closed"))
    try run(Tool.self, "check", pages: page)
  }

  @Test func commandLeavesPipesInAFolderOfPagesAlone() throws {
    try write("<!-- diagram: Door dot -->\n<!-- end diagram -->\n")
    let pages = temporary.folder.path(of: "pages")
    try #require(mkfifo("\(pages)/Pipe.md", 0o600) == 0)
    #expect(try PageFolder(paths: [pages]).markedPages().map(\.path) == [page])
  }

  @Test func commandSeesMarkersInCapitals() throws {
    try write("<!-- DIAGRAM: Door dot -->\n")
    #expect(throws: ExitCode(2)) { try run(Tool.self, "check", pages: page) }
  }

  @Test func commandFollowsALinkToAPage() throws {
    try write("<!-- diagram: Door dot -->\n<!-- end diagram -->\n")
    let link = temporary.folder.path(of: "Link.md")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "pages/Page.md")
    try run(Tool.self, "generate", pages: link)
    #expect(try text().contains("digraph"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "pages/Page.md")
  }

  /// Nobody named what a link in a folder leads to.
  @Test func commandFollowsNoLinkOutOfAFolder() throws {
    let text = "<!-- diagram: Door dot -->\n<!-- end diagram -->\n"
    try write(text)
    let outside = TemporaryFolder()
    try outside.write(text, to: "Outside.md")
    let pages = temporary.folder.path(of: "pages")
    for (link, target) in [
      ("Link.md", outside.folder.path(of: "Outside.md")), ("folder", outside.folder.path),
      ("folder.md", outside.folder.path), ("loop", pages), ("nowhere.md", "nothing"),
      ("Own.md", "Page.md"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(pages)/\(link)", withDestinationPath: target)
    }
    #expect(
      try PageFolder(paths: [pages]).markedPages().map(\.path)
        == ["\(pages)/Own.md", "\(pages)/Page.md"])
    try run(Tool.self, "generate", pages: pages)
    #expect(try outside.text(of: "Outside.md") == text)
    #expect(try self.text().contains("digraph"))
    // A link to the folder itself is named, and so followed.
    let link = temporary.folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pages)
    #expect(try PageFolder(paths: [link]).markedPages().map(\.path).contains("\(link)/Page.md"))
  }

  @Test func commandRefusesAPageThatIsNotThere() throws {
    #expect(throws: ExitCode(2)) { try run(Tool.self, "check", pages: page) }
  }
}
