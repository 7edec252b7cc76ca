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
    (
      "version https://git-lfs.github.com/spec/v1\noid sha256:1a\nsize 12\n", 1,
      "The file is a pointer of Git LFS: fetch the file with `git lfs pull`"
    ),
    ("graph LR\n", 1, "There is no diagram with the rows of its graph"),
    ("digraph \"a\" {\n}\n", 2, "a picture without the rows of its graph: an earlier version"),
    ("digraph \"a\" {\n  \"b\"", 2, "The picture has no end: the file was cut short"),
    ("digraph \"a\" {\n}\n// rec", 3, "The picture has no end: the file was cut short"),
    ("// record 2\n// end\n", 1, "those of another version of the package"),
    ("// record 1\n// [*] -> a\n", 3, "The rows have no end: the file was cut short"),
    ("// record 1\n// end\n", 2, "A row is missing"),
    ("// record 1\n// state a\n// end\n", 2, "A row is missing: `[*] -> …`"),
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
  func refusedTextsAreToldApart(text: String, line: Int, words: String) throws {
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
  func errorNamesTheLineThatWasChanged(old: String, new: String, offset: Int) throws {
    let text = Self.graph.dot()
    let start = try #require(text.firstRange(of: old)).lowerBound
    let line = text[..<start].count { $0 == "\n" } + 1
    let error = try error(text.replacing(old, with: new, maxReplacements: 1))
    #expect(error.line == line + offset, "\(error)")
    #expect(
      error.message.hasSuffix(": only DOT text that Schematic wrote is read, as it was written."))
  }

  /// What a person writes in a merge is as good as what the printer wrote.
  @Test func rowThatWasEditedByHandIsReadIfItIsAsWritten() throws {
    let text = Self.graph.dot().replacing(
      "// open -> locked: pull", with: "// open -> locked: pull [oiled] / creak")
    let read = try StateGraph(dot: text)
    #expect(read.transitions.map(\.description).last == "open -> locked: pull [oiled] / creak")
  }

  /// No product of regions is made to read them, however many combinations it would have.
  @Test func recordIsReadWhateverItsRegionsMultiplyTo() throws {
    let names = (0..<20).map { "r\($0)" }
    let graph = StateGraph(
      states: names.flatMap { name in
        (0..<10).map { .init(identifier: "\(name)/\($0)", parent: name) }
      },
      regions: names.map { .init(name: $0, initialState: "\($0)/0") },
      rules: names.map { .init(source: "\($0)/0", target: "\($0)/1", trigger: "go") },
      initialState: nil)
    #expect(try StateGraph(dot: graph.dot()) == graph)
  }

  /// A name in a row is that of a state in the rows, and a region starts in a state of its own.
  @Test(arguments: [
    ("// [*] -> b", 2, "`b` is none of the states"),
    ("// a -> b: go", 9, "`b` is none of the states"), ("// b: go", 9, "`b` is none of the states"),
    ("// a -> s [s/r/b]: go", 9, "`s/r/b` is none of the states"),
    ("//   region s/q -> s/r/c", 7, "`s/r/c` is none of the states"),
    ("//   region s/q -> s/r/a", 7, "The region `s/q` starts in a state of another region"),
    ("// [*] -> s/r/a", 2, "The machine starts in a state of a region"),
    ("// s/r/a -> s/q/a: go", 9, "The rule enters no state of the same machine"),
    ("// a -> s [s/r/a and s]: go", 9, "The rule enters no state of the same machine"),
    ("// a -> a [H*]: go", 9, "The rule enters no state of the same machine"),
  ])
  func errorNamesTheRowThatNoMachineCanHave(row: String, line: Int, words: String) throws {
    var rows = [
      "// record 1", "// [*] -> a", "// state a", "// state s", "//   region s/r -> s/r/a",
      "//     state s/r/a", "//   region s/q -> s/q/a", "//     state s/q/a", "// a -> s: go",
      "// end",
    ]
    #expect(try StateGraph(dot: rows.joined(separator: "\n")).regions.count == 2)
    rows[line - 1] = row
    let error = try error(rows.joined(separator: "\n"))
    #expect(error.line == line, "\(error)")
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test(arguments: [("state", 1_000), ("region", 1_000)])
  func rowsThatLieTooDeepAreRefused(word: String, depth: Int) throws {
    let rows = (0..<depth).map { String(repeating: "  ", count: $0) + "\(word) s\($0)" }
    let text = (["record 1", "[*] -> x"] + rows + ["end"]).map { "// \($0)\n" }.joined()
    #expect(try error(text).message.contains("more than 250 deep"))
  }
}
