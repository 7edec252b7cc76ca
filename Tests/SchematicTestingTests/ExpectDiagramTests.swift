import Foundation
import Schematic
import SchematicGraph
import Testing

@testable import SchematicTesting

@Suite struct ExpectDiagramTests {
  private enum Light: CaseIterable, Graphable { case on, off }
  private enum Press: CaseIterable, Graphable { case press }

  private static func schema(
    offLeadsTo target: Light = .on
  ) -> StateMachineSchema<Light, Press, Void> {
    StateMachineSchema(initialState: .off) { state, _ in
      switch state {
      case .on: return .to(.off)
      case .off: return .to(target)
      }
    }
  }

  /// A package with an empty folder of tests, gone when the test is over.
  private final class Package {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "package-\(UUID().uuidString)")
    var testFile: String { root.appendingPathComponent("Tests/LightTests/LightTests.swift").path }
    var diagram: URL { root.appendingPathComponent("Diagrams/Light.dot") }

    init() throws {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: testFile).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try Data().write(to: root.appendingPathComponent("Package.swift"))
    }

    deinit { try? FileManager.default.removeItem(at: root) }
  }

  private let package: Package

  init() throws {
    package = try Package()
  }

  private func expectation(
    offLeadsTo target: Light = .on, isRecording: Bool = false
  ) throws -> DiagramExpectation {
    DiagramExpectation(
      graph: StateGraph(Self.schema(offLeadsTo: target)),
      file: try DiagramFile("Light.dot", namedIn: package.testFile), isRecording: isRecording)
  }

  /// Returns the text of the issue that an expectation records, without the place of the package.
  private func failure(_ expectation: DiagramExpectation) throws -> String? {
    try expectation.failure()?.replacing(package.root.path, with: "…")
  }

  @Test func expectationRecordsAndFails() throws {
    #expect(
      try failure(expectation(isRecording: true))
        == "recorded …/Diagrams/Light.dot; look at it and run again without RECORD_DIAGRAMS")
    #expect(try failure(expectation()) == nil)
    #expect(
      try String(contentsOf: package.diagram, encoding: .utf8)
        == StateGraph(Self.schema()).dot(name: "Light"))
  }

  @Test func expectationRecordsIntoNoPipe() throws {
    try FileManager.default.createDirectory(
      at: package.diagram.deletingLastPathComponent(), withIntermediateDirectories: true)
    try #require(mkfifo(package.diagram.path, 0o600) == 0)
    #expect(throws: DiagramFileError.self) { try expectation(isRecording: true).failure() }
    let attributes = try FileManager.default.attributesOfItem(atPath: package.diagram.path)
    #expect(attributes[.type] as? FileAttributeType != .typeRegular)
  }

  @Test func expectationNamesAMissingFile() throws {
    #expect(
      try failure(expectation())
        == "…/Diagrams/Light.dot does not exist; record it with RECORD_DIAGRAMS=1")
  }

  @Test func expectationListsWhatDiffers() throws {
    _ = try expectation(isRecording: true).failure()
    #expect(
      try failure(expectation(offLeadsTo: .off)) == """
        …/Diagrams/Light.dot does not show what the rules do; where the rules are right, record it \
        with RECORD_DIAGRAMS=1
        (- only in the file, + only in the code)
        SchematicTestingTests/ExpectDiagramTests.swift:18: ~ off: press leads to off, was on
        """)
  }

  @Test func expectationTakesNoLineEndsForADifference() throws {
    _ = try expectation(isRecording: true).failure()
    let text = try String(contentsOf: package.diagram, encoding: .utf8)
    try Data(text.replacing("\n", with: "\r\n").utf8).write(to: package.diagram)
    #expect(try failure(expectation()) == nil)
  }

  @Test(arguments: [
    (
      "  node [", "  edge [",
      "(the rows are those of the code, and the picture isn't: line 3 was edited, or drawn by another version)"
    ),
    (
      "// end", "\n// end",
      "(the graph is that of the code, in another order or with other lines: line"
    ),
  ])
  func expectationNamesAnEditedLineIfTheGraphIsTheSame(old: String, new: String, words: String)
    throws
  {
    _ = try expectation(isRecording: true).failure()
    let text = try String(contentsOf: package.diagram, encoding: .utf8)
    try Data(text.replacing(old, with: new).utf8).write(to: package.diagram)
    #expect(try failure(expectation())?.contains(words) == true)
  }

  @Test func expectationNamesTheLineThatCannotBeRead() throws {
    _ = try expectation(isRecording: true).failure()
    try Data("digraph \"Light\" {\n  a ->\n}".utf8).write(to: package.diagram)
    let error = #expect(throws: DiagramFileError.self) { try expectation().failure() }
    #expect(error?.description.contains("Light.dot:3: There is a picture without") == true)
  }

  @Test func dottedPathsStartAtTheTest() throws {
    let folder = package.root.path + "/Tests"
    for (path, expected) in ["./A.dot": "/LightTests/A.dot", "../A.dot": "/A.dot"] {
      #expect(try DiagramFile(path, namedIn: package.testFile).url.path == folder + expected)
    }
  }

  @Test(arguments: ["A.dot", "./A.dot"])
  func pathIsRefusedIfTheSourcesOfTheTestAreElsewhere(path: String) {
    let error = #expect(throws: DiagramFileError.self) {
      try DiagramFile(path, namedIn: "/nowhere/A.swift")
    }
    #expect(
      error?.description == """
        \(path) cannot be found: the folder of the test, /nowhere, is not on this computer; run the tests where they \
        were compiled, or give an absolute path
        """)
  }

  /// The expectation itself: an issue where the diagram differs, none where it does not.
  @Test func expectationReportsAnIssue() throws {
    _ = try expectation(isRecording: true).failure()
    expectDiagram(of: Self.schema(), matches: "Light.dot", testFile: package.testFile)
    withKnownIssue {
      expectDiagram(
        of: Self.schema(offLeadsTo: .off), matches: "Light.dot", testFile: package.testFile)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasSuffix("~ off: press leads to off, was on") }
    }
  }
}
