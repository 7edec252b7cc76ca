import SchematicGraph
import Testing

@Suite struct AncestorTests {
  /// Two lamps that shine alike in one room, and one that does in another.
  private let graph = StateGraph(
    states: [
      .init(identifier: "dark"),
      .init(identifier: "lamp", parent: "kitchen"), .init(identifier: "candle", parent: "kitchen"),
      .init(identifier: "torch", parent: "cellar"),
    ],
    composites: [
      .init(identifier: "house", label: "House"),
      .init(identifier: "kitchen", label: "Kitchen", parent: "house"),
      .init(identifier: "cellar", label: "Cellar", parent: "house"),
    ],
    transitions: [
      .init(source: "dark", target: "lamp", event: "turn"),
      .init(source: "dark", target: "candle", event: "strike"),
      .init(source: "dark", target: "torch", event: "press"),
      .init(source: "lamp", target: "dark", event: "wait"),
      .init(source: "candle", target: "dark", event: "wait"),
      .init(source: "torch", target: "dark", event: "wait"),
    ],
    initialState: "dark")

  @Test(arguments: [
    ("dark", []), ("lamp", ["kitchen", "house"]), ("torch", ["cellar", "house"]), ("nowhere", []),
  ])
  func areListedFromTheInnermost(state: String, ancestors: [String]) {
    #expect(graph.ancestors(of: state) == ancestors)
  }

  @Test func areKeptWhereAllStatesOfAGroupHaveThem() throws {
    let minimal = graph.minimized()
    #expect(minimal.states.map(\.identifier) == ["dark", "lamp"])
    #expect(minimal.ancestors(of: "lamp") == ["house"])
    #expect(minimal.composites == [.init(identifier: "house", label: "House")])
    #expect(graph.isEquivalent(to: minimal))
  }

  @Test func areNotKeptWhereOneStateOfAGroupLiesOutside() {
    let outside = StateGraph(
      states: graph.states.map { state in
        .init(
          identifier: state.identifier, parent: state.identifier == "candle" ? nil : state.parent)
      },
      composites: graph.composites, transitions: graph.transitions, initialState: "dark")
    #expect(outside.minimized().composites.isEmpty)
    #expect(outside.minimized().ancestors(of: "lamp").isEmpty)
  }
}
