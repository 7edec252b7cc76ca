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

/// The names of nodes and clusters in DOT text.
///
/// Composite states, regions, and states that consist of regions are clusters
/// (<https://graphviz.org/docs/clusters/>). A region contains a starting point, and so does a composite
/// state that shows its start. Graphviz draws edges only between nodes: the edge of a cluster leads to or
/// from a node inside, and is cut off at the border.
enum DOTNames {
  /// The mark in the names of starting points, histories and turns: a zero-width space as an entity.
  ///
  /// It distinguishes them from the names of states. In an identifier, a zero-width space is written raw,
  /// and `&` as an entity.
  private static let mark = "&#8203;"

  /// The name of the initial pseudostate, in double quotes.
  static let initial = DOTLabel.quoted(encoded: DOTIdentifier.initial)

  /// Returns the name of a state, in double quotes.
  static func state(_ identifier: String) -> String { DOTIdentifier.quoted(identifier) }

  /// Returns the name of a composite state's starting point, in double quotes.
  static func start(of composite: String) -> String { marked("", composite) }

  /// Returns the name of a region's starting point, in double quotes.
  static func start(ofRegion region: String) -> String { marked("region" + mark, region) }

  /// Returns the name of a composite state's history, in double quotes.
  static func history(of composite: String, isDeep: Bool) -> String {
    marked(History.symbol(isDeep: isDeep) + mark, composite)
  }

  /// Returns the name, in double quotes, of the point through which an arrow leads back to the state that
  /// it leaves.
  static func turn(_ arrow: Int) -> String { marked("turn" + mark, "\(arrow)") }

  private static func marked(_ kind: String, _ identifier: String) -> String {
    DOTLabel.quoted(encoded: mark + kind + DOTIdentifier.encode(identifier))
  }

  /// Returns the name of the cluster of a composite state.
  static func cluster(_ composite: String) -> String { "cluster_" + plain(composite) }

  /// Returns the name of the cluster of a state that consists of regions.
  static func cluster(ofState state: String) -> String { "cluster_" + stateMark + plain(state) }

  /// Returns the name of the cluster of a region.
  static func cluster(ofRegion region: String) -> String { "cluster_" + regionMark + plain(region) }

  // A text from `plain` never begins like these: two hexadecimal digits follow its underscores.
  private static let stateMark = "_state_"
  private static let regionMark = "_region_"

  /// Returns a text in letters, digits and underscores, because a cluster's name has no other characters.
  private static func plain(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return String(Unicode.Scalar(byte))
      default:
        return "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
