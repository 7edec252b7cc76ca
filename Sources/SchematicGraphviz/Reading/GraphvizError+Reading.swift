extension GraphvizError {
  static var notDirected: GraphvizError {
    GraphvizError(
      .notDirected, "The text is an undirected graph; a state diagram begins with `digraph`.")
  }

  static var noStates: GraphvizError {
    GraphvizError(
      .noInitialState, "The diagram has no states, and so none to start in: add some to it.")
  }

  static var noInitialState: GraphvizError {
    GraphvizError(
      .noInitialState,
      """
      The diagram has no initial state: add one by the lines `__start0 [shape=point];` and \
      `__start0 -> "name of the state";`, or name it when reading.
      """
    )
  }

  static func unknownInitialState(_ name: String) -> GraphvizError {
    GraphvizError(
      .noInitialState, "The diagram has no state \"\(name)\" to start in: name one of its states.")
  }

  static func severalInitialStates(_ names: [String]) -> GraphvizError {
    let list = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    return GraphvizError(
      .severalInitialStates,
      """
      The diagram marks \(names.count) initial states, \(list)\(names.count > 5 ? ", …" : ""), and a \
      machine starts in one: keep one mark, or name the state when reading.
      """)
  }

  static func labelledEntry(_ edge: DOTEdge) -> GraphvizError {
    GraphvizError(
      .unsupported,
      """
      The arrow from the start to "\(edge.head)" has a label, and a machine starts without an event \
      or action: remove the label.
      """)
  }

  static func withoutTip(_ edge: DOTEdge) -> GraphvizError {
    GraphvizError(
      .unsupported,
      """
      The edge between "\(edge.tail)" and "\(edge.head)" has no tip (`dir=none`), and a transition \
      has a direction: remove the attribute, or hide the edge by `style=invis`.
      """)
  }

  static func inTwoClusters(_ node: String) -> GraphvizError {
    GraphvizError(
      .unsupported,
      """
      The node "\(node)" is in two clusters of which neither is inside the other, and a state lies \
      in one: take it out of one of them.
      """)
  }

  static func repeatedCluster(_ name: String) -> GraphvizError {
    GraphvizError(
      .unsupported,
      "Two clusters in different places are named \"\(name)\": give one of them another name.")
  }

  static func renamed(_ node: DOTNode) -> GraphvizError {
    GraphvizError(
      .unsupported,
      """
      A node has a name that begins with `%`, in whose place Graphviz puts its own ("\(node.name)"): \
      choose another name.
      """)
  }
}
