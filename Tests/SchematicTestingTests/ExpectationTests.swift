import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

@Suite struct ExpectationTests {
  private let graph = StateGraph(Barrier.schema)

  @Test func expectationChecksProperties() {
    expectProperty(.always(.reachable("broken")), of: graph)
    expectProperty(.never("up", after: "broken"), of: graph)
    withKnownIssue {
      expectProperty(.always(.reachable("down")), of: graph)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        always(reachable("down")) does not hold:
          1  down -> up: coin [paid] / raise (SchematicTestingTests/Barrier.swift:26)
          2  up -> broken: hammer [worn out] (SchematicTestingTests/Barrier.swift:35)
        there never("down") holds
        """
      ]
    }
    #expect(
      graph.refutation(of: "shut")?.message
        == "the graph has no state \"shut\"; it has \"down\", \"up\", \"broken\"")
  }

  @Test func expectationComparesGraphsThatBehaveAlike() {
    expectSame(graph, as: graph.minimized())
    let other = StateGraph(
      states: graph.states, transitions: graph.transitions.dropLast(),
      rejections: graph.rejections, initialState: graph.initialState)
    withKnownIssue {
      expectSame(graph, as: other)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        "after coin [paid] / raise: only this graph takes hammer [not worn out] "
          + "(SchematicTestingTests/Barrier.swift:35)"
      ]
    }
  }

  @Test func walkIsDrawnOverTheDiagram() throws {
    let walk = try #require(graph.shortestWalk(to: "broken"))
    let text = graph.dot(marking: walk, at: 1)
    let lines = text.split(separator: "\n").map { String($0) }
    let first = lines.first { $0.contains("\"down\" -> \"up\" [label=\"1. coin [paid] / raise\"") }
    let last = lines.first { $0.contains("\"up\" -> \"broken\" [label=\"2. hammer") }
    #expect(first?.contains("color=\"#15803d\"") == true)
    #expect(last?.contains("color=\"#b91c1c\"") == true)
  }
}
