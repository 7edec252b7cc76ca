import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct DiagramMarksTests {
  @Test func statesOfRegionsWereReachedIfTheStateAroundThemWas() {
    let graph = StateGraph(
      states: [
        .init(identifier: "off"), .init(identifier: "on"),
        .init(identifier: "on/fan/low", parent: "on/fan"),
        .init(identifier: "on/fan/high", parent: "on/fan"),
      ],
      regions: [.init(name: "fan", in: "on", initialState: "on/fan/low")],
      rules: [
        .init(source: "off", target: "on", trigger: "push"),
        .init(source: "off", target: "on", trigger: "kick", entry: .states(["on/fan/high"])),
      ], initialState: "off")
    func unreached(taking positions: Int...) -> [String] {
      let counts = Dictionary(uniqueKeysWithValues: positions.map { (graph.rules[$0], 1) })
      return DiagramMarks.taken(counts, in: graph).states.keys.sorted()
    }
    #expect(unreached() == ["on", "on/fan/high", "on/fan/low"])
    #expect(unreached(taking: 0) == ["on/fan/high"])
    #expect(unreached(taking: 1) == ["on/fan/low"])
  }

  private let graph = StateGraph(
    states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
    transitions: [
      .init(source: "locked", target: "unlocked", event: "coin", guard: "paid", action: "unlock"),
      .init(source: "locked", target: "locked", event: "push", action: "alarm", isInternal: true),
      .init(source: "unlocked", target: "locked", event: "push"),
    ],
    rejections: [.init(state: "unlocked", event: "coin", reason: "it is open")],
    initialState: "locked")

  private func line(_ start: String, _ marks: DiagramMarks) -> String {
    let lines = graph.dot(marks: marks).split(separator: "\n").map(String.init)
    return lines.first { $0.hasPrefix("  \(start)") } ?? ""
  }

  @Test func currentStateAndLastTransitionAreMarked() {
    let marks = DiagramMarks.current("unlocked", after: graph.transitions[0])
    #expect(line("\"unlocked\" [", marks).contains("fillcolor=\"#15803d\""))
    #expect(line("\"locked\" -> ", marks).contains("color=\"#15803d\""))
    #expect(!line("\"unlocked\" -> ", marks).contains("color"))
  }

  @Test func whatStandsForTheLastTransitionIsMarked() {
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

  @Test func takenTransitionsAndThoseThatNeverWereAreMarked() {
    let marks = DiagramMarks.taken([graph.transitions[0]: 3], in: graph)
    #expect(line("\"locked\" -> ", marks).contains("coin [paid] / unlock (3×)"))
    #expect(line("\"unlocked\" -> ", marks).contains("style=dotted"))
    #expect(marks.states.isEmpty)
  }

  @Test func markedTransitionsAreDrawnApart() {
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

  @Test(arguments: [(1, "1.2"), (9, "1.2"), (10, "2.4"), (9_999, "4.8"), (1_000_000, "6")])
  func arrowIsTheThickerTheMoreOftenItWasTaken(count: Int, width: String) {
    let graph = StateGraph(
      states: [],
      transitions: [
        .init(source: "a", target: "b", event: "go"), .init(source: "b", target: "c", event: "go"),
      ], initialState: "a")
    let marks = DiagramMarks.taken([graph.transitions[0]: count], in: graph)
    let text = graph.dot(marks: marks)
    #expect(
      text.contains(
        "\"a\" -> \"b\" [label=\"go (\(count)×)\" color=\"#15803d\" fontcolor=\"#15803d\" "
          + "penwidth=\(width)];"))
    #expect(text.contains("10,000 times on.\\nA dotted one was never taken.\";\n  labelloc=b;\n}"))
    #expect(!graph.dot(marks: .current("a")).contains("labelloc"))
  }

  @Test func stepsOfAWalkAreNumbered() throws {
    let steps = [0, 2, 0].map { graph.transitions[$0] }
    let walk = try Walk(from: "locked", taking: steps).appending([.init(graph.rejections[0])])
    let marks = DiagramMarks.walk(walk, at: 3)
    #expect(line("\"locked\" -> ", marks).contains("label=\"1, 3. coin [paid] / unlock\""))
    #expect(line("\"unlocked\" -> ", marks).contains("label=\"2. push\""))
    #expect(line("\"unlocked\" [", marks).contains("4. coin / rejected: it is open"))
    #expect(line("\"unlocked\" [", marks).contains("color=\"#b91c1c\""))
  }

  @Test func stepThatStandsOutIsDrawn() throws {
    let walk = try Walk(from: "locked", taking: [graph.transitions[0], graph.transitions[2]])
    let marks = DiagramMarks.walk(walk, at: 1)
    #expect(line("\"unlocked\" -> ", marks).contains("color=\"#b91c1c\""))
    #expect(line("\"locked\" -> ", marks).contains("color=\"#15803d\""))
    #expect(graph.dot(marking: walk, at: 1) == graph.dot(marks: marks))
  }

  @Test func silentRejectionsOfAWalkAreShown() {
    let rejection = StateGraph.Rule(state: "a", event: "x")
    let graph = StateGraph(
      states: [], transitions: [], rejections: [rejection], initialState: "a")
    let dot = graph.dot(marks: DiagramMarks(rules: [rejection: .steps([1])]))
    #expect(dot.contains("1. x / rejected\\l"))
    #expect(!DOTPrinter().text(of: graph).contains("record"))
  }

  @Test func onePictureShowsTwoGraphs() {
    let changed = StateGraph(
      states: graph.states + [.init(identifier: "broken")],
      transitions: [graph.transitions[0], graph.transitions[1]]
        + [.init(source: "unlocked", target: "broken", event: "push")],
      rejections: graph.rejections, initialState: "locked")
    let comparison = changed.comparison(with: graph)
    #expect(comparison.graph.states.map(\.identifier) == ["locked", "unlocked", "broken"])
    #expect(comparison.graph.transitions.count == 4)
    #expect(comparison.marks.states == ["broken": .added])
    #expect(
      comparison.marks.rules == [
        changed.transitions[2]: .added, graph.transitions[2]: .removed,
      ])
  }
}

@Suite struct RegionMarkTests {
  /// A lamp and a fan, side by side.
  private let graph = StateGraph.sideBySide([
    (
      "lamp",
      StateGraph(
        states: [.init(identifier: "dark"), .init(identifier: "lit")],
        transitions: [
          .init(source: "dark", target: "lit", event: "light"),
          .init(source: "lit", target: "dark", event: "off"),
        ],
        rejections: [.init(state: "lit", event: "light", reason: "it is lit")],
        initialState: "dark")
    ),
    (
      "fan",
      StateGraph(
        states: [.init(identifier: "still"), .init(identifier: "turning")],
        transitions: [
          .init(source: "still", target: "turning", event: "turn"),
          .init(source: "turning", target: "still", event: "off"),
          .init(source: "turning", target: "turning", event: "turn", isInternal: true),
        ],
        initialState: "still")
    ),
  ])

  /// The names of nodes that edges lead from or to, and of those that have a statement.
  private func nodes(in dot: String) -> (mentioned: Set<String>, declared: Set<String>) {
    var (mentioned, declared): (Set<String>, Set<String>) = ([], [])
    for line in dot.split(separator: "\n") {
      let names = line.matches(of: /^ *"([^"]*)"(?: -> "([^"]*)")?/)
      for match in names {
        if let target = match.output.2 {
          mentioned.formUnion([String(match.output.1), String(target)])
        } else {
          declared.insert(String(match.output.1))
        }
      }
    }
    return (mentioned, declared)
  }

  @Test func stepsAreNumberedInEachRegion() throws {
    let walk = try #require(graph.shortestWalk(to: "lamp/lit, fan/turning"))
    let dot = graph.dot(marking: walk, at: 1)
    let nodes = nodes(in: dot)
    #expect(nodes.mentioned.subtracting(nodes.declared).isEmpty)
    #expect(dot.contains("\"lamp/dark\" -> \"lamp/lit\" [label=\"&nbsp;1. light&nbsp;\""))
    #expect(dot.contains("\"fan/still\" -> \"fan/turning\" [label=\"&nbsp;2. turn&nbsp;\""))
  }

  @Test func arrowsOfARegionAreCountedOnce() {
    let counts = Dictionary(uniqueKeysWithValues: graph.transitions.map { ($0, 2) })
    let dot = graph.dot(marks: .taken(counts, in: graph))
    #expect(dot.contains("\"lamp/dark\" -> \"lamp/lit\" [label=\"&nbsp;light (2×)&nbsp;\""))
  }

  @Test func markedPictureDrawsOnlyNodesThatItDeclares() {
    Seeds.each(50, markedPictureDrawsOnlyNodesThatItDeclares(seed:))
  }

  private func markedPictureDrawsOnlyNodesThatItDeclares(seed: UInt64) {
    let graph = StateGraph.sideBySide(
      ["x", "y"].enumerated().map { ($1, .randomNested(seed: seed * 2 + UInt64($0))) })
    for walk in graph.randomWalks(3, length: 8, seed: seed) {
      let dot = graph.dot(marking: walk, at: walk.steps.count - 1)
      let nodes = nodes(in: dot)
      #expect(nodes.mentioned.subtracting(nodes.declared).isEmpty, "SEED=\(seed)")
      let isNumbered = walk.steps.indices.allSatisfy {
        dot.contains("\($0 + 1). ") || dot.contains("\($0 + 1), ")
      }
      #expect(isNumbered, "SEED=\(seed)")
    }
  }
}
