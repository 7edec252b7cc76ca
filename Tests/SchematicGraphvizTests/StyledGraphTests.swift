import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct StyledGraphTests {
  @Test func graphIsReadBackWithWhatItsStyleDoesNotShow() throws {
    try Seeds.each(100, graphIsReadBackWithWhatItsStyleDoesNotShow(seed:))
  }

  private func graphIsReadBackWithWhatItsStyleDoesNotShow(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var style = DiagramStyle()
    style.labels = DiagramLabels(rawValue: Int.random(in: 0..<32, using: &random))
    style.direction = DiagramStyle.Direction.allCases.randomElement(using: &random) ?? .automatic
    style.palette = .dark
    let nested = StateGraph.randomNested(seed: seed)
    let graph = StateGraph(
      states: nested.states, composites: nested.composites,
      transitions: nested.transitions
        + [.init(source: "s0", target: "s0", event: "x", action: "y", isInternal: true)],
      rejections: [.init(state: "s1", event: "x", reason: "no"), .init(state: "s1", event: "z")],
      initialState: nested.initialState)
    #expect(try StateGraph(dot: graph.dot(style: style)) == graph, "SEED=\(seed)")
  }

  @Test func imageHasDarkColors() throws {
    let graph = StateGraph.randomNested(seed: 3)
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(svg.contains("[stroke=\"#475569\"]{stroke:#a3b1c4}"))
    var style = DiagramStyle()
    style.darkPalette = nil
    let plain = String(decoding: try graph.render(.svg, style: style), as: UTF8.self)
    #expect(!plain.contains("<style>"))
  }

  @Test func regionsHaveDarkColors() throws {
    let graph = StateGraph.sideBySide([
      ("left", .randomNested(seed: 3)), ("right", .randomNested(seed: 4)),
    ])
    let svg = String(decoding: try graph.render(.svg), as: UTF8.self)
    let fills = svg.matches(of: #/class="cluster">\s*<title>.*</title>\s*<\w+ fill="(#\w+)"/#)
      .map(\.output.1)
    for fill in Set(fills) {
      let rules = [" ", ">"].map { ".cluster\($0)[fill=\"\(fill)\"]{fill:#" }
      #expect(rules.contains { svg.contains($0) }, "\(fill)")
    }
    let clusters = svg.matches(of: #/class="cluster"/#)
    #expect(clusters.count >= 2)
  }

  @Test(arguments: [
    DiagramMark.current, .steps([1]), .steps([2], isCurrent: true), .taken(times: 2), .neverTaken,
    .added, .removed, .changed,
  ])
  func everyMarkIsDrawn(mark: DiagramMark) throws {
    let graph = StateGraph.randomNested(seed: 5)
    var marks = DiagramMarks()
    for state in graph.states { marks.states[state.identifier] = mark }
    for transition in graph.transitions { marks.rules[transition] = mark }
    let svg = String(decoding: try graph.render(.svg, marks: marks), as: UTF8.self)
    let color =
      switch mark {
      case .removed, .steps(_, isCurrent: true): "#b91c1c"
      case .neverTaken: "#475569"
      case .current, .steps, .taken, .added: "#15803d"
      case .changed: "#b45309"
      }
    #expect(svg.contains("stroke=\"\(color)\"") || svg.contains("fill=\"\(color)\""))
    #expect(svg.contains("stroke-dasharray=\"1,5\"") == (mark == .neverTaken))
  }
}
