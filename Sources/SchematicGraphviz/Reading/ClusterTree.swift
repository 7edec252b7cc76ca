import SchematicGraph

/// The clusters of a DOT text as composite states, and the nodes in them.
struct ClusterTree {
  /// The composite states, each after the one that it lies in.
  private(set) var composites: [StateGraph.CompositeState] = []

  /// The identifiers of the innermost composite states that nodes lie in, by the names of the
  /// nodes.
  private var parents: [String: String] = [:]
  /// The names of the innermost clusters that nodes lie in, by those of the nodes.
  private var clusters: [String: String] = [:]
  /// The nodes that an edge from the border of a cluster leaves, by the name of the cluster.
  private var members: [String: [String]] = [:]

  /// Creates the tree of a document's clusters.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - pseudostates: The nodes that are no states.
  ///   - composite: Gives the identifier and the label of the state that a cluster stands for.
  /// - Throws: A ``GraphvizError`` where a cluster or node is in two places.
  init(
    of document: DOTDocument, without pseudostates: Set<String> = [],
    composite: (DOTSubgraph) -> (identifier: String, label: String?)
  ) throws(GraphvizError) {
    let final = document.nodes.filter(\.isFinal).map(\.name)
    let ignored = pseudostates.union(final)
    for subgraph in document.subgraphs { try add(subgraph, in: nil, without: ignored, composite) }
  }

  private mutating func add(
    _ subgraph: DOTSubgraph, in parent: String?, without ignored: Set<String>,
    _ composite: (DOTSubgraph) -> (identifier: String, label: String?)
  ) throws(GraphvizError) {
    var parent = parent
    // Subgraphs that are no clusters only group nodes, and may group clusters.
    if subgraph.isCluster, let name = subgraph.name {
      guard members[name] == nil else { throw .repeatedCluster(name) }
      let (identifier, label) = composite(subgraph)
      composites.append(
        StateGraph.CompositeState(identifier: identifier, label: label, parent: parent))
      for node in subgraph.nodes {
        guard parents[node] == parent else { throw .inTwoClusters(node) }
        parents[node] = identifier
        clusters[node] = name
      }
      parent = identifier
      members[name] = subgraph.nodes.filter { !ignored.contains($0) }
    }
    for inner in subgraph.subgraphs { try add(inner, in: parent, without: ignored, composite) }
  }

  /// Returns the identifier of the composite state that a node lies in.
  func parent(of node: String) -> String? { parents[node] }

  /// Returns the name of the cluster that a node lies in.
  func cluster(around node: String) -> String? { clusters[node] }

  /// Returns the nodes that an edge leaves: where it begins at the border of a cluster, all that
  /// are inside and not final.
  func sources(of tail: String, border: String?) -> [String] {
    guard let border, let inside = members[border], inside.contains(tail) else { return [tail] }
    return inside
  }
}

extension DOTNode {
  /// A Boolean value that indicates whether the node is a final state of a diagram of ours.
  var isFinal: Bool { attributes["class"] == DOTPrinter.finalClass }
}

extension DOTEdge {
  /// A Boolean value that indicates whether something is written beside the edge.
  var hasText: Bool { attributes["label"] != nil || attributes["xlabel"] != nil }
}
