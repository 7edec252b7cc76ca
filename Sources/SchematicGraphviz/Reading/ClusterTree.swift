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
  /// The identifiers of the composite states that clusters stand for, by the names of the clusters.
  private var identifiers: [String: String] = [:]

  /// Creates the tree of a document's clusters.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - composite: Gives the state that a cluster stands for; its parent is the tree's to say.
  /// - Throws: A ``GraphvizError`` where a cluster or node is in two places.
  init(
    of document: DOTDocument, composite: (DOTSubgraph) -> StateGraph.CompositeState
  ) throws(GraphvizError) {
    for subgraph in document.subgraphs { try add(subgraph, in: nil, composite) }
  }

  private mutating func add(
    _ subgraph: DOTSubgraph, in parent: String?,
    _ composite: (DOTSubgraph) -> StateGraph.CompositeState
  ) throws(GraphvizError) {
    var parent = parent
    // Subgraphs that are no clusters only group nodes, and may group clusters.
    if subgraph.isCluster, let name = subgraph.name {
      guard identifiers[name] == nil else { throw .repeatedCluster(name) }
      var state = composite(subgraph)
      state.parent = parent
      composites.append(state)
      let identifier = state.identifier
      for node in subgraph.nodes {
        guard parents[node] == parent else { throw .inTwoClusters(node) }
        parents[node] = identifier
        clusters[node] = name
      }
      parent = identifier
      identifiers[name] = identifier
    }
    for inner in subgraph.subgraphs { try add(inner, in: parent, composite) }
  }

  /// Returns the identifier of the composite state that a node lies in.
  func parent(of node: String) -> String? { parents[node] }

  /// Returns the name of the cluster that a node lies in.
  func cluster(around node: String) -> String? { clusters[node] }

  /// Returns the identifiers of the states that an edge leaves: where it begins at the border of a
  /// cluster, all that are inside and not final.
  ///
  /// - Parameters:
  ///   - tail: The identifier of the state at which the edge is written to begin.
  ///   - border: The name of the cluster, where there is one.
  ///   - states: All states.
  /// - Returns: The identifiers, in the order of the states.
  func sources(of tail: String, border: String?, among states: StateHierarchy) -> [String] {
    guard let border, let composite = identifiers[border] else { return [tail] }
    let inside = states.descendants(of: composite).filter { !$0.isFinal }.map(\.identifier)
    return inside.contains(tail) ? inside : [tail]
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
