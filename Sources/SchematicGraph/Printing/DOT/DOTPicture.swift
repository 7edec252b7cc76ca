/// A picture in DOT, and the numbers that the limits of its drawing are about.
package struct DOTPicture: Hashable, Sendable {
  /// The text of the picture, without the record of the graph.
  package let text: String
  /// The number of nodes: states, histories, and the points where machines and composite states start.
  package let nodes: Int
  /// The number of arrows.
  package let edges: Int
  /// The number of boxes that lie in each other.
  package let depth: Int
  /// The length of the longest line, in bytes.
  package let longestLine: Int

  /// Creates a picture from its text, and what it consists of.
  package init(_ text: String, nodes: Int, edges: Int, depth: Int = 0) {
    self.init(lines: [text], DOTSize(nodes: nodes, edges: edges, depth: depth))
  }

  init(lines: [String], _ size: DOTSize) {
    text = lines.map { $0 + "\n" }.joined()
    longestLine = lines.map(\.utf8.count).max() ?? 0
    (nodes, edges, depth) = (size.nodes, size.edges, size.depth)
  }
}

/// The numbers of elements in a picture, or in a part of one.
struct DOTSize {
  var nodes = 0
  var edges = 0
  var depth = 0

  /// Adds a part that lies in a number of boxes.
  fileprivate mutating func add(_ part: DOTSize, in boxes: Int) {
    nodes += part.nodes
    edges += part.edges
    depth = max(depth, part.depth + boxes)
  }
}

extension DiagramOutline {
  /// The numbers of what is drawn, with the point at which the machine starts.
  var size: DOTSize {
    var size = DOTSize(nodes: 1, edges: arrows.count + 1)
    for state in states { size.add(state.size, in: 0) }
    return size
  }

  /// Returns the numbers of what is drawn of regions side by side.
  static func size(of regions: [DiagramOutline]) -> DOTSize {
    regions.reduce(into: DOTSize()) { $0.add($1.size, in: 1) }
  }
}

extension DiagramOutline.State {
  fileprivate var size: DOTSize {
    guard case .composite = vertex else { return DOTSize(nodes: 1) }
    let starts = initialSubstate == nil ? 0 : 1
    var size = DOTSize(nodes: starts + histories.count, edges: starts, depth: 1)
    for state in substates { size.add(state.size, in: 1) }
    for region in regions { size.add(region.outline.size, in: 2) }
    return size
  }
}
