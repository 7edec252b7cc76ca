import ArgumentParser
import Testing

@testable import SchematicDiagrams

/// A check that only reports tells the same and passes.
@MainActor @Suite struct ReportingCheckTests {
  private enum Tool: DiagramTool, SilentTool {
    static let catalog = Door.catalog
  }
  private enum ChangedTool: DiagramTool, SilentTool {
    static let catalog = Door.changedCatalog
  }

  private let temporary = TemporaryFolder()

  private func run<T: DiagramTool>(_ tool: T.Type, _ arguments: [String]) throws {
    var command = try DiagramCommand<T>.parseAsRoot(
      arguments + ["--output", temporary.folder.path])
    try command.run()
  }

  @Test func checkThatReportsPassesAndTellsTheSame() throws {
    try run(Tool.self, ["generate", "--format", "dot"])
    #expect(throws: ExitCode(1)) { try run(ChangedTool.self, ["check", "--strict"]) }
    try run(ChangedTool.self, ["check", "--strict", "--report"])
    try run(ChangedTool.self, ["check", "--report", "--sarif"])
    func report(_ arguments: String...) throws -> CheckReport {
      let all = ["check", "--output", temporary.folder.path] + arguments
      let command = try DiagramCommand<ChangedTool>.parseAsRoot(all)
      return try #require(command as? CheckCommand<ChangedTool>).check().report
    }
    let (blocking, reporting) = (try report(), try report("--report"))
    #expect(!blocking.passed)
    #expect(reporting.passed)
    #expect(!reporting.isClean)
    #expect(reporting.repair == blocking.repair)
    #expect(reporting.problems.map(\.message) == blocking.problems.map(\.message))
  }

  @Test func checkThatReportsFailsIfItCannotBeDone() throws {
    #expect(throws: ExitCode(2)) {
      try run(ChangedTool.self, ["check", "--report", "--only", "Window"])
    }
  }
}
