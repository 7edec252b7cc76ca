import Foundation
import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// Edited, merged and damaged diagrams: what `check` says of each.
@MainActor @Suite struct EditedDiagramTests {
  private let temporary = TemporaryFolder()

  init() throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: [.dot]).generate(Door.catalog)
  }

  private func problems() throws -> [DiagramProblem] {
    try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog)
  }

  /// Expects what `check` says of a text, after the name of the file.
  private func expect(
    _ message: String?, of text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try temporary.write(text, to: "Door.dot")
    let problems = try problems().map { problem in
      problem.description.replacing(temporary.folder.path(of: "Door.dot"), with: "Door.dot")
    }
    #expect(problems == [message].compactMap(\.self), sourceLocation: sourceLocation)
  }

  private func text() throws -> String { try #require(try temporary.text(of: "Door.dot")) }

  /// Returns the number of the first line that begins with a text.
  private func line(_ start: String, in text: String) throws -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.hasPrefix(start) }) + 1
  }

  private static let picture =
    "the rows are those of the code, and the picture isn't: it was edited, or drawn by another version"
  private static let rows =
    "the graph is that of the code, in another order or with other lines between or after its rows"
  private static let notOurs = "only DOT text that Schematic wrote is read, as it was written."

  /// Nothing can be hidden or turned in the picture without notice.
  @Test(arguments: [
    ("  \"open\" -> \"closed\" [label=\"push\"]", "  \"open\" -> \"closed\" [label=\"pull\"]"),
    ("  \"open\" -> \"closed\" [", "  \"open\" -> \"closed\" [style=invis "),
    ("  \"open\" -> \"closed\" [", "  \"open\" -> \"closed\" [dir=back "),
    ("  \"open\" -> \"closed\" [label=\"push\"];\n", ""), ("  \"open\" ->", "  \"open\" -->"),
    ("  \"locked\";", " \"locked\";"), ("  node [", "\n  node ["),
    ("  \"locked\";", "  // locked;"),
  ])
  func aChangedPictureIsNamedByItsFirstLineThatDiffers(old: String, new: String) throws {
    let text = try text()
    let line = try line(String(old.prefix { $0 != "\n" }), in: text)
    let edited = text.replacing(old, with: new, maxReplacements: 1)
    try expect("Door.dot:\(line): out of date: \(Self.picture)", of: edited)
    let problem = try #require(try problems().first)
    #expect(problem.isDrift && problem.kind.name == "outOfDate" && problem.edits.isEmpty)
  }

  @Test func aMissingPictureIsNamed() throws {
    let text = try text()
    let record = try #require(text.range(of: "// record")).lowerBound
    try expect("Door.dot:1: out of date: \(Self.picture)", of: String(text[record...]))
  }

  @Test func checkTakesEndsOfLinesForFormatting() throws {
    try expect(nil, of: text().replacing("\n", with: "\r\n"))
  }

  @Test func otherLinesAreNamedIfTheGraphIsTheSame() throws {
    let text = try text()
    let end = try line("// end", in: text)
    try expect("Door.dot:\(end + 1): out of date: \(Self.rows)", of: String(text.dropLast()))
    try expect("Door.dot:\(end + 1): out of date: \(Self.rows)", of: text + "// later\n")
    try expect("Door.dot:\(end + 1): out of date: \(Self.rows)", of: text + text)
    let first = try line("// state open", in: text)
    try expect(
      "Door.dot:\(first): out of date: \(Self.rows)",
      of: text.replacing("// state open", with: "\n// state open"))
  }

  @Test func rowsThatAPersonEditedAreBelieved() throws {
    let text = try text()
    try expect(
      """
      Door.dot: out of date: the code differs (- only in the file, + only in the code)
      Tests/SchematicDiagramsTests/Support/Door.swift:25: ~ closed: turnKey leads to locked / click, was: leads to locked / clack
      """,
      of: text.replacing(
        "// closed -> locked: turnKey / click", with: "// closed -> locked: turnKey / clack"))
    try expect(
      """
      Door.dot: out of date: the code differs (- only in the file, + only in the code)
      Tests/SchematicDiagramsTests/Support/Door.swift:25: + closed -> open: push
      """, of: text.replacing("// closed -> open: push\n", with: ""))
  }

  @Test(arguments: [
    ("// closed -> open: push", "// closed ->  open: push"),
    ("// closed -> open: push", "// closed -> open: \"push\""),
    ("// closed -> open: push", "// closed -> open: push / "), ("// state open", "// state  open"),
    ("// closed -> open: push", "// closed => open: push"),
  ])
  func rowsThatAreWrittenInAnotherWayAreUnreadable(old: String, new: String) throws {
    let text = try text()
    let edited = text.replacing(old, with: new, maxReplacements: 1)
    try temporary.write(edited, to: "Door.dot")
    let problem = try #require(try problems().first)
    #expect(problem.message.hasPrefix("unreadable: "))
    #expect(problem.message.hasSuffix(Self.notOurs))
    #expect(abs(try #require(problem.line) - (try line(new, in: edited))) <= 1)
  }

  @Test func conflictsAreNamedInThePictureAndInTheRows() throws {
    let text = try text()
    for (old, start) in [("  \"locked\";", "  \"locked\""), ("// state locked", "// state locked")]
    {
      let line = try line(start, in: text)
      try expect(
        """
        Door.dot:\(line): unreadable: There are marks of a merge conflict: mend the sources, then generate the text again.
        """,
        of: text.replacing(
          old, with: "<<<<<<< HEAD\n\(old)\n=======\n>>>>>>> other", maxReplacements: 1))
    }
  }

  @Test func anOlderFileIsToldFromOneThatWasCutShort() throws {
    let text = try text()
    let record = try line("// record", in: text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func cut(before line: Int) -> String { lines[..<(line - 1)].joined(separator: "\n") + "\n" }
    try expect(
      "Door.dot:\(record - 1): unreadable: There is a picture without the rows of its graph: an earlier version wrote it, or they were removed; generate the file again.",
      of: cut(before: record))
    try expect(
      "Door.dot:\(record - 2): unreadable: The picture has no end: the file was cut short; generate it again.",
      of: cut(before: record - 1))
    for row in ["// state open", "// closed -> open", "// end"] {
      let line = try line(row, in: text)
      try expect(
        "Door.dot:\(line): unreadable: The rows have no end: the file was cut short; generate it again.",
        of: cut(before: line))
    }
    try expect("Door.dot:1: unreadable: The file is empty: generate it again.", of: "")
  }

  @Test func otherFilesAreNamed() throws {
    let text = try text()
    let record = try line("// record", in: text)
    try expect(
      "Door.dot:\(record): unreadable: The rows are those of another version of the package: generate the file again.",
      of: text.replacing("// record 1", with: "// record 2"))
    try expect(
      "Door.dot:1: unreadable: There is no diagram with the rows of its graph: \(Self.notOurs)",
      of: "graph { a -- b }\n")
    try temporary.folder.write([("Door.dot", Data([0x64, 0xFF]))])
    #expect(try problems().map(\.message) == ["unreadable: it is not UTF-8 text"])
  }
}
