import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct StateGraphTests {
  private typealias State = StateGraph.State
  private typealias Transition = StateGraph.Rule
  private typealias Rejection = StateGraph.Rule

  @Test func graphAddsStatesThatAreOnlyMentioned() {
    let graph = StateGraph(
      states: [State(identifier: "known", label: "Known")],
      transitions: [Transition(source: "source", target: "target", event: "go")],
      rejections: [Rejection(state: "rejecting", event: "go"), .init(state: "known", event: "go")],
      initialState: "initial"
    )
    let identifiers = ["known", "initial", "source", "target", "rejecting"]
    #expect(graph.states.map(\.identifier) == identifiers)
    #expect(graph.states.map(\.label) == ["Known"] + identifiers.dropFirst())
  }

  @Test func graphCountsRepeatedPartsOnce() {
    let transition = Transition(source: "on", target: "off", event: "press")
    let rejection = Rejection(state: "on", event: "hold", reason: "broken")
    let graph = StateGraph(
      states: [State(identifier: "on", label: "first"), State(identifier: "on", label: "second")],
      transitions: [transition, transition],
      rejections: [rejection, rejection],
      initialState: "on"
    )
    #expect(graph.states.map(\.label) == ["first", "off"])
    #expect(graph.transitions == [transition])
    #expect(graph.rejections == [rejection])
  }

  @Test func graphSortsTransitionsStablyByTheirSource() {
    let graph = StateGraph(
      states: [State(identifier: "a"), State(identifier: "b")],
      transitions: [
        Transition(source: "b", target: "a", event: "2"),
        Transition(source: "a", target: "b", event: "3"),
        Transition(source: "b", target: "a", event: "1"),
        Transition(source: "a", target: "b", event: "1"),
      ],
      rejections: [Rejection(state: "b", event: "4"), Rejection(state: "a", event: "4")],
      initialState: "a"
    )
    #expect(graph.lines == ["a → b: 3", "a → b: 1", "b → a: 2", "b → a: 1"])
    #expect(graph.rejections.map(\.source) == ["a", "b"])
  }

  @Test(arguments: [
    ([], ["a", "b", "c"]),
    ([("a", "b")], ["b", "c"]),
    ([("a", "a"), ("b", "c")], ["a", "c"]),
    ([("a", "b"), ("b", "c"), ("c", "a")], []),
  ])
  func graphKnowsItsDeadEnds(edges: [(String, String)], deadEnds: [String]) {
    let graph = StateGraph(
      states: ["a", "b", "c"].map { State(identifier: $0) },
      transitions: edges.map { Transition(source: $0.0, target: $0.1, event: "go") },
      initialState: "a"
    )
    #expect(graph.deadEnds.sorted() == deadEnds)
  }

  @Test(arguments: [
    // Whoever enters the state anew, or leaves it from another region, leads its regions on.
    ([("box", "box")], []),
    ([("box/light/on", "box")], []),
    // A way out of the region's other state is none of this one.
    ([("box/light/off", "gone")], ["box/light/on"]),
    ([("box/lock/open", "gone")], ["box/lock/sealed"]),
    ([], ["box/light/on", "box/lock/sealed"]),
  ])
  func stateOfARegionIsADeadEndUnlessTheStateAroundItIsLeftOrEnteredAnew(
    edges: [(String, String)], deadEnds: [String]
  ) {
    let inside = ["box/light/off", "box/light/on", "box/lock/open", "box/lock/sealed"]
    let graph = StateGraph(
      states: [State(identifier: "box"), State(identifier: "gone")]
        + inside.map {
          State(
            identifier: $0,
            parent: String($0.split(separator: "/").dropLast().joined(separator: "/")))
        },
      regions: [
        .init(identifier: "box/light", in: "box", initialState: "box/light/off"),
        .init(identifier: "box/lock", in: "box", initialState: "box/lock/open"),
      ],
      rules: ([("box/light/off", "box/light/on"), ("box/lock/open", "box/lock/sealed")] + edges)
        .map { Transition(source: $0.0, target: $0.1, event: "go \($0.1)") },
      initialState: "box")
    #expect(graph.deadEnds.subtracting(["box", "gone"]).sorted() == deadEnds)
    let lines = graph.dot().split(separator: "\n").filter { $0.contains("peripheries=2") }
    let bordered = inside.filter { state in lines.contains { $0.contains("\"\(state)\" [") } }
    #expect(bordered == deadEnds)
  }
}

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
  func ancestorsAreListedFromTheInnermost(state: String, ancestors: [String]) {
    #expect(graph.ancestors(of: state) == ancestors)
  }

  @Test func ancestorsAreKeptIfAWholeGroupHasThem() throws {
    let minimal = graph.minimized()
    #expect(minimal.states.map(\.identifier) == ["dark", "lamp"])
    #expect(minimal.ancestors(of: "lamp") == ["house"])
    #expect(minimal.composites == [.init(identifier: "house", label: "House")])
    #expect(try graph.distinguishingTrace(from: minimal) == nil)
  }

  @Test func ancestorsAreLostIfOneStateLiesOutside() {
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
