/// A way in which Graphviz arranges the states of a picture.
///
/// Graphviz decides by the order in which a text names states where they are, and which arrows lead back. No
/// order is good for every machine.
package enum DOTArrangement: Hashable, Sendable {
  /// The states are in the order of the graph.
  case declared
  /// The states are in the order in which a walk from the initial state meets them.
  case walk
  /// As ``walk``, and the arrows of the walk are as straight and short as possible.
  case straightWalk
  /// Each state is after the states that lead to it, and the arrows of a walk are as straight and short as
  /// possible.
  case straightLevels
}

/// A walk along the edges of a picture, as far as possible before it turns back.
struct DOTWalk {
  /// The edge along which the walk reaches a node.
  struct Step: Hashable {
    let tail: String
    let head: String
  }

  /// The position of each node.
  private(set) var places: [String: Int] = [:]
  /// The edges of the walk.
  private(set) var steps: Set<Step> = []
  private var heads: [String: [String]] = [:]

  /// Walks along edges, from the tail of the first one.
  ///
  /// - Parameters:
  ///   - edges: The edges, in the order of the text.
  ///   - isLeveled: Whether each node is after the nodes that lead to it, as far as arrows don't lead back.
  /// - Complexity: O(*n*) in the number of edges; the depth of the recursion is that of the walk.
  init(along edges: [Step], isLeveled: Bool) {
    var roots: [String] = []
    for edge in edges {
      if heads[edge.tail] == nil { roots.append(edge.tail) }
      heads[edge.tail, default: []].append(edge.head)
    }
    var levels: [String: Int] = [:]
    if isLeveled {
      levels = self.levels(from: roots)
      roots.sort { levels[$0, default: 0] < levels[$1, default: 0] }
      heads = heads.mapValues { $0.stablySorted { levels[$0, default: 0] } }
    }
    for root in roots where places[root] == nil { visit(root) }
    if isLeveled { places = levels }
  }

  private mutating func visit(_ node: String) {
    places[node] = places.count
    for head in heads[node, default: []] where places[head] == nil {
      steps.insert(Step(tail: node, head: head))
      visit(head)
    }
  }

  /// Returns positions in which each node is after the nodes that lead to it.
  private func levels(from roots: [String]) -> [String: Int] {
    var met: Set<String> = []
    var finished: [String] = []
    func visit(_ node: String) {
      guard met.insert(node).inserted else { return }
      for head in heads[node, default: []].reversed() { visit(head) }
      finished.append(node)
    }
    for root in roots { visit(root) }
    return Dictionary(
      uniqueKeysWithValues: zip(finished.reversed(), finished.indices))
  }
}
