import SchematicGraph

extension StateGraph {
  /// Creates a graph from the text of a diagram.
  ///
  /// The text is read by Graphviz's own parser. Text that ``DOTPrinter`` wrote gives back the graph
  /// it was written from; in other diagrams, an arrow from a node that is a point, or is named `""`
  /// or `__start0`, marks the initial state, and edge labels are read as `event [guard] / action`.
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
    let marks = document.initialMarks
    let entries = document.edges.filter { marks.contains($0.tail) }
    guard let initial = entries.first?.head else { throw .noInitialState }

    var transitions: [Transition] = []
    var rejections = document.nodes.flatMap(\.rejections)
    for edge in document.edges where !marks.contains(edge.tail) {
      for text in DOTTransitionText.all(in: edge.attributes["label"] ?? "") {
        switch text.effect {
        case .rejection(let reason):
          rejections.append(edge.rejection(text, reason: reason))
        case .action(let label):
          transitions.append(edge.transition(text, action: label))
        case nil:
          transitions.append(edge.transition(text, action: nil))
        }
      }
    }
    self.init(
      states: document.nodes.filter { !marks.contains($0.name) }.map(\.state),
      transitions: transitions,
      rejections: rejections,
      initialState: DOTIdentifier.decode(initial)
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
    return Set(
      nodes.filter { $0.name == "__start0" || $0.attributes["shape"] == "point" }.map(\.name))
  }
}

extension DOTNode {
  /// The state that the node stands for.
  fileprivate var state: StateGraph.State {
    // `\N` is Graphviz's word for the name of the node, and the label of nodes that have none.
    let label = attributes["label"].flatMap { $0 == "\\N" ? nil : DOTLabel.decode($0) }
    return StateGraph.State(identifier: DOTIdentifier.decode(name), label: label)
  }

  /// The rejections that the node keeps without showing them.
  fileprivate var rejections: [StateGraph.Rejection] {
    guard let text = attributes[DOTPrinter.rejectionAttribute] else { return [] }
    return DOTTransitionText.all(in: text).map { text in
      StateGraph.Rejection(
        state: DOTIdentifier.decode(name), event: text.event, guard: text.guard)
    }
  }
}

extension DOTEdge {
  fileprivate func transition(
    _ text: DOTTransitionText, action: String?
  ) -> StateGraph.Transition {
    StateGraph.Transition(
      source: DOTIdentifier.decode(tail),
      target: DOTIdentifier.decode(head),
      event: text.event,
      guard: text.guard,
      action: action,
      isInternal: attributes["class"] == DOTPrinter.internalClass
    )
  }

  fileprivate func rejection(_ text: DOTTransitionText, reason: String) -> StateGraph.Rejection {
    StateGraph.Rejection(
      state: DOTIdentifier.decode(tail), event: text.event, guard: text.guard, reason: reason)
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
