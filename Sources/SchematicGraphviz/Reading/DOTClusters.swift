import SchematicGraph

/// The clusters of a DOT text as composite states.
///
/// An edge whose `ltail` is a cluster leads from all states inside that are not final. One that leads
/// to the point where a composite state starts leads to the state that the point leads to.
struct DOTClusters {
  /// The composite states, each after the one that it lies in.
  private(set) var composites: [StateGraph.CompositeState] = []

  private let dialect: DOTDialect
  private var parents: [String: String] = [:]
  private var names: [String: String] = [:]
  private var lively: [String: [String]] = [:]
  private let starts: [String: String]

  init(of document: DOTDocument, _ dialect: DOTDialect) throws(GraphvizError) {
    self.dialect = dialect
    starts = Dictionary(
      document.edges.filter { dialect == .ours && DOTNames.isStart($0.tail) }
        .map { ($0.tail, $0.head) },
      uniquingKeysWith: { first, _ in first })
    let final = Set(document.nodes.filter(\.isFinal).map(\.name))
    for subgraph in document.subgraphs { try add(subgraph, in: nil, final) }
  }

  private mutating func add(
    _ subgraph: DOTSubgraph, in parent: String?, _ final: Set<String>
  ) throws(GraphvizError) {
    var parent = parent
    // Subgraphs that are no clusters only group nodes, and may group clusters.
    if subgraph.isCluster, let name = subgraph.name {
      guard lively[name] == nil else { throw .repeatedCluster(name) }
      let attribute = dialect == .ours ? subgraph.attributes[DOTNames.identifierAttribute] : nil
      let identifier = attribute.map(DOTIdentifier.decode) ?? name
      composites.append(
        StateGraph.CompositeState(
          identifier: identifier, label: dialect.label(of: subgraph), parent: parent))
      for node in subgraph.nodes {
        guard parents[node] == parent else { throw .inTwoClusters(node) }
        parents[node] = identifier
        names[node] = name
      }
      parent = identifier
      lively[name] = subgraph.nodes.filter { !final.contains($0) && !isStart($0) }
    }
    for inner in subgraph.subgraphs { try add(inner, in: parent, final) }
  }

  /// Returns whether a node is the point where a composite state starts.
  func isStart(_ node: String) -> Bool { starts[node] != nil }

  /// Returns the identifier of the composite state that a node lies in.
  func parent(of node: String) -> String? { parents[node] }

  /// Returns the name of the cluster that a node lies in.
  func name(around node: String) -> String? { names[node] }

  /// Returns the node of the state that is entered where an edge leads to a node.
  func state(enteredAt node: String) -> String {
    var node = node
    // As many steps as there are points: a text of others may lead round in a circle.
    for _ in starts { node = starts[node] ?? node }
    return node
  }

  /// Returns the nodes of the states that an arrow leads from.
  func sources(of arrow: DOTArrow) -> [String] {
    guard let border = arrow.borders.tail, let inside = lively[border],
      inside.contains(arrow.tail)
    else { return [arrow.tail] }
    return inside
  }
}
