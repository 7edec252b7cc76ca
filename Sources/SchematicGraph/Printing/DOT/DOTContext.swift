/// The data that all parts of one picture share.
struct DOTContext {
  let style: DOTStyle
  /// A Boolean value that indicates whether states and arrows have names in an SVG made from the text.
  let namesElements: Bool
  /// Returns the link to some lines of code; `nil` if the picture has no links.
  let link: DOTLink.Maker?
  /// A Boolean value that indicates whether the new arrows of a comparison must not move states.
  let keepsPlaces: Bool
  let nearest: NearestLines?
  let elements: DiagramElements
  let hierarchy: StateHierarchy
  /// The walk that orders the states; `nil` for the order of the graph.
  var walk: DOTWalk?
  /// A Boolean value that indicates whether the arrows of the walk are as straight and short as possible.
  var isStraight = false
  /// The nodes inside a state with regions at which edges of the state begin or end: the starting point of
  /// the first region, and the last state of the last region.
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

  /// Returns the attributes that link an element to its lines of code.
  ///
  /// An element has only one link in Graphviz, which leads to the first line. The places of all lines appear
  /// when the pointer rests on the element.
  ///
  /// - Parameters:
  ///   - lines: The lines of the element as a whole, and of each row of its text.
  ///   - isCluster: Whether the element is a cluster, which would inherit the link of a cluster around it.
  /// - Returns: The attributes; none if the picture has no links.
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
    // A link that opens an editor needs no new page.
    let target = address.lowercased().hasPrefix("http") ? "_blank" : "_self"
    return [
      "URL=\(DOTLabel.quoted(address))", "tooltip=\(tooltip)", "labeltooltip=\(tooltip)",
      "target=\(target)",
    ]
  }
}

/// A link from an element of a picture to its lines of code.
package struct DOTLink {
  /// A function that returns the link to some lines of code; `nil` if there is none.
  package typealias Maker = @Sendable (_ lines: SourceLines) -> DOTLink?

  package let address: String
  /// The name of the place, such as `Turnstile.swift:24`.
  package let place: String

  package init(address: String, place: String) {
    self.address = address
    self.place = place
  }
}
