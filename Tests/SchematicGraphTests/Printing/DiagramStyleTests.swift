import SchematicGraph
import Testing

@Suite struct DiagramStyleTests {
  private let graph = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
    transitions: [
      .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "unlock"),
      .init(source: "locked", target: "locked", event: "push", action: "alarm", isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
    ],
    rejections: [.init(state: "unlocked", event: "coin", reason: "it is open")],
    initialState: "locked")

  private func line(_ start: String, _ style: DiagramStyle, _ marks: DiagramMarks = .init())
    -> String
  {
    let lines = graph.dot(style: style, marks: marks).split(separator: "\n").map(String.init)
    return lines.first { $0.hasPrefix("  \(start)") } ?? ""
  }

  @Test(arguments: zip(DiagramStyle.Direction.allCases, ["LR", "LR", "TB"]))
  func runsWhereItIsTold(direction: DiagramStyle.Direction, name: String) {
    var style = DiagramStyle()
    style.direction = direction
    #expect(graph.dot(style: style).contains("rankdir=\(name) "))
  }

  @Test(arguments: [
    (DiagramLabels.all, "coin [paid] / unlock"),
    (DiagramLabels.all.subtracting(.actions), "coin [paid]"),
    (DiagramLabels.all.subtracting(.guards), "coin / unlock"), (DiagramLabels.events, "coin"),
  ])
  func writesWhatItIsTold(labels: DiagramLabels, text: String) {
    var style = DiagramStyle()
    style.labels = labels
    #expect(line("\"locked\" -> ", style).contains("label=\"\(text)\""))
  }

  @Test func writesNothing() {
    var style = DiagramStyle()
    style.labels = []
    #expect(!line("\"locked\" -> ", style).contains("label="))
    #expect(!line("\"locked\" [", style).contains("shape=record"))
    #expect(!line("\"unlocked\" [", style).contains("shape=record"))
  }

  @Test func fillsSingleStates() {
    var style = DiagramStyle()
    style.stateFills["unlocked"] = "#fee2e2"
    #expect(line("\"unlocked\" [", style).contains("fillcolor=\"#fee2e2\""))
    #expect(!line("\"locked\" [", style).contains("fillcolor"))
  }

  @Test func marksTheCurrentStateAndTheLastTransition() {
    let marks = DiagramMarks.current("unlocked", after: graph.transitions[0])
    #expect(line("\"unlocked\" [", DiagramStyle(), marks).contains("fillcolor=\"#15803d\""))
    #expect(line("\"locked\" -> ", DiagramStyle(), marks).contains("color=\"#15803d\""))
    #expect(!line("\"unlocked\" -> ", DiagramStyle(), marks).contains("color"))
  }

  @Test func marksWhatStandsForTheLastTransition() {
    let graph = StateGraph(
      states: [
        .init(identifier: "off"), .init(identifier: "a", parent: "on"),
        .init(identifier: "b", parent: "on"),
      ],
      transitions: [
        .init(source: "a", target: "off", event: "stop"),
        .init(source: "b", target: "off", event: "stop"),
      ],
      initialState: "off")
    let lines = graph.dot(marks: .current("off", after: graph.transitions[1]))
      .split(separator: "\n").filter { $0.contains("stop") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("ltail=cluster_on color=\"#15803d\"") == true)
  }

  @Test func marksWhatWasTakenAndWhatNeverWas() {
    let marks = DiagramMarks.taken([graph.transitions[0]: 3], in: graph)
    let style = DiagramStyle()
    #expect(line("\"locked\" -> ", style, marks).contains("coin [paid] / unlock (3×)"))
    #expect(line("\"unlocked\" -> ", style, marks).contains("style=dashed"))
    #expect(marks.states.isEmpty)
  }

  @Test func drawsMarkedTransitionsApart() {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "one"),
        .init(source: "a", target: "b", event: "two"),
        .init(source: "a", target: "b", event: "three"),
      ],
      initialState: "a")
    let counts = [graph.transitions[0]: 1, graph.transitions[1]: 5]
    let lines = graph.dot(marks: .taken(counts, in: graph)).split(separator: "\n")
      .filter { $0.hasPrefix("  \"a\" -> \"b\"") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("one (1×)\\ltwo (5×)\\l") == true)
  }

  @Test func showsTwoGraphsInOnePicture() {
    let changed = StateGraph(
      states: graph.states + [.init(identifier: "broken")],
      transitions: [graph.transitions[0], graph.transitions[1]]
        + [.init(source: "unlocked", target: "broken", event: "push")],
      rejections: graph.rejections, initialState: "locked")
    let comparison = GraphComparison(from: graph, to: changed)
    #expect(comparison.graph.states.map(\.identifier) == ["locked", "unlocked", "broken"])
    #expect(comparison.graph.transitions.count == 4)
    #expect(comparison.marks.states == ["broken": .added])
    #expect(
      comparison.marks.transitions == [
        changed.transitions[2]: .added, graph.transitions[2]: .removed,
      ])
  }
}
