/// The names of a diagram's states and arrows in an SVG, by which programs find and color them.
///
/// ```swift
/// DiagramElements.state(0)  // "s0", the name of the first of `graph.inRecordedOrder.states`
/// DiagramElements(of: graph).arrows.count  // as many as there are names from "a0" on
/// ```
package struct DiagramElements {
  /// The arrows; the first has the name `a0`, the second `a1`.
  package private(set) var arrows: [Arrow] = []
  /// The positions of the states in the graph, by their identifiers.
  let states: [String: Int]
  /// The positions of the composite states in the graph, by their identifiers.
  let composites: [String: Int]
  /// The names of the states that are drawn, by the identifiers of the states.
  ///
  /// A composite state is drawn as a state if its substates are copies of the states that a history stores:
  /// see ``History``.
  package private(set) var drawnStates: [String: String] = [:]
  /// The position of the first arrow of each region and, for `nil`, of the machine around all regions.
  private(set) var firstArrows: [String?: Int] = [:]

  /// An arrow, with the rules that its text shows.
  package struct Arrow {
    /// For each line of the text, the rules that the line shows.
    package let lines: [[StateGraph.Rule]]
  }

  /// Names the elements of the diagram of a graph, drawn without marks.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  package init(of graph: StateGraph) {
    let graph = graph.inRecordedOrder
    self.init(of: DiagramOutline(of: graph), in: graph)
  }

  init(of outline: DiagramOutline, in graph: StateGraph) {
    states = Self.positions(graph.states.map(\.identifier))
    composites = Self.positions(graph.composites.map(\.identifier))
    add(outline, region: nil)
  }

  private static func positions(_ identifiers: [String]) -> [String: Int] {
    Dictionary(firstOf: zip(identifiers, identifiers.indices))
  }

  private mutating func add(_ outline: DiagramOutline, region: String?) {
    firstArrows[region] = arrows.count
    outline.forEachState { state in
      if case .composite = state.vertex { return }
      drawnStates[state.identifier] =
        states[state.identifier].map(Self.state) ?? composites[state.identifier].map(Self.composite)
    }
    arrows += outline.arrows.map { Arrow(lines: $0.lines.map(\.rules)) }
    for region in outline.innerRegions { add(region.outline, region: region.identifier) }
  }

  /// Returns the name of a state, by its position in the graph.
  package static func state(_ index: Int) -> String { "s\(index)" }

  /// Returns the name of a composite state, by its position in the graph.
  package static func composite(_ index: Int) -> String { "c\(index)" }

  /// Returns the name of an arrow, by its position in the diagram.
  package static func arrow(_ index: Int) -> String { "a\(index)" }

  /// Returns the name of the second half of an arrow, by the arrow's position in the diagram.
  ///
  /// An arrow has two halves if it leaves a state with regions and leads back to this state or into it.
  package static func wayBack(_ index: Int) -> String { "b\(index)" }
}

extension DiagramOutline {
  /// The regions of the machine as a whole, and the regions of its states.
  var innerRegions: [Region] {
    var regions = regions
    forEachState { regions += $0.regions }
    return regions
  }

  /// The outlines of the machine and of all regions inside, inner ones first.
  ///
  /// An arrow that leads out of a region begins in a state of the region, but is one of the machine around it.
  var machines: [DiagramOutline] { innerRegions.flatMap(\.outline.machines) + [self] }

  /// Calls a function with each state and composite state of the machine, outer states before inner ones.
  func forEachState(_ body: (State) -> Void) {
    func visit(_ states: [State]) {
      for state in states {
        body(state)
        visit(state.substates)
      }
    }
    visit(states)
  }

  /// All states and regions, each with the labels of those around it and its own.
  ///
  /// A region has the key of a composite state.
  var paths: [(vertex: Vertex, path: [String])] { Self.paths(states, regions, in: []) }

  private static func paths(
    _ states: [State], _ regions: [Region], in outer: [String]
  ) -> [(vertex: Vertex, path: [String])] {
    states.flatMap { state in
      let path = outer + [state.label]
      return [(state.vertex, path)] + paths(state.substates, state.regions, in: path)
    }
      + regions.flatMap { region in
        let path = outer + [region.label]
        return [(.composite(region.identifier), path)] + paths(region.outline.states, [], in: path)
      }
  }
}
