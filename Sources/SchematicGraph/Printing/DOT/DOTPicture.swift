/// What the parts of one picture share.
struct DOTPicture {
  let style: DOTStyle
  /// A Boolean value that indicates whether states and arrows have names in an SVG of the text.
  let namesElements: Bool
  let elements: DiagramElements
  let hierarchy: StateHierarchy
  /// The nodes that edges of a state that consists of regions lead to and from: the point at which the
  /// first region starts, and the last node of the last region.
  private(set) var ends: [String: (first: String, last: String)] = [:]

  init(of outline: DiagramOutline, in graph: StateGraph, _ style: DOTStyle, namesElements: Bool) {
    self.style = style
    self.namesElements = namesElements
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
}
