import SchematicGraph
import SchematicGraphviz
import Testing

@Suite(.enabled(if: Graphviz.isBuilt)) struct FinalStateTests {
  /// A final state beside a mere dead end, alone and with something listed inside it.
  @Test(
    arguments: [true, false], [[], [StateGraph.Rejection(state: "b", event: "y", reason: "no")]])
  func readsBackWhichStatesAreFinal(isFinal: Bool, rejections: [StateGraph.Rejection]) throws {
    let graph = StateGraph(
      states: [
        .init(identifier: "a"), .init(identifier: "b", label: "B", isFinal: isFinal),
        .init(identifier: "c", isFinal: !isFinal),
      ],
      transitions: [
        .init(source: "a", target: "b", event: "x"), .init(source: "a", target: "c", event: "y"),
      ],
      rejections: rejections, initialState: "a")
    let read = try StateGraph(dot: graph.dot())
    #expect(read == graph)
    #expect(read.fingerprint == graph.fingerprint)
    #expect(read.states.filter(\.isFinal).map(\.identifier) == [isFinal ? "b" : "c"])
  }
}
