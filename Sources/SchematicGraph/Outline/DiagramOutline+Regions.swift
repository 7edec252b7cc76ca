extension DiagramOutline {
  /// Returns the regions of a graph that its diagram shows side by side, each by its name.
  ///
  /// A graph without regions has none. Neither does a graph whose marks no region could show: if a
  /// transition was taken in one combination of states but never in another, only the diagram of
  /// all combinations can show that.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - marks: The marks of the graph's own states, transitions and rejections.
  ///   - style: The labels of regions, states and events.
  ///   - showsRegions: Whether composite states inside are drawn as regions if they consist of some.
  /// - Returns: The names of the regions and their labels, and their outlines.
  static func regions(
    of graph: StateGraph, marks: DiagramMarks = DiagramMarks(),
    labels style: GraphLabelStyle = .name, showingRegions showsRegions: Bool = false
  ) -> [(name: String, label: String, outline: DiagramOutline)] {
    guard !graph.regions.isEmpty, let projected = RegionMarks(of: graph, marks).projected else {
      return []
    }
    return zip(graph.regions, projected).map { region, marks in
      (
        region.name, style.label(region.name, of: region.name),
        DiagramOutline(
          of: region.graph, marks: marks, labels: style, showingRegions: showsRegions)
      )
    }
  }
}

/// The marks of a graph, distributed among its regions.
///
/// A transition of a region represents one transition in every combination with states of the other
/// regions. It was taken in a step if one of them was. It was taken a number of times, or never, if
/// that is true of all of them.
private struct RegionMarks {
  private let graph: StateGraph
  private let marks: DiagramMarks
  private let parts: [String: [String]]

  init(of graph: StateGraph, _ marks: DiagramMarks) {
    self.graph = graph
    self.marks = marks
    parts = marks.isEmpty ? [:] : RegionProduct(of: graph.regions).parts
  }

  /// The marks of each region, or `nil` if regions can't show them.
  var projected: [DiagramMarks]? {
    guard !marks.isEmpty else { return graph.regions.map { _ in DiagramMarks() } }
    var projected: [DiagramMarks] = []
    for index in graph.regions.indices {
      guard let marks = projection(on: index) else { return nil }
      projected.append(marks)
    }
    return projected
  }

  private func projection(on index: Int) -> DiagramMarks? {
    let region = graph.regions[index].graph
    let part = { (state: String) in parts[state].map { $0[index] } ?? "" }
    let states = shared(
      by: Set(region.states.map(\.identifier)),
      graph.states.map { (part($0.identifier), marks.states[$0.identifier]) })
    let rules = shared(
      by: Set(region.rules),
      graph.rules.map { rule in
        (
          rule.moved(from: part(rule.source), to: part(rule.target)),
          marks.rules[rule]
        )
      })
    guard let states, let rules else { return nil }
    return DiagramMarks(states: states, rules: rules)
  }

  /// Returns the marks of a region's elements, or `nil` if elements of the graph that one of them
  /// represents differ.
  private func shared<Element: Hashable>(
    by elements: Set<Element>, _ marked: [(element: Element, mark: DiagramMark?)]
  ) -> [Element: DiagramMark]? {
    var result: [Element: DiagramMark] = [:]
    let known = marked.filter { elements.contains($0.element) }
    for (element, group) in Dictionary(grouping: known, by: \.element) {
      let marks = group.compactMap(\.mark)
      let areShared = marks.count == group.count && Set(marks.map(\.kind)).count == 1
      guard areShared || marks.allSatisfy(\.isOccasion) else { return nil }
      result[element] = DiagramMark.merged(marks)
    }
    return result
  }
}
