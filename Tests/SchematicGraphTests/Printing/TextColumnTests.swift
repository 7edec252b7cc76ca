@testable import SchematicGraph
import SchematicTestKit
import Testing

/// The columns that characters take in a terminal.
@Suite struct TextColumnTests {
  @Test(arguments: 1...4) func labelIsNoWiderThanItsBoxHoweverDeep(_ depth: Int) {
    let composites = (0..<depth).map { number in
      StateGraph.CompositeState(
        identifier: "box\(number)", parent: number == 0 ? nil : "box\(number - 1)")
    }
    let guards = (1...9).map { StateGraph.Condition.guard("is\($0)") }
    let graph = StateGraph(
      states: [.init(identifier: "a", parent: "box\(depth - 1)")], composites: composites,
      rules: [.init(source: "a", target: "a", trigger: "push", conditions: guards)],
      initialState: "a")
    let lines = TextPrinter(columns: 60).text(of: graph).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= 60 })
  }

  /// The widths are those of the file EastAsianWidth.txt of the Unicode Character Database.
  @Test(arguments: [
    ("✅", 2), ("🟢", 2), ("🚀", 2), ("⚡", 2), ("⭐", 2), ("⌛", 2), ("中", 2), ("한", 2), ("ア", 2),
    ("（", 2),
    ("🈁", 2), ("𗀀", 2), ("→", 1), ("✓", 1), ("★", 1), ("☎", 1), ("é", 1), ("e\u{301}", 1), ("ｱ", 1),
    ("🌡", 1),
    ("🏷", 1),
    // A flag is made of two halves.
    ("🇨🇭", 2),
  ])
  func characterTakesAsManyColumnsAsUnicodeSays(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect("a\(text)b".columns == columns + 2)
  }

  @Test func longRowBesideShortOnesIsAsWideAsItsBox() {
    let action = (1...20).map { "part \($0)" }.joined(separator: " ")
    let graph = StateGraph(
      states: [.init(identifier: "a"), .init(identifier: "b")],
      rules: [
        .init(source: "a", target: "b", event: "go"),
        .init(source: "b", target: "a", event: "stop", action: action),
      ], initialState: "a")
    #expect(
      graph.textPicture() == """
        ┌ ● a ─────────────────────────────────────────────────────────────────────────────────────────────┐
        │ go  ──▶ b                                                                                        │
        └──────────────────────────────────────────────────────────────────────────────────────────────────┘
        ┌ b ───────────────────────────────────────────────────────────────────────────────────────────────┐
        │ stop / part 1 part 2 part 3 part 4 part 5 part 6 part 7 part 8 part 9 part 10 part 11 part 12    │
        │     part 13 part 14 part 15 part 16 part 17 part 18 part 19 part 20                              │
        │     ──▶ a                                                                                        │
        └──────────────────────────────────────────────────────────────────────────────────────────────────┘

        """)
  }

  /// A line ends only where the next word has no room.
  @Test func wrappedLinesAreAsFullAsTheyCanBe() {
    Seeds.each(50) { seed in
      var random = SplitMix64(seed: seed)
      let words = (0..<20).map { _ in
        String(
          repeating: Bool.random(using: &random) ? "x" : "中",
          count: .random(in: 1...9, using: &random))
      }
      let width = Int.random(in: 10...40, using: &random)
      let indent = Int.random(in: 0...4, using: &random)
      let lines = [words.joined(separator: " ")].wrapped(to: width, indent: indent)
      #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
      for (line, next) in zip(lines, lines.dropFirst()) {
        let word = next.split(separator: " ").first.map(String.init) ?? ""
        #expect(next.prefix { $0 == " " }.count == indent)
        #expect(line.columns <= width || line.split(separator: " ").count == 1)
        #expect(line.columns + 1 + word.columns > width, "\(lines)")
      }
    }
  }

  @Test func rowsOfAPictureEndInOneColumn() {
    let graph = StateGraph(
      states: [.init(identifier: "a", label: "✅ done"), .init(identifier: "b", label: "🟢 go")],
      rules: [.init(source: "a", target: "b", event: "⚡")], initialState: "a")
    let lines = graph.textPicture().split(separator: "\n").map(String.init)
    #expect(Set(lines.map(\.columns)).count == 1, "\(lines)")
  }
}
