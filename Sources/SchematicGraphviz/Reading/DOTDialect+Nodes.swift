import SchematicGraph

extension DOTDialect {
  /// Returns the text that a node shows; `nil` where it is its name.
  func label(of node: DOTNode, in document: DOTDocument) -> String? {
    switch self {
    case .ours:
      return node.compartments.name.map(DOTLabel.decode)
    case .others:
      guard let label = node.label else { return nil }
      if node.attributes.htmlNames.contains("label") { return HTMLText.content(of: label) }
      let isRecord = ["record", "Mrecord"].contains(node.attributes["shape"])
      let text = OthersLabel.replacing(["N": node.name, "G": document.name ?? ""], in: label)
      return OthersLabel.decode(isRecord ? OthersLabel.fields(ofRecord: text) : text)
    }
  }

  /// Returns the transitions that are listed inside a state.
  func internalTransitions(of node: DOTNode) -> [StateGraph.Transition] {
    guard self == .ours else { return [] }
    let identifier = identifier(node.name)
    let hidden = node.attributes[DOTPrinter.transitionAttribute].map(DOTTransitionText.all)
    let shown = node.compartments.inside.filter { $0.rejection == nil }
    return (hidden ?? shown).map { text in
      StateGraph.Transition(
        source: identifier, target: identifier, event: text.event, guard: text.guard,
        action: text.action, isInternal: true)
    }
  }

  /// Returns the rejections that are listed inside a state, and those that it keeps to itself.
  func rejections(of node: DOTNode) -> [StateGraph.Rejection] {
    guard self == .ours else { return [] }
    let identifier = identifier(node.name)
    let silent = node.attributes[DOTPrinter.rejectionAttribute].map(DOTTransitionText.all) ?? []
    return node.compartments.inside.compactMap { text in
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

extension DOTNode {
  /// The label, unless it is the name.
  fileprivate var label: String? {
    // `\N` is Graphviz's word for the name of the node, and the label of nodes that have none.
    attributes["label"].flatMap { $0 == "\\N" ? nil : $0 }
  }

  /// The label of a state of ours, and what is listed below it.
  fileprivate var compartments: (name: String?, inside: [DOTTransitionText]) {
    guard let label, attributes["shape"] == DOTRecord.shape,
      let (name, inside) = DOTRecord.decode(label)
    else { return (label, []) }
    return (name, DOTTransitionText.all(in: inside))
  }
}
