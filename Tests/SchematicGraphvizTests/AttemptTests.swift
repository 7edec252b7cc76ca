import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

/// A graph is drawn up to three times, and the best drawing is kept.
@Suite struct AttemptTests {
  @Test func drawingWithTheFewestFaultsIsKept() throws {
    try Seeds.each(20) { seed in
      let graph = StateGraph.randomNested(seed: seed)
      let kept = try Graphviz.draw(graph, by: DOTPrinter(), as: .svg)
      #expect((1...3).contains(kept.attempts), "SEED=\(seed)")
      #expect(try kept.image == Self.drawing(of: graph, in: kept.arrangement).image, "SEED=\(seed)")
      for other in [DOTArrangement.declared, .straightWalk].prefix(kept.attempts) {
        let faults = try Self.drawing(of: graph, in: other).faults
        #expect(kept.arrangement == other || !(faults < kept.faults), "\(other), SEED=\(seed)")
      }
    }
  }

  @Test func drawingWithoutFaultsIsTheOnlyAttempt() throws {
    let graph = StateGraph(
      states: [], transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    let drawing = try Graphviz.draw(graph, by: DOTPrinter(), as: .svg)
    #expect(drawing.attempts == 1 && drawing.arrangement == .declared)
    #expect([drawing.faults.labels, drawing.faults.boxes, drawing.faults.crossings] == [0, 0, 0])
  }

  /// A comparison keeps the states where the old picture has them.
  @Test func styleWithAnArrangementIsDrawnOnce() throws {
    let graph = Self.tangle
    let style = try graph.keepingPlaces(of: DiagramStyle())
    let drawing = try Graphviz.draw(graph, by: DOTPrinter(style: style), as: .svg)
    #expect(drawing.attempts == 1 && drawing.arrangement == style.arrangement)
    #expect(try Graphviz.draw(graph, by: DOTPrinter(), as: .svg).attempts == 3)
    #expect(try drawing.image == Graphviz.draw(graph, by: DOTPrinter(), as: .svg).image)
  }

  @Test(arguments: [
    ("a -> b; a -> c", [0, 0, 0, 0]), ("a -> b -> a", [0, 0, 0, 1]),
    ("{ a; b; c } -> { x; y; z }", [0, 0, 9, 0]),
  ])
  func judgeCountsFaults(in edges: String, _ expected: [Int]) throws {
    for outOfProcess in [false, true] {
      let faults = try Graphviz.draw(
        DOTPicture("digraph { node [shape=box] \(edges) }", nodes: 6, edges: 9), as: .svg,
        outOfProcess: outOfProcess
      ).faults
      #expect([faults.labels, faults.boxes, faults.crossings, faults.rest[0]] == expected)
    }
  }

  /// Arrows there and back leave little room between them.
  @Test func labelsAreNearestToTheirOwnArrows() throws {
    for count in 2...12 {
      let names = (0..<count).map { "state \($0)" }
      let transitions = zip(names, names.dropFirst()).flatMap { one, other in
        [(one, other, "go on / save"), (other, one, "go back / undo")].map {
          StateGraph.Rule(source: $0.0, target: $0.1, event: $0.2)
        }
      }
      let graph = StateGraph(states: [], transitions: transitions, initialState: names[0])
      #expect(try Graphviz.draw(graph, by: DOTPrinter(), as: .svg).faults.labels == 0)
    }
  }

  /// Seven states, each with an arrow to every other one.
  private static var tangle: StateGraph {
    let names = (0..<7).map { "s\($0)" }
    return StateGraph(
      states: [],
      transitions: names.flatMap { source in
        names.filter { $0 != source }.map {
          StateGraph.Rule(source: source, target: $0, event: "to \($0)")
        }
      },
      initialState: "s0")
  }

  private static func drawing(
    of graph: StateGraph, in arrangement: DOTArrangement
  ) throws -> Graphviz.Drawing {
    var printer = DOTPrinter()
    printer.style.arrangement = arrangement
    return try Graphviz.draw(graph, by: printer, as: .svg)
  }
}
