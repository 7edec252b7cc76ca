import SchematicGraph

extension DOTDocument {
  /// The regions that our printer wrote, each as a document of its own; none in other diagrams.
  var regions: [(name: String, document: DOTDocument)] {
    let named = subgraphs.compactMap { subgraph in
      subgraph.attributes[DOTNames.regionAttribute].map { (DOTIdentifier.decode($0), subgraph) }
    }
    let keys = DOTNames.keys(ofRegions: named.map(\.0))
    return zip(named, keys).map { region, key in
      (region.0, document(of: region.1, prefix: DOTNames.prefix(ofRegion: key)))
    }
  }

  private func document(of region: DOTSubgraph, prefix: String) -> DOTDocument {
    let inside = Set(region.nodes)
    func name(_ node: String) -> String { node.after(prefix) ?? node }
    func renamed(_ subgraph: DOTSubgraph) -> DOTSubgraph {
      var subgraph = subgraph
      subgraph.nodes = subgraph.nodes.map(name)
      subgraph.subgraphs = subgraph.subgraphs.map(renamed)
      return subgraph
    }
    return DOTDocument(
      name: self.name, isDirected: isDirected, isStrict: isStrict, attributes: attributes,
      nodes: nodes.filter { inside.contains($0.name) }.map {
        DOTNode(name: name($0.name), attributes: $0.attributes)
      },
      edges: edges.filter { inside.contains($0.tail) }.map {
        DOTEdge(tail: name($0.tail), head: name($0.head), attributes: $0.attributes)
      },
      subgraphs: region.subgraphs.map(renamed))
  }
}
