import SchematicGraph

extension StateGraph {
  /// Creates a graph from the text of a diagram.
  ///
  /// The text is read by Graphviz's own parser. Text that ``DOTPrinter`` wrote gives back the graph
  /// it was written from; in other diagrams, an arrow from a point that no arrow leads to, or from
  /// a node named `""` or `__start0`, marks the initial state, and edge labels are read as `event [guard] / action`.
  ///
  /// ```swift
  /// let graph = try StateGraph(dot: "digraph { \"\" -> off; off -> on [label=press] }")
  /// graph.initialState          // "off"
  /// graph.transitions[0].event  // "press"
  /// ```
  ///
  /// - Parameter text: The text of one directed graph.
  /// - Throws: A ``GraphvizError`` when the text cannot be read, or no initial state is marked.
  public init(dot text: String) throws(GraphvizError) {
    let document = try DOTDocument(parsing: text)
    guard document.isDirected else { throw .notDirected }
    let regions = document.regions
    guard regions.isEmpty else {
      self.init(
        regions: try regions.map { region throws(GraphvizError) in
          Region(name: region.name, graph: try StateGraph(region.document))
        })
      return
    }
    try self.init(document)
  }

  /// Creates a graph from a document that is one machine.
  private init(_ document: DOTDocument) throws(GraphvizError) {
    let marks = document.initialMarks
    let clusters = DOTClusters(of: document)
    let entries = document.edges.filter { marks.contains($0.tail) }
    guard let initial = entries.first?.head else { throw .noInitialState }

    let nodes = document.nodes.filter { !marks.contains($0.name) && !clusters.isStart($0.name) }
    let edges = document.edges.filter { !marks.contains($0.tail) && !clusters.isStart($0.tail) }
    self.init(
      states: nodes.map { $0.state(in: clusters) },
      composites: clusters.composites,
      transitions: nodes.flatMap(\.internalTransitions)
        + edges.flatMap { $0.transitions(in: clusters) },
      rejections: nodes.flatMap(\.rejections),
      initialState: DOTIdentifier.decode(clusters.state(enteredAt: initial))
    )
  }
}

extension DOTDocument {
  /// The names of the nodes that are initial pseudo-states: ours or, in diagrams of others, what
  /// looks like one.
  fileprivate var initialMarks: Set<String> {
    if nodes.contains(where: { $0.name == DOTIdentifier.initial }) {
      return [DOTIdentifier.initial]
    }
    let entered = Set(edges.map(\.head))
    return Set(
      nodes.filter { node in
        node.name == "__start0"
          || node.attributes["shape"] == "point" && !entered.contains(node.name)
      }.map(\.name))
  }
}

extension DOTNode {
  private var identifier: String { DOTIdentifier.decode(name) }

  /// The label of the state, and what is listed below it.
  private var compartments: (name: String?, inside: [DOTTransitionText]) {
    // `\N` is Graphviz's word for the name of the node, and the label of nodes that have none.
    let label = attributes["label"].flatMap { $0 == "\\N" ? nil : $0 }
    guard let label, attributes["shape"] == DOTRecord.shape,
      let (name, inside) = DOTRecord.decode(label)
    else { return (label, []) }
    return (name, DOTTransitionText.all(in: inside))
  }

  /// The state that the node stands for.
  fileprivate func state(in clusters: DOTClusters) -> StateGraph.State {
    StateGraph.State(
      identifier: identifier, label: compartments.name.map(DOTLabel.decode), isFinal: isFinal,
      parent: clusters.parent(of: name))
  }

  /// The transitions that are listed inside the state.
  fileprivate var internalTransitions: [StateGraph.Transition] {
    let hidden = attributes[DOTPrinter.transitionAttribute].map(DOTTransitionText.all)
    return (hidden ?? compartments.inside.filter { $0.rejection == nil }).map { text in
      text.transition(from: identifier, to: identifier, isInternal: true)
    }
  }

  /// The rejections that are listed inside the state, and those that the node keeps to itself.
  fileprivate var rejections: [StateGraph.Rejection] {
    let silent = attributes[DOTPrinter.rejectionAttribute].map(DOTTransitionText.all) ?? []
    return compartments.inside.compactMap { text in
      text.rejection.map {
        StateGraph.Rejection(state: identifier, event: text.event, guard: text.guard, reason: $0)
      }
    }
      + silent.map {
        StateGraph.Rejection(
          state: identifier, event: $0.event, guard: $0.guard, reason: $0.rejection)
      }
  }
}

extension DOTEdge {
  /// The transitions that the edge stands for, one for each line of its label and each state that
  /// it leads from.
  fileprivate func transitions(in clusters: DOTClusters) -> [StateGraph.Transition] {
    let target = DOTIdentifier.decode(clusters.state(enteredAt: head))
    let text = attributes[DOTPrinter.transitionAttribute] ?? attributes["label"] ?? ""
    let texts = DOTTransitionText.all(in: text)
    return clusters.sources(of: self).flatMap { source in
      texts.map { text in
        text.transition(
          from: DOTIdentifier.decode(source), to: target,
          isInternal: attributes["class"] == DOTPrinter.internalClass)
      }
    }
  }
}

extension DOTTransitionText {
  /// Returns the transition that a line stands for.
  fileprivate func transition(
    from source: String, to target: String, isInternal: Bool
  ) -> StateGraph.Transition {
    StateGraph.Transition(
      source: source, target: target, event: event, guard: `guard`, action: action,
      isInternal: isInternal)
  }
}

extension GraphvizError {
  fileprivate static var notDirected: GraphvizError {
    GraphvizError(
      .notDirected, "The text is an undirected graph; a state diagram begins with `digraph`.")
  }

  fileprivate static var noInitialState: GraphvizError {
    GraphvizError(
      .noInitialState,
      """
      The diagram has no initial state; add one by the lines `"" [shape=point];` and \
      `"" -> "name of the state";`.
      """
    )
  }
}
