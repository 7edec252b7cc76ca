/// The statements of DOT text for regions, side by side.
struct DOTRegions {
  private let graph: StateGraph
  private let style: DOTStyle
  private let marks: DiagramMarks

  init(of graph: StateGraph, _ style: DOTStyle, _ marks: DiagramMarks) {
    self.graph = graph
    self.style = style
    self.marks = marks
  }

  /// The statements, a line each.
  var lines: [String] {
    let current = marks.states.first { $0.value == .current }?.key
    let parts = current.flatMap { RegionProduct(of: graph.regions).parts(of: $0) } ?? []
    let keys = DOTNames.keys(ofRegions: graph.regions.map(\.name))
    return graph.regions.indices.flatMap { index in
      cluster(
        graph.regions[index], keys[index],
        parts.indices.contains(index) ? .current(parts[index]) : .init())
    }
  }

  private func cluster(
    _ region: StateGraph.Region, _ key: String, _ marks: DiagramMarks
  ) -> [String] {
    let names = DOTNames(region: key)
    let drawing = DOTDrawing(of: region.graph, style, marks, names)
    return
      ["  subgraph \(DOTNames.region(key)) {"]
      + [
        "    graph [\(DOTNames.regionAttribute)=\(DOTIdentifier.quoted(region.name))"
          + " label=\(DOTLabel.quoted(region.name)) \(style.region)];"
      ]
      + ["    \(names.initial) [\(style.initial)];"]
      + (DOTStates(of: drawing).lines + DOTEdges(of: drawing).lines).map { "  " + $0 }
      + ["  }"]
  }
}
