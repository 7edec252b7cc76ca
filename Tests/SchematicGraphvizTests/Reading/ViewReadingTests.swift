import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

@Suite struct ViewReadingTests {
  @Test(arguments: Seeds.first(100))
  func readsBackAPartAsThatPart(seed: UInt64) throws {
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

  @Test func drawsTheNumbersBelow() throws {
    let graph = StateGraph(
      states: [.init(identifier: "far")],
      transitions: [.init(source: "a", target: "b", event: "go")], initialState: "a")
    let image = String(decoding: try graph.around("a").render(.svg), as: UTF8.self)
    #expect(image.contains("around a; not shown: 1 state"))
  }

  /// More arrows than are drawn as curves with little effort: the good layout is tried first.
  @Test func drawsManyArrowsAsCurvesWhereItCan() throws {
    let transitions = (0..<30).flatMap { source in
      [1, 2, 3, 5, 7, 11].map { step in
        StateGraph.Transition(
          source: "s\(source)", target: "s\((source + step) % 30)", event: "e\(step)")
      }
    }
    let graph = StateGraph(states: [], transitions: transitions, initialState: "s0")
    let (_, effort) = try Graphviz.draw(
      dot: graph.dot(), as: .svg, limits: RenderingLimits(deadline: .seconds(120)))
    #if os(Linux)
      #expect(effort.lines == .curved && effort.isFull)
    #else
      #expect(effort.lines == .straight)
    #endif
    let (_, hurried) = try Graphviz.draw(
      dot: graph.dot(), as: .svg, limits: RenderingLimits(deadline: .seconds(120)),
      outOfProcess: false)
    #expect(hurried.lines == .straight)
  }
}
