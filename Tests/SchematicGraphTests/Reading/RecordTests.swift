import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct RecordTests {
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

  @Test func keepsTheOrderOfStatesAndRules() throws {
    try Seeds.each(600) { (seed: UInt64) throws in
      let graph = StateGraph.randomHostile(seed: seed)
      let read = try StateGraph(dot: graph.dot())
      #expect(read == graph)
      #expect(GraphRecord.lines(of: read) == GraphRecord.lines(of: graph))
      #expect(GraphRecord.lines(of: graph).allSatisfy { $0.utf8.count < 16_384 })
      #expect(!GraphRecord.lines(of: graph).joined().hasControls)
    }
    try Seeds.each(300) { (seed: UInt64) throws in
      let graph = StateGraph.randomNested(seed: seed)
      #expect(try StateGraph(dot: graph.dot()) == graph)
      #expect(try StateGraph(dot: graph.dot()).states.map(\.identifier) == graph.states.map(\.identifier))
    }
  }

  @Test func theJSONOfAnyGraphIsValidAndHasNoControls() throws {
    try Seeds.each(600) { (seed: UInt64) throws in
      let text = StateGraph.randomHostile(seed: seed).json()
      #expect(JSONValue(text) != nil)
      #expect(!text.split(separator: "\n").joined().hasControls)
    }
  }

  @Test func keepsEveryText() throws {
    try AdversarialText.each { (text: String) throws in
      let graph = StateGraph(
        states: [
          .init(
            identifier: text, label: text, isFinal: true, parent: "all",
            behaviors: [.init(.entry, text), .init(.exit), .init(.task, text, if: [.payload(text)])])
        ],
        composites: [
          .init(
            identifier: "all", label: text,
            behaviors: [.init(.exit, text), .init(after: .named(text))])
        ],
        rules: [
          .init(
            source: text, trigger: .event(text), conditions: [.guard(text), .guard(text, holds: false)],
            effect: .internal(action: text), change: text),
          .init(source: text, target: "b", trigger: .timeout(.named(text), region: text)),
          .init(source: "b", target: text, trigger: .event(text), effect: .external(action: text)),
          .init(source: "b", trigger: .event(text), effect: .rejected(reason: text)),
          .init(source: "b", trigger: .event(text), effect: .traps(message: text)),
        ],
        initialState: text)
      let copy = try StateGraph(dot: graph.dot())
      #expect(copy == graph)
      #expect(copy.states.map(\.label.scalars) == graph.states.map(\.label.scalars))
    }
  }

  @Test(arguments: [
    ("", "no rows of a graph"), ("digraph \"a\" {}", "no rows of a graph"),
    ("// record 2\n// end\n", "another version"), ("// record 1\n// [*] -> a\n", "no end"),
    ("// record 1\n// end\n", "A row is missing"), ("// record 1\n// [*] -> a\n// b ->\n// end", "no row that"),
    ("// record 1\nx\n// end\n", "no row of the graph"),
    ("// record 1\n// [*] -> a\n// end\n", "Another row is expected here, `// state a`"),
  ])
  func refusesOtherTexts(text: String, words: String) throws {
    #expect(try error(text).message.contains(words))
  }

  @Test(arguments: [
    ("// locked -> open: push", "// locked -> nowhere: push"), ("// state open", "// state  open"),
    ("// open -> locked: pull", "// open -> locked: \"pull\""), ("// open: push", "//  open: push"),
    ("// open: push / rejected: no", "// open: push / rejected: no\n// locked -> open: push"),
  ])
  func namesTheLineThatWasChanged(old: String, new: String) throws {
    let text = Self.graph.dot()
    let start = try #require(text.range(of: old)).lowerBound
    let line = text[..<start].count { $0 == "\n" } + 1
    #expect(abs(try error(text.replacing(old, with: new)).line - line) <= 1)
  }

  @Test func ignoresThePictureAndLineEnds() throws {
    let text = Self.graph.dot()
    #expect(try StateGraph(dot: text.replacing("\n", with: "\r\n")) == Self.graph)
    #expect(try StateGraph(dot: text.replacing("\"open\"", with: "\"x\"")) == Self.graph)
    #expect(try error(text.replacing("}\n", with: "<<<<<<< HEAD\n}\n")).message.contains("merge conflict"))
  }

  @Test(arguments: [(7, 10), (17, 2)])
  func refusesRegionsThatMultiply(count: Int, states: Int) throws {
    let rows = (0..<count).flatMap { number in
      ["region r\(number)", "  [*] -> s0"] + (0..<states).map { "  state s\($0)" }
        + (0..<states).map { "  s\($0) -> s\(($0 + 1) % states): e\(number)" }
    }
    let text = (["record 1", "[*] -> x"] + rows + ["end"]).map { "// \($0)\n" }.joined()
    #expect(try error(text).message.contains("regions have together more than 1000000"))
  }
}
