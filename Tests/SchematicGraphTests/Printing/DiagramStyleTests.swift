import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct DiagramStyleTests {
  private let graph = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
    transitions: [
      .init(
        source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "unlock",
        change: "coins + 1"),
      .init(source: "locked", target: "locked", event: "push", action: "alarm", isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
    ],
    rejections: [.init(state: "unlocked", event: "coin", reason: "it is open")],
    initialState: "locked")

  private func line(_ start: String, _ style: DiagramStyle) -> String {
    let lines = graph.dot(style: style).split(separator: "\n").map(String.init)
    return lines.first { $0.hasPrefix("  \(start)") } ?? ""
  }

  @Test(arguments: zip(DiagramStyle.Direction.allCases, ["LR", "LR", "TB"]))
  func pictureRunsInTheDirectionOfItsStyle(direction: DiagramStyle.Direction, name: String) {
    var style = DiagramStyle()
    style.direction = direction
    #expect(graph.dot(style: style).contains("rankdir=\(name) "))
  }

  @Test(arguments: [
    (DiagramLabels.all, "coin [paid] / unlock {coins + 1}"),
    (DiagramLabels.all.subtracting(.actions), "coin [paid]"),
    (DiagramLabels.all.subtracting(.guards), "coin / unlock {coins + 1}"),
    (DiagramLabels.events, "coin"),
  ])
  func arrowSaysWhatItsStyleAsksFor(labels: DiagramLabels, text: String) {
    var style = DiagramStyle()
    style.labels = labels
    #expect(line("\"locked\" -> ", style).contains("label=\"\(text)\""))
  }

  @Test func pictureWithoutLabelsSaysNothing() {
    var style = DiagramStyle()
    style.labels = []
    #expect(!line("\"locked\" -> ", style).contains("label="))
    #expect(!line("\"locked\" [", style).contains("shape=record"))
    #expect(!line("\"unlocked\" [", style).contains("shape=record"))
  }

  @Test func styleFillsSingleStates() {
    var style = DiagramStyle()
    style.stateFills["unlocked"] = "#fee2e2"
    #expect(line("\"unlocked\" [", style).contains("fillcolor=\"#fee2e2\""))
    #expect(!line("\"locked\" [", style).contains("fillcolor"))
  }
}
