/// A link of an element of a picture to the lines of code that make it.
package struct DOTLink {
  /// Returns the link to some lines; `nil` if there is none.
  package typealias Maker = @Sendable (_ lines: SourceLines) -> DOTLink?

  /// The address.
  package let address: String
  /// The name of the place, such as `Turnstile.swift:24`.
  package let place: String

  /// Creates a link.
  package init(address: String, place: String) {
    self.address = address
    self.place = place
  }
}

/// What the statements of a part of a picture are written for, besides being looked at.
struct DOTContext {
  /// The names of the elements in an SVG, or `nil` to let Graphviz number them.
  var elements: SVGElementNames?
  /// Returns the link to some lines, if elements have links.
  var link: DOTLink.Maker?
  /// A Boolean value that indicates whether new arrows of a comparison leave states where they were.
  var keepsPlaces = true

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
    guard let address = found.first?.1.address else { return isCluster ? ["URL=\"\""] : [] }
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
