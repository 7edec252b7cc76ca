import ArgumentParser
import Foundation
import Testing

@testable import SchematicDiagrams

/// The command that `check` prints mends everything that it found.
@MainActor @Suite struct RepairTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
    static let pages: [String] = []
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog: DiagramCatalog = [
      Diagram("Door", of: Door.changedSchema), Diagram("Gate", of: Door.schema),
    ]
    static let pages: [String] = []
  }

  private let temporary = TemporaryFolder()
  private var output: String { temporary.folder.path(of: "All Diagrams") }

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: [String]) throws {
    var command = try DiagramCommand<T>.parseAsRoot(arguments)
    try command.run()
  }

  @Test(arguments: DiagramFormat.allCases)
  func generateBringsEveryFormatUpToDate(format: DiagramFormat) throws {
    try run(Tool.self, ["generate", "--output", output, "--format", "dot", format.rawValue])
    #expect(throws: ExitCode(1)) { try run(ChangedTool.self, ["check", "--output", output]) }
    try run(ChangedTool.self, ["generate", "--output", output])
    try run(ChangedTool.self, ["check", "--output", output])
    let file = DiagramFolder(path: output).path(of: format.fileName(of: "Door"))
    let old = try Data(contentsOf: URL(fileURLWithPath: file))
    try run(Tool.self, ["generate", "--output", output])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) != old)
  }

  @Test func generateRemovesTheDraftsOfKilledRuns() throws {
    let folder = DiagramFolder(path: output)
    let leftovers = [
      ".Door.dot.draft", ".Door.svg.schematic-0123456789abcdef.draft",
      ".Gate.dot.schematic-7.backup",
    ]
    let others = [".gitignore", ".letter.draft", ".notes.rtf.schematic-7.draft"]
    try folder.write((leftovers + others).map { ($0, Data("x".utf8)) })
    try run(Tool.self, ["generate", "--output", output, "--format", "dot"])
    #expect(try folder.fileNames() == (others + ["Door.dot"]).sorted())
  }
}

extension RepairTests {
  /// Returns the command that `check` prints, as a shell takes it apart.
  private func repair<T: DiagramTool>(_ tool: T.Type, _ arguments: [String]) throws -> [String]? {
    let command = try DiagramCommand<T>.parseAsRoot(["check"] + arguments)
    let report = try #require(command as? CheckCommand<T>).check().report
    return report.repair?.matches(of: #/'([^']*)'|\S+/#).map { String($0.output.1 ?? $0.output.0) }
  }

  @Test func repairNamesTheFolderAndThePages() throws {
    let page = temporary.folder.path(of: "A page.md")
    try temporary.write("<!-- diagram: Door table -->\n<!-- end diagram -->\n", to: "A page.md")
    let arguments = ["--output", output, "--pages", page]
    let words = try #require(try repair(ChangedTool.self, arguments))
    #expect(
      words == ["swift", "run", "ChangedTool", "generate", "--prune"] + arguments)
    try run(ChangedTool.self, Array(words.dropFirst(3)))
    #expect(try repair(ChangedTool.self, arguments) == nil)
  }

  @Test func repairNamesAFolderThatBeginsWithAHyphen() throws {
    let arguments = ["--output=-diagrams", "--only", "Door"]
    let words = try #require(try repair(Tool.self, arguments))
    let command = try DiagramCommand<Tool>.parseAsRoot(Array(words.dropFirst(3)))
    #expect(try #require(command as? GenerateCommand<Tool>).location.output == "-diagrams")
  }

  @Test(arguments: [
    "plain/path-1.md": "plain/path-1.md", "a b": "'a b'", "": "''", "it's": #"'it'\''s'"#,
    "$x": "'$x'",
  ])
  func repairQuotesForAShell(argument: String, expected: String) {
    #expect(ShellWord.quoted(argument) == expected)
  }
}
