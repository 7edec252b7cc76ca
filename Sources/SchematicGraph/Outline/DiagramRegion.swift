/// A region of a diagram, or the whole diagram, with the names of its elements in an SVG, for
/// programs that find and color them.
///
/// ```swift
/// for (index, region) in DiagramRegion.regions(of: graph).enumerated() {
///   SVGElementNames(region: index).state(0)  // "p0s0", the first of `region.graph.states`
/// }
/// ```
package struct DiagramRegion {
  /// The name of the region, or `nil` if the diagram has none.
  package let name: String?
  /// The graph of the region, or the whole graph.
  package let graph: StateGraph
  /// The arrows in the order in which the diagram has them.
  package let arrows: [Arrow]

  /// An arrow: the states or composite states at its ends, and its lines.
  package struct Arrow {
    /// The identifier at its tail.
    package let source: String
    /// The identifier at its head.
    package let target: String
    /// The lines of its text.
    package let lines: [RuleLabel]
  }

  /// Returns the regions of a graph's diagram in order, or the whole diagram.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  package static func regions(of graph: StateGraph) -> [DiagramRegion] {
    let regions = DiagramOutline.regions(of: graph, marks: DiagramMarks())
    guard !regions.isEmpty else { return [DiagramRegion(nil, DiagramOutline(of: graph))] }
    return regions.map { DiagramRegion($0.name, $0.outline) }
  }

  private init(_ name: String?, _ outline: DiagramOutline) {
    self.name = name
    graph = outline.graph
    arrows = outline.arrows.map { arrow in
      Arrow(
        source: arrow.source.identifier, target: arrow.target.identifier,
        lines: arrow.lines.map(\.rule))
    }
  }

  /// Returns the identifiers of each state's components, in the order of the regions; empty if the
  /// graph has no regions.
  package static func states(of graph: StateGraph) -> [String: [String]] {
    graph.regions.isEmpty ? [:] : RegionProduct(of: graph.regions).parts
  }
}

/// The names of the elements of one region of a diagram in an SVG.
package struct SVGElementNames {
  private let prefix: String

  /// Creates the names of the elements of a region.
  ///
  /// - Parameter region: The position of the region in the diagram.
  package init(region: Int) {
    prefix = "p\(region)"
  }

  /// Returns the name of a state, by its position in the graph of the region.
  package func state(_ index: Int) -> String { "\(prefix)s\(index)" }

  /// Returns the name of a composite state, by its position in the graph of the region.
  package func composite(_ index: Int) -> String { "\(prefix)c\(index)" }

  /// Returns the name of an arrow, by its position in the diagram of the region.
  package func arrow(_ index: Int) -> String { "\(prefix)a\(index)" }
}
