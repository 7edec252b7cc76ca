/// A node of a DOT text.
package struct DOTNode: Hashable, Sendable {
  /// The identifier of the node, unique in its graph.
  package var name: String

  /// The attributes of the node.
  package var attributes: DOTAttributes

  /// Creates a node.
  package init(name: String, attributes: DOTAttributes = DOTAttributes()) {
    self.name = name
    self.attributes = attributes
  }
}
