/// An edge of a DOT text.
package struct DOTEdge: Hashable, Sendable {
  /// The name of the node that the edge leaves.
  package var tail: String

  /// The name of the node that the edge enters.
  package var head: String

  /// The attributes of the edge.
  package var attributes: DOTAttributes

  /// Creates an edge.
  package init(tail: String, head: String, attributes: DOTAttributes = DOTAttributes()) {
    self.tail = tail
    self.head = head
    self.attributes = attributes
  }
}
