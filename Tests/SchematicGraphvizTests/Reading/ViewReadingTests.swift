import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct ViewReadingTests {
  @Test func partIsReadBackAsThatPart() throws {
    try Seeds.each(100, partIsReadBackAsThatPart(seed:))
  }

  private func partIsReadBackAsThatPart(seed: UInt64) throws {
    let graph = StateGraph.randomNested(seed: seed)
    let name = graph.states[Int(seed % UInt64(graph.states.count))].identifier
    var parts = [try graph.around(name, steps: Int(seed % 2)), graph.withoutRejections()]
    if let composite = graph.composites.first?.identifier {
      parts.append(try graph.collapsing(composite))
    }
    if let event = graph.rules.first?.event { parts.append(try graph.without(events: [event])) }
    for part in parts {
      let read = try StateGraph(dot: part.dot())
      #expect(read == part && read.omission == part.omission, "SEED=\(seed)")
      #expect((part == graph) == (part.omission == nil), "SEED=\(seed)")
    }
  }

  @Test func numbersOfAPartAreDrawnBelow() throws {
    let graph = StateGraph(
      states: [.init(identifier: "far")],
      transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    let image = String(decoding: try graph.around("a").render(.svg), as: UTF8.self)
    #expect(image.contains("around a; not shown: 1 state"))
  }

  /// How many are drawn so does not depend on where and how fast they are drawn.
  @Test func manyArrowsAreDrawnAsCurves() throws {
    let transitions = (0..<30).flatMap { source in
      [1, 2, 3, 5, 7, 11].map { step in
        StateGraph.Rule(
          source: "s\(source)", target: "s\((source + step) % 30)", event: "e\(step)")
      }
    }
    let graph = StateGraph(states: [], transitions: transitions, initialState: "s0")
    for outOfProcess in [true, false] {
      let effort = try Graphviz.draw(
        DOTPrinter().picture(of: graph), as: .svg, limits: RenderingLimits(deadline: nil),
        outOfProcess: outOfProcess
      ).effort
      #expect(effort.lines == .curved && effort.isFull)
    }
  }
}
