/// The graph that a DOT text describes, as plain values.
///
/// Text is read by Graphviz's own parser, so the document holds what Graphviz would draw.
/// Values are those the parser holds: escapes such as `\l` and entities such as `&amp;` are not
/// decoded. Reading runs no layout and needs no plug-in.
///
/// ```swift
/// let document = try DOTDocument(parsing: "digraph Door { open -> closed [label=push] }")
/// document.nodes.map(\.name)            // ["open", "closed"]
/// document.edges[0].attributes["label"]  // "push"
/// ```
///
/// - Important: The parser gives an identifier that begins with `%` a name of its own making.
package struct DOTDocument: Hashable, Sendable {
  /// The name of the graph, or `nil` when it has none.
  package var name: String?

  /// A Boolean value that indicates whether the text says `digraph`.
  package var isDirected: Bool

  /// A Boolean value that indicates whether the text says `strict`, which merges parallel edges.
  package var isStrict: Bool

  /// The attributes of the graph itself.
  package var attributes: DOTAttributes

  /// The nodes, in the order in which the text first mentions them.
  package var nodes: [DOTNode]

  /// The edges, in the order in which the text first mentions them.
  package var edges: [DOTEdge]

  /// The subgraphs that are not inside another, in the order in which the text opens them.
  package var subgraphs: [DOTSubgraph]
}

extension DOTDocument {
  /// Reads the graph that a DOT text describes.
  ///
  /// - Parameter text: The text of one graph.
  /// - Throws: A ``GraphvizError`` when the text is empty, breaks the grammar, or goes on after the
  ///   graph.
  package init(parsing text: String) throws(GraphvizError) {
    self = try Bridge.read(Array(text.utf8))
  }

  /// Reads the graph that the bytes of a file describe.
  ///
  /// - Parameter bytes: The text of one graph, in UTF-8, with or without a byte order mark.
  /// - Throws: A ``GraphvizError`` when the bytes are not text, when the text is empty or breaks
  ///   the grammar, or when it goes on after the graph.
  package init(parsing bytes: [UInt8]) throws(GraphvizError) {
    self = try Bridge.read(bytes)
  }
}

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

  /// A Boolean value that indicates whether the subgraph is drawn as a box around its nodes.
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

/// The attributes of a graph, node, edge or subgraph of a DOT text.
///
/// Defaults are resolved: a node has what `node [shape=box]` before it says. An attribute whose
/// value is empty is not set, with one exception: an empty `label` of a node, which hides the name
/// that a node without a label shows.
package struct DOTAttributes: Hashable, Sendable {
  /// The values by name.
  package var values: [String: String]

  /// The names of the attributes whose values were written between angle brackets.
  package var htmlNames: Set<String>

  /// Creates attributes from their values.
  package init(values: [String: String] = [:], htmlNames: Set<String> = []) {
    self.values = values
    self.htmlNames = htmlNames
  }

  /// The value of an attribute, or `nil` when it is not set.
  package subscript(name: String) -> String? { values[name] }
}
