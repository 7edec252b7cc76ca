import SchematicTestKit
import Testing

@testable import SchematicGraph

@Suite struct MarkdownTableTests {
  @Test(arguments: [
    ("start spinner", "start spinner"), ("a|b", "a\\|b"), ("`x`", "\\`x\\`"), ("\\|", "\\\\\\|"),
    ("two\nlines", "two<br>lines"), ("<b>", "&lt;b&gt;"), ("# x", "# x"), ("- x", "- x"),
    ("&amp;", "&amp;amp;"), (" x ", "&#32;x&#32;"), ("*a* _b_", "\\*a\\* \\_b\\_"), ("", ""),
    ("[x](y)", "\\[x\\](y)"), ("~~x~~", "\\~\\~x\\~\\~"), ("$x$", "\\$x\\$"),
  ])
  func markupIsEscaped(text: String, encoded: String) {
    #expect(MarkdownText.encode(text) == encoded)
  }

  @Test func everyRowHasFiveReadableCells() {
    AdversarialText.each(everyRowHasFiveReadableCells(text:))
  }

  private func everyRowHasFiveReadableCells(text: String) {
    let rows = MarkdownRows.cells(in: StateGraph.everywhere(text).markdownTable())
    #expect(rows.count == 7)
    #expect(rows.allSatisfy { $0.count == 5 })
    let events = rows.map { MarkdownRows.decode($0[1]) }
    #expect(events.filter { $0.scalars == text.visible() }.count == (text.isEmpty ? 7 : 6))
  }

  @Test func cellIsReadBackWhateverItsText() {
    Seeds.each(100, cellIsReadBackWhateverItsText(seed:))
  }

  private func cellIsReadBackWhateverItsText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AdversarialText.random(using: &random)
    let cells = MarkdownRows.cells(in: "| \(MarkdownText.encode(text)) | x |"[...])
    #expect(cells.map { MarkdownRows.decode($0).scalars } == [text.visible(), "x".scalars])
  }

  /// Every row says of one source state, event, guard, action and target, or of all inside a state.
  @Test func tableHasARowForEveryTransition() {
    Seeds.each(200, tableHasARowForEveryTransition(seed:))
  }

  private func tableHasARowForEveryTransition(seed: UInt64) {
    let graph = StateGraph.randomNested(seed: seed)
    let rows = MarkdownRows.cells(in: graph.markdownTable()).filter { !$0[4].isEmpty }
    let rules = Statechart(of: graph).transitions.map(\.event) + graph.rejections.map(\.event)
    #expect(rows.map { $0[1] }.sorted() == rules.sorted(), "SEED=\(seed)")
  }

  @Test func statesThatAreWrittenAlikeAreToldApart() {
    let rows = MarkdownRows.cells(in: TinyMachine.equalLabels.graph.markdownTable())
    #expect(rows.map { $0[0] } == ["Door (one)", "Door (two)"])
  }

  @Test func tableSaysInWhichStatesTheMachineStartsAndEnds() {
    let line = TinyMachine.finalState.graph.markdownTable().split(separator: "\n").first
    #expect(line == "Starts in open. Ends in locked.")
    let nested = TinyMachine.nestedStates.graph.markdownTable().split(separator: "\n").first
    #expect(nested == "Starts in off. active starts in active.paused.")
  }
}
