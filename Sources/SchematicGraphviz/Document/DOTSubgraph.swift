/// A subgraph of a DOT text.
package struct DOTSubgraph: Hashable, Sendable {
  /// The name of the subgraph, or `nil` when it has none.
  package var name: String?

  /// The attributes of the subgraph, those that it inherits included.
  package var attributes: DOTAttributes

  /// The names of the nodes in it, those in its own subgraphs included.
  package var nodes: [String]

  /// The subgraphs inside it, in the order in which the text opens them.
  package var subgraphs: [DOTSubgraph]

  /// Whether the subgraph is drawn as a box around its nodes.
  package var isCluster: Bool { name?.hasPrefix("cluster") ?? false }

  /// Creates a subgraph.
  package init(
    name: String?,
    attributes: DOTAttributes = DOTAttributes(),
    nodes: [String] = [],
    subgraphs: [DOTSubgraph] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.nodes = nodes
    self.subgraphs = subgraphs
  }
}
