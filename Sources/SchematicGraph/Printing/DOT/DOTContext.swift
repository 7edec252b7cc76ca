/// What the parts of one picture share.
struct DOTContext {
  let style: DOTStyle
  /// A Boolean value that indicates whether states and arrows have names in an SVG of the text.
  let namesElements: Bool
  /// Returns the link to some lines, if elements have links.
  let link: DOTLink.Maker?
  /// A Boolean value that indicates whether new arrows of a comparison leave states where they were.
  let keepsPlaces: Bool
  let nearest: NearestLines?
  let elements: DiagramElements
  let hierarchy: StateHierarchy
  /// The nodes that edges of a state that consists of regions lead to and from: the point at which the
  /// first region starts, and the last node of the last region.
  private(set) var ends: [String: (first: String, last: String)] = [:]

  init(of outline: DiagramOutline, in graph: StateGraph, _ style: DOTStyle, by printer: DOTPrinter)
  {
    self.style = style
    namesElements = printer.namesElements
    link = printer.link
    keepsPlaces = printer.keepsPlaces
    nearest = printer.link.map { _ in NearestLines(in: graph) }
    elements = DiagramElements(of: outline, in: graph)
    hierarchy = StateHierarchy(of: graph)
    addEnds(in: outline)
  }

  private mutating func addEnds(in outline: DiagramOutline) {
    for region in outline.innerRegions { addEnds(in: region.outline) }
    outline.forEachState { state in
      guard let first = state.regions.first, let last = state.regions.last else { return }
      var states: [String] = []
      last.outline.forEachState { if case .state(let state) = $0.vertex { states.append(state) } }
      let end = states.last ?? state.identifier
      ends[state.identifier] = (
        DOTNames.start(ofRegion: first.identifier), ends[end]?.last ?? DOTNames.state(end)
      )
    }
  }

  /// Returns the attributes of an element that leads to its lines of code.
  ///
  /// Graphviz has one link for an element. It leads to the first of the lines, and the places of all appear
  /// when the pointer rests on it.
  ///
  /// - Parameters:
  ///   - lines: The lines of the whole, and of each row of text.
  ///   - isCluster: Whether the element is a cluster, which would inherit a link.
  /// - Returns: The attributes; none if elements have no links.
  func links(
    to lines: [(text: String?, lines: SourceLines)], isCluster: Bool = false
  ) -> [String] {
    guard let link else { return [] }
    let found = lines.compactMap { line in link(line.lines).map { (line.text, $0) } }
    guard let address = found.first?.1.address else {
      let names = isCluster ? ["URL", "tooltip", "labeltooltip", "target"] : []
      return names.map { "\($0)=\"\"" }
    }
    let places = found.map { text, link in (text.map { "\($0): " } ?? "") + link.place }
    let tooltip = DOTLabel.quoted(places.joined(separator: "\n"))
    // Editors open their links without a page.
    let target = address.lowercased().hasPrefix("http") ? "_blank" : "_self"
    return [
      "URL=\(DOTLabel.quoted(address))", "tooltip=\(tooltip)", "labeltooltip=\(tooltip)",
      "target=\(target)",
    ]
  }
}
