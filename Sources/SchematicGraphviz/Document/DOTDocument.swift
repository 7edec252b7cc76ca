/// The graph that a DOT text describes, as plain values.
///
/// Text is read by Graphviz's own parser, so what is in the document is what Graphviz would draw.
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

  /// Whether the text says `digraph`.
  package var isDirected: Bool

  /// Whether the text says `strict`, which merges parallel edges.
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
