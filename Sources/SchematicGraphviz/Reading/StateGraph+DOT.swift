import SchematicGraph

extension StateGraph {
  /// Creates a graph from the text of a diagram.
  ///
  /// The text is read by Graphviz's own parser. Text that ``DOTPrinter`` wrote gives back the graph
  /// it was written from; what others wrote is read by these rules:
  ///
  /// ```swift
  /// let graph = try StateGraph(
  ///   dot: "digraph { start [shape=point]; start -> off; off -> on [label=\"press / click\"] }")
  /// graph.initialState           // "off"
  /// graph.transitions[0].event   // "press"
  /// graph.transitions[0].action  // "click"
  /// ```
  ///
  /// - **Initial state.** An arrow marks it that leads from a node which no arrow leads to, and
  ///   which is named `""` or `__start0` (or ends like that, with any number or none), is a point
  ///   or invisible, or has only unlabelled arrows and either no text or no border (`shape=none`,
  ///   `plain` or `plaintext`). Marks inside clusters say where `lhead` leads, if there are others
  ///   outside. Without a mark it is the one state with `initial=true`, or else with `color=red`.
  /// - **Transitions.** Each line of an edge's `label`, or `xlabel`, is one: `event [guard] / action`,
  ///   with or without spaces. Lines end with `\n`, `\l`, `\r` or a line break. A backward arrow
  ///   (`dir=back`) is turned round, a double one (`dir=both`) counts for both ways.
  /// - **States.** HTML labels and records give their text. A `doublecircle` that no arrow leaves is
  ///   final. Clusters are composite states; other subgraphs, ports, invisible edges and invisible
  ///   nodes without visible edges arrange the diagram and are dropped, as are positions, colours,
  ///   shapes, styles, tooltips, other labels, the graph's own included, and spaces around texts.
  ///
  /// Where the arrow begins at a node named `""`, and no label is HTML, the text is taken for one of
  /// ``DOTPrinter``'s: lines of labels end with `\l` alone, since `\n` is a line break inside a name.
  ///
  /// - Parameters:
  ///   - text: The text of one directed graph.
  ///   - initialState: The state to start in, for diagrams that mark none or several.
  /// - Throws: A ``GraphvizError`` when the text cannot be read, when no initial state is marked or
  ///   several are, or when the diagram says something that a graph cannot hold.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  public init(dot text: String, initialState: String? = nil) throws(GraphvizError) {
    try self.init(DOTDocument(parsing: text), initialState)
  }

  /// Creates a graph from the bytes of a file; otherwise like ``init(dot:initialState:)``.
  package init(dot bytes: [UInt8], initialState: String? = nil) throws(GraphvizError) {
    try self.init(DOTDocument(parsing: bytes), initialState)
  }

  private init(_ document: DOTDocument, _ initialState: String?) throws(GraphvizError) {
    var regions: [Region] = []
    for (name, document) in document.regions {
      let reader = try DOTReader(document, initialState: nil)
      regions.append(Region(name: name, graph: reader.graph))
    }
    guard regions.isEmpty else {
      self.init(regions: regions)
      return
    }
    self = try DOTReader(document, initialState: initialState).graph
  }
}

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
