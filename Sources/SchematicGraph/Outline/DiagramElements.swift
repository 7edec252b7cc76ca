/// The elements of a graph's diagram, which have names in an SVG for programs that find and color them.
///
/// ```swift
/// DiagramElements.state(0)  // "s0", the name of the first of `graph.inRecordedOrder.states`
/// DiagramElements(of: graph).arrows.count  // as many as there are names from "a0" on
/// ```
package struct DiagramElements {
  /// The arrows, in the order of their names.
  package private(set) var arrows: [Arrow] = []
  /// The positions of the states in the graph, by their identifiers.
  let states: [String: Int]
  /// The positions of the composite states in the graph, by their identifiers.
  let composites: [String: Int]
  /// The position of the first arrow of each region, and of the machine around all regions.
  private(set) var firstArrows: [String?: Int] = [:]

  /// An arrow: what it stands for.
  package struct Arrow {
    /// The rules of each line of its text.
    package let lines: [[StateGraph.Rule]]
  }

  /// Numbers the elements of a graph's diagram without marks.
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
    Dictionary(zip(identifiers, identifiers.indices), uniquingKeysWith: { first, _ in first })
  }

  private mutating func add(_ outline: DiagramOutline, region: String?) {
    firstArrows[region] = arrows.count
    arrows += outline.arrows.map { Arrow(lines: $0.lines.map(\.rules)) }
    for region in outline.innerRegions { add(region.outline, region: region.identifier) }
  }

  /// Returns the name of a state, by its position in the graph.
  package static func state(_ index: Int) -> String { "s\(index)" }

  /// Returns the name of a composite state, by its position in the graph.
  package static func composite(_ index: Int) -> String { "c\(index)" }

  /// Returns the name of an arrow, by its position in the diagram.
  package static func arrow(_ index: Int) -> String { "a\(index)" }

  /// Returns the name of the way back of an arrow that leads round to where it began.
  package static func wayBack(_ index: Int) -> String { "b\(index)" }
}
