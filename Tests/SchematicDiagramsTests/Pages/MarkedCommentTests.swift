import ArgumentParser
import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Diagrams in the comments of Swift files.
@Suite struct MarkedCommentTests {
  private static let picture = """
    ┌ ● closed ───────────────────┐
    │ push             ──▶ open   │
    │ turnKey / turn   ──▶ locked │
    └─────────────────────────────┘

    """

  private func page(_ text: String) throws -> MarkedPage {
    try MarkedPage(text, path: "Sources/Door.swift")
  }

  /// Returns a page with a text in its only part.
  private func text(_ text: String, showing picture: String = Self.picture) throws -> String {
    let page = try page(text)
    let part = try #require(page.parts.first)
    return page.text(replacing: [(part, page.content(of: part, showing: picture))])
  }

  @Test func commentShowsAPictureAtItsIndentation() throws {
    let old = """
      enum Door {
        // <!-- diagram: Door text -->
        // an old picture
        // <!-- end diagram -->

        /// The rules.
        static let rules = 1
      }

      """
    let new = try text(old)
    #expect(
      new == """
        enum Door {
          // <!-- diagram: Door text -->
          // ┌ ● closed ───────────────────┐
          // │ push             ──▶ open   │
          // │ turnKey / turn   ──▶ locked │
          // └─────────────────────────────┘
          // <!-- end diagram -->

          /// The rules.
          static let rules = 1
        }

        """)
    #expect(try text(new) == new)
  }

  /// The bytes of line endings and of tabs stay.
  @Test func commentKeepsLineEndingsAndTabs() throws {
    #expect(
      try text(
        "a\r\n\t// <!-- diagram: Door text -->\r\n\t// <!-- end diagram -->\r\nb\n",
        showing: "one\n\ntwo\n")
        == "a\r\n\t// <!-- diagram: Door text -->\r\n\t// one\r\n\t//\r\n\t// two\r\n"
        + "\t// <!-- end diagram -->\r\nb\n")
  }

  /// Documentation is Markdown.
  @Test func documentationShowsABlockOfCode() throws {
    let page = try page("  /// <!-- diagram: Door text -->\n  /// <!-- end diagram -->")
    let markdown = DiagramFormat.txt.text(
      of: StateGraph(Door.schema), named: "Door", style: DiagramStyle(), in: page.parts[0])
    let lines = page.content(of: page.parts[0], showing: markdown).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["  ///", "  /// ```text"])
    #expect(lines.suffix(2) == ["  /// ```", "  ///"])
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test(
    arguments: [
      "let page = \"<!-- diagram: Door text -->\"", "let a = 1  // <!-- diagram: Door text -->",
      "<!-- diagram: Door text -->", "/// ```\n/// <!-- diagram: Door text -->\n/// ```",
      "// a `<!-- diagram: Door text -->` b", "//     <!-- diagram: Door text -->",
    ])
  func codeAndExamplesAreLeftAlone(text: String) throws {
    #expect(try page(text).parts.isEmpty)
  }

  @Test func blockOfCodeEndsWithItsComment() throws {
    let text = "/// ```\nlet a = 1\n// <!-- diagram: Door text -->\n// <!-- end diagram -->"
    #expect(try page(text).parts.count == 1)
  }

  @Test(
    arguments: [
      "a\n// <!-- diagram: Door text -->\nlet a = 1\n// <!-- end diagram -->":
        "Sources/Door.swift:2: the marker begins a diagram that does not end; add <!-- end diagram -->",
      "a\n// <!-- end diagram -->":
        "Sources/Door.swift:2: the marker ends a diagram that nothing began; remove it",
      "// <!-- diagram: Door test -->\n// <!-- end diagram -->":
        "Sources/Door.swift:1: the marker has an unknown notation, \"test\"; did you mean \"text\"?",
      "a\n// <!-- Diagram: Door text -->":
        "Sources/Door.swift:2: a comment resembles a marker and is none; write",
    ])
  func errorSaysWhatIsWrongWithAComment(text: String, expected: String) throws {
    let error = #expect(throws: DiagramError.self) { try page(text) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
  }

  /// A line of the file has a hundred columns, as far as the indentation leaves sixty for the picture.
  @Test(arguments: [0, 2, 30, 60])
  func pictureInACommentLeavesRoomForTheIndentation(indentation: Int) throws {
    let event = Array(repeating: "turn the key", count: 12).joined(separator: " ")
    let graph = StateGraph(
      states: [], rules: [.init(source: "open", target: "shut", trigger: .event(event))],
      initialState: "open")
    let blanks = String(repeating: " ", count: indentation)
    let page = try page("\(blanks)// <!-- diagram: Door text -->\n// <!-- end diagram -->")
    let picture = DiagramFormat.txt.text(
      of: graph, named: "Door", style: DiagramStyle(), in: page.parts[0])
    let lines = page.content(of: page.parts[0], showing: picture).split(separator: "\n")
    let widest = lines.map(\.count).max()
    #expect(widest == max(100, indentation + 3 + 60))
  }
}

/// Diagrams in the comments of Swift files, from the command line.
@MainActor @Suite struct CommentCommandTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog = Door.changedCatalog
  }

  private let temporary = TemporaryFolder()
  private let code = "// <!-- diagram: Door text -->\n// <!-- end diagram -->\nlet door = 1\n"

  private func run<T: DiagramTool>(_ tool: T.Type, _ verb: String) throws {
    var command = try DiagramCommand<T>.parseAsRoot(
      [verb, "--output", temporary.folder.path(of: "drawn"), "--pages", temporary.folder.path]
        + (verb == "generate" ? ["--format", "dot"] : []))
    try command.run()
  }

  private func date(of file: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: temporary.folder.path(of: file))[
      .modificationDate] as? Date
  }

  @Test func commandUpdatesAndChecksComments() throws {
    let plain = "// A door.\nlet page = \"<!-- diagram: Door text -->\"\n"
    try temporary.write(code, to: "Door.swift")
    try temporary.write(plain, to: "Plain.swift")
    let before = try date(of: "Plain.swift")
    try run(Tool.self, "generate")
    let picture = StateGraph(Door.schema).textPicture()
    let comment = picture.split(separator: "\n").map { "// \($0)\n" }.joined()
    #expect(
      try temporary.text(of: "Door.swift")
        == "// <!-- diagram: Door text -->\n\(comment)// <!-- end diagram -->\nlet door = 1\n")
    try run(Tool.self, "check")
    // A second run writes nothing, so that nothing is built again.
    let written = try date(of: "Door.swift")
    try run(Tool.self, "generate")
    #expect(try date(of: "Door.swift") == written)
    #expect(try temporary.text(of: "Plain.swift") == plain)
    #expect(try date(of: "Plain.swift") == before)
  }

  @Test func checkNamesTheFileTheLineAndTheDiagramOfAComment() throws {
    try temporary.write(code, to: "Door.swift")
    try run(Tool.self, "generate")
    let pages = try PageFolder(paths: [temporary.folder.path]).markedPages()
    let problems = try MarkedPages(pages: pages).problems(with: Door.changedCatalog)
    #expect(
      problems.map(\.description) == [
        "\(temporary.folder.path(of: "Door.swift")):1: out of date: the text of Door is not what the code "
          + "gives"
      ])
    #expect(throws: ExitCode(1)) { try run(ChangedTool.self, "check") }
  }

  /// `.build` has the sources of the packages that a package depends on.
  @Test func commandPassesOverHiddenFolders() throws {
    let build = temporary.folder.path(of: "some/.build/checkouts")
    try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
    try code.write(toFile: "\(build)/Door.swift", atomically: true, encoding: .utf8)
    try temporary.write(code, to: "some/Door.swift")
    try temporary.write(code, to: ".Door.swift")
    #expect(
      try PageFolder(paths: [temporary.folder.path]).markedPages().map(\.path)
        == [temporary.folder.path(of: "some/Door.swift")])
  }
}
