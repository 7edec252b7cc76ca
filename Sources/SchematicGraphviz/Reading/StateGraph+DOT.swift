import SchematicGraph

extension StateGraph {
  /// Creates a graph from the text of a diagram.
  ///
  /// The text is read by Graphviz's own parser. Text that `DOTPrinter` wrote gives back the graph
  /// it was written from; text of other people and programs is read by these rules:
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
  ///   or invisible, or has only unlabeled arrows and either no text or no border (`shape=none`,
  ///   `plain` or `plaintext`). Marks inside clusters say where `lhead` leads, if there are others
  ///   outside. Without a mark it is the one state with `initial=true`, or else with `color=red`.
  /// - **Transitions.** Each line of an edge's `label`, or `xlabel`, is one:
  ///   `event [guard] / action`, with or without spaces. Lines end with `\n`, `\l`, `\r` or a line
  ///   break. A backward arrow (`dir=back`) is turned round, a double one (`dir=both`) counts for
  ///   both ways.
  /// - **States.** HTML labels and records give their text. A `doublecircle` that no arrow leaves
  ///   is final. Clusters are composite states; other subgraphs, ports, invisible edges and
  ///   invisible nodes without visible edges arrange the diagram and are dropped, as are positions,
  ///   colors, shapes, styles, tooltips, other labels, the graph's own included, and spaces around
  ///   texts.
  ///
  /// Where the arrow begins at a node named `""`, and no label is HTML, the text is taken for one
  /// of `DOTPrinter`'s: lines of labels end with `\l` alone, since `\n` is a line break inside a
  /// name.
  ///
  /// - Parameters:
  ///   - text: The text of one directed graph.
  ///   - initialState: The state to start in, for diagrams that mark none or several.
  /// - Throws: A ``GraphvizError`` when the text cannot be read, when no initial state is marked or
  ///   several are, or when the diagram says something that a graph cannot hold. What is too large
  ///   is refused before it is read: texts of more than 32 MB, strings of more than 1 MB, and more
  ///   than a million transitions or states where clusters or regions multiply them.
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
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
      regions.append(Region(name: name, graph: try document.graph(startingIn: nil)))
    }
    if regions.isEmpty {
      self = try document.graph(startingIn: initialState)
    } else {
      try ReadingBounds.check(productOf: regions)
      self.init(regions: regions)
    }
    isCommitting = document.attributes[DOTPrinter.commitAttribute] == "true"
  }
}

/// The authors of DOT texts, whose names and labels are read by different rules.
private enum DOTAuthor {
  /// ``DOTPrinter``, which writes everything so that it reads back.
  case schematic
  /// Another person or program.
  case foreign

  /// Tells who wrote a document: in one of ours the initial pseudo-state has the empty name, and no
  /// label is HTML.
  init(of document: DOTDocument) {
    let (nodes, edges) = (document.nodes, document.edges)
    let isOurs =
      edges.contains { $0.tail == DOTIdentifier.initial }
      && !edges.contains { $0.head == DOTIdentifier.initial }
      && !(nodes.map(\.attributes) + edges.map(\.attributes)).contains { !$0.htmlNames.isEmpty }
    self = isOurs ? .schematic : .foreign
  }
}

extension DOTDocument {
  /// Returns the graph that a document without regions shows.
  fileprivate func graph(startingIn initialState: String?) throws(GraphvizError) -> StateGraph {
    guard isDirected else { throw .notDirected }
    if let node = nodes.first(where: { $0.name.hasPrefix("%") }) { throw .renamed(node) }
    switch DOTAuthor(of: self) {
    case .schematic:
      var graph = try DiagramReader(self).graph(startingIn: initialState)
      graph.omission = attributes[DOTPrinter.omissionAttribute].flatMap(
        GraphOmission.init(attribute:))
      return graph
    case .foreign: return try ForeignReader(self, startingIn: initialState).graph()
    }
  }

  /// The regions that our printer wrote, each as a document of its own; none in other diagrams.
  fileprivate var regions: [(name: String, document: DOTDocument)] {
    let clusters = subgraphs.filter { $0.attributes[DOTNames.regionAttribute] != nil }
    let names = clusters.map { DOTIdentifier.decode($0.attributes[DOTNames.regionAttribute] ?? "") }
    let prefixes = DOTNames.keys(ofRegions: names).map(DOTNames.prefix)
    var documents = zip(clusters, prefixes).map { cluster, prefix in
      DOTDocument(
        name: name, isDirected: isDirected, isStrict: isStrict, attributes: attributes, nodes: [],
        edges: [], subgraphs: cluster.subgraphs.map { $0.removing(prefix) })
    }
    var places: [String: [Int]] = [:]
    for (index, cluster) in clusters.enumerated() {
      for node in cluster.nodes { places[node, default: []].append(index) }
    }
    for node in nodes {
      for index in places[node.name, default: []] {
        let name = node.name.removing(prefixes[index])
        documents[index].nodes.append(DOTNode(name: name, attributes: node.attributes))
      }
    }
    for edge in edges {
      for index in places[edge.tail, default: []] {
        let (tail, head) = (edge.tail, edge.head)
        documents[index].edges.append(
          DOTEdge(
            tail: tail.removing(prefixes[index]), head: head.removing(prefixes[index]),
            attributes: edge.attributes))
      }
    }
    return Array(zip(names, documents))
  }
}

extension DOTSubgraph {
  /// Returns the subgraph with the names of nodes inside a region.
  fileprivate func removing(_ prefix: String) -> DOTSubgraph {
    var subgraph = self
    subgraph.nodes = nodes.map { $0.removing(prefix) }
    subgraph.subgraphs = subgraphs.map { $0.removing(prefix) }
    return subgraph
  }
}

extension String {
  /// Returns the name of a node inside a region.
  fileprivate func removing(_ prefix: String) -> String { after(prefix) ?? self }
}

/// The bounds of graphs that are larger than the texts that they are read from.
enum ReadingBounds {
  /// The most transitions, and the most states of regions, that a text may stand for.
  static let combinations = 1_000_000

  /// Throws where edges that leave the borders of clusters stand for too many transitions.
  static func check(transitions: Int) throws(GraphvizError) {
    guard transitions > combinations else { return }
    throw .tooManyCombinations("The edges that leave clusters stand for more than", "transitions")
  }

  /// Throws where regions have too many states or rules together.
  static func check(productOf regions: [StateGraph.Region]) throws(GraphvizError) {
    let states = regions.map { Double($0.graph.states.count) }
    let rules = regions.map { Dictionary(grouping: $0.graph.rules, by: \.label) }
    let labels = Set(rules.flatMap(\.keys))
    var size = max(states.reduce(1, *), Double(labels.count * regions.count))
    for label in labels where size <= Double(combinations) {
      // A rule of each region is taken, or none where its state has none.
      let taken = rules.map { $0[label, default: []] }
      let idle = zip(states, taken).map { $0 - Double(Set($1.map(\.state)).count) }
      let all = zip(idle, taken).map { $0 + Double($1.count) }
      size += all.reduce(1, *) - idle.reduce(1, *)
    }
    guard size > Double(combinations) else { return }
    throw .tooManyCombinations("The regions have together more than", "states and transitions")
  }
}
