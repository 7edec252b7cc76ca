import Foundation
import Schematic
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

@MainActor @Suite struct LineReportTests {
  private func report(_ position: String) throws -> LineReport {
    try LineReport(
      of: Door.catalog.diagrams, at: try #require(SourcePosition(position)))
  }

  @Test(
    arguments: [
      "Door.swift:25", "Support/Door.swift:25",
      "./Tests/SchematicDiagramsTests/Support/Door.swift:25",
      "/anywhere/Tests/SchematicDiagramsTests/Support/Door.swift:25",
      "SchematicDiagramsTests/Door.swift:25",
    ])
  func reportPrintsTheArrowsOfALine(position: String) throws {
    #expect(
      try report(position).text == """
        Door: closed -> open: push
        Door: closed -> locked: turnKey / click
        """)
  }

  @Test func reportNamesTheNearestLineThatMakesAnArrow() throws {
    let error = #expect(throws: DiagramError.self) { _ = try report("Door.swift:30") }
    #expect(
      error?.description == "Door.swift:30 makes no arrow; the nearest line that makes one is 26")
  }

  @Test func reportSaysThatAFileMakesNoArrow() throws {
    let error = #expect(throws: DiagramError.self) { _ = try report("Gate.swift:25") }
    #expect(
      error?.description
        == "Gate.swift:25 makes no arrow; no answer of a schema that a diagram shows is in this file"
    )
  }

  @Test(arguments: ["Door.swift", "Door.swift:", "Door.swift:x", ""])
  func positionNeedsAFileAndALine(text: String) {
    #expect(SourcePosition(text) == nil)
  }
}

@Suite struct SourceFilesTests {
  private let temporary = TemporaryFolder()

  private func files(_ paths: String...) throws -> SourceFiles {
    for path in paths {
      let folder = DiagramFolder(
        path: temporary.folder.path + "/"
          + path.split(separator: "/").dropLast().joined(separator: "/"))
      try folder.write([(String(path.split(separator: "/").last ?? ""), .init())])
    }
    return SourceFiles(in: temporary.folder.path)
  }

  private func line(_ fileID: String) -> SourceLine { SourceLine(fileID: fileID, line: 7) }

  @Test func fileOfAModuleIsFound() throws {
    let files = try files("Sources/A/Deep/Door.swift", "Sources/B/Door.swift", "Tests/B.swift")
    #expect(files.path(of: line("A/Door.swift")) == "Sources/A/Deep/Door.swift")
    #expect(files.path(of: line("B/Door.swift")) == "Sources/B/Door.swift")
    #expect(files.path(of: line("A/B.swift")) == "Tests/B.swift")
  }

  @Test func moduleStandsForAFileThatIsNotSure() throws {
    let files = try files("One/Door.swift", "Two/Door.swift", ".build/A/Gate.swift")
    #expect(files.path(of: line("A/Door.swift")) == "A/Door.swift")
    #expect(files.path(of: line("A/Gate.swift")) == "A/Gate.swift")
    #expect(files.path(of: line("A/Lamp.swift")) == "A/Lamp.swift")
  }

  @Test func lineBeginsAsThoseOfCompilersDo() throws {
    let files = try files("Sources/A/Door.swift")
    let place = line("A/Door.swift")
    #expect(files.located("~ open", at: SourceLines([place])) == "Sources/A/Door.swift:7: ~ open")
    #expect(
      files.located("- open", at: SourceLines([place], isNear: true))
        == "Sources/A/Door.swift:7: - open (near this line)")
    #expect(files.located("+ open", at: SourceLines()) == "  + open")
  }
}
