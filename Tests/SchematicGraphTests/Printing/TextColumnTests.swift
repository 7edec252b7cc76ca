@testable import SchematicGraph
import SchematicTestKit
import Testing

/// The columns that characters take in a terminal.
@Suite struct TextColumnTests {
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

  @Test func rowsOfAPictureEndInOneColumn() {
    let graph = StateGraph(
      states: [.init(identifier: "a", label: "✅ done"), .init(identifier: "b", label: "🟢 go")],
      rules: [.init(source: "a", target: "b", event: "⚡")], initialState: "a")
    let lines = graph.textPicture().split(separator: "\n").map(String.init)
    #expect(Set(lines.map(\.columns)).count == 1, "\(lines)")
  }
}
