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

extension DOTStatements {
  /// The numbers of what is drawn, with the points at which machines start.
  var size: DOTSize {
    let regions = outline.regions
    guard regions.isEmpty else { return size(of: regions) }
    let turns = outline.arrows.count(where: leadsRound)
    var size = DOTSize(nodes: 1 + turns, edges: outline.arrows.count + 1 + turns)
    for state in outline.states { size.add(self.size(of: state), in: 0) }
    return size
  }

  private func size(of regions: [DiagramOutline.Region]) -> DOTSize {
    regions.reduce(into: DOTSize()) { $0.add(statements(of: $1).size, in: 1) }
  }

  private func size(of state: DiagramOutline.State) -> DOTSize {
    if case .state = state.vertex, state.regions.isEmpty { return DOTSize(nodes: 1) }
    let starts = state.initialSubstate == nil ? 0 : 1
    var size = DOTSize(nodes: starts + state.histories.count, edges: starts, depth: 1)
    for state in state.substates { size.add(self.size(of: state), in: 1) }
    size.add(self.size(of: state.regions), in: 1)
    return size
  }
}
