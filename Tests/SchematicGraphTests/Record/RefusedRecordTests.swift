import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Texts that are no diagram with a record, or not as they would be written.
@Suite struct RefusedRecordTests {
  private static let graph = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "open")],
    transitions: [
      .init(source: "locked", target: "open", event: "push"),
      .init(source: "open", target: "locked", event: "pull"),
    ],
    rejections: [.init(state: "open", event: "push", reason: "no")], initialState: "locked")

  private func error(_ text: String) throws -> DOTError {
    try #require(throws: DOTError.self) { try StateGraph(dot: text) }
  }

  @Test(arguments: [
    ("", 1, "The file is empty"), ("\n\n", 1, "The file is empty"),
    ("graph LR\n", 1, "There is no diagram with the rows of its graph"),
    ("digraph \"a\" {\n}\n", 2, "a picture without the rows of its graph: an earlier version"),
    ("digraph \"a\" {\n  \"b\"", 2, "The picture has no end: the file was cut short"),
    ("digraph \"a\" {\n}\n// rec", 3, "The picture has no end: the file was cut short"),
    ("// record 2\n// end\n", 1, "those of another version of the package"),
    ("// record 1\n// [*] -> a\n", 3, "The rows have no end: the file was cut short"),
    ("// record 1\n// end\n", 2, "A row is missing"),
    ("// record 1\n// state a\n// end\n", 2, "`state a` is no row that can stand here"),
    (
      "// record 1\n// [*] -> a\n// state a\n// b ->\n// end", 4,
      "`b ->` is no row that can stand here"
    ),
    ("// record 1\nx\n// end\n", 2, "There is no row of the graph"),
    ("// record 1\n// [*] -> a\n// end\n", 2, "`a` is none of the states in the rows"),
    (
      "// record 1\n// [*] -> a\n// state \"a\"\n// end\n", 3,
      "Here the row `// state a` is expected"
    ),
    ("// record 1\n<<<<<<< HEAD\n// end\n", 2, "marks of a merge conflict"),
  ])
  func areToldApart(text: String, line: Int, words: String) throws {
    let error = try error(text)
    #expect(error.line == line)
    #expect(error.message.contains(words), "\(error.message)")
  }

  /// A row that is written in another way, or in another place, is named with its line.
  @Test(arguments: [
    ("// state open", "// state  open", 0), ("// open -> locked", "// open  -> locked", 0),
    ("// open -> locked: pull", "// open -> locked: \"pull\"", 0),
    ("// open: push", "//  open: push", 0), ("// open: push", "//   open: push", 0),
    ("// open: push / rejected: no", "// open: push / rejected: no ", 0),
    (
      "// open: push / rejected: no", "// open: push / rejected: no\n// open: push / rejected: no",
      1
    ),
    ("// locked -> open: push", "// locked -> nowhere: push", 0),
    ("// state locked\n// state open", "// state open\n// state open\n// state locked", 1),
    ("// [*] -> locked", "// [*] -> elsewhere", 0),
    ("// open -> locked: pull", "// open -> locked: after 90 s", 0),
    ("// state open", "// state open\n// // state x", 1),
  ])
  func areNamedByTheLineThatWasChanged(old: String, new: String, offset: Int) throws {
    let text = Self.graph.dot()
    let start = try #require(text.firstRange(of: old)).lowerBound
    let line = text[..<start].count { $0 == "\n" } + 1
    let error = try error(text.replacing(old, with: new, maxReplacements: 1))
    #expect(error.line == line + offset, "\(error)")
    #expect(
      error.message.hasSuffix(": only DOT text that Schematic wrote is read, as it was written."))
  }

  /// What a person writes in a merge is as good as what the printer wrote.
  @Test func isReadIfARowWasEditedByHandAsItWouldBeWritten() throws {
    let text = Self.graph.dot().replacing(
      "// open -> locked: pull", with: "// open -> locked: pull [oiled] / creak")
    let read = try StateGraph(dot: text)
    #expect(read.transitions.map(\.description).last == "open -> locked: pull [oiled] / creak")
  }

  @Test(arguments: [(7, 10), (17, 2)])
  func haveRegionsThatMultiply(count: Int, states: Int) throws {
    let rows = (0..<count).flatMap { number in
      ["region r\(number)", "  [*] -> s0"] + (0..<states).map { "  state s\($0)" }
        + (0..<states).map { "  s\($0) -> s\(($0 + 1) % states): e\(number)" }
    }
    let text = (["record 1", "[*] -> x"] + rows + ["end"]).map { "// \($0)\n" }.joined()
    #expect(try error(text).message.contains("regions have together more than 1000000"))
  }

  @Test(arguments: [("state", 1_000), ("region", 1_000)])
  func haveRowsThatLieTooDeep(word: String, depth: Int) throws {
    let rows = (0..<depth).map { String(repeating: "  ", count: $0) + "\(word) s\($0)" }
    let text = (["record 1", "[*] -> x"] + rows + ["end"]).map { "// \($0)\n" }.joined()
    #expect(try error(text).message.contains("more than 250 deep"))
  }
}
