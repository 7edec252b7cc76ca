import SchematicGraph

/// Who wrote a DOT text, which decides how its names and labels are taken.
enum DOTDialect {
  /// ``DOTPrinter``, which writes everything so that it reads back.
  case ours
  /// Anybody else.
  case others

  /// Tells the dialects apart: in ours the initial pseudo-state has the empty name, and no label is
  /// HTML.
  init(of document: DOTDocument) {
    let (nodes, edges) = (document.nodes, document.edges)
    let isOurs =
      edges.contains { $0.tail == DOTIdentifier.initial }
      && !edges.contains { $0.head == DOTIdentifier.initial }
      && !(nodes.map(\.attributes) + edges.map(\.attributes)).contains { !$0.htmlNames.isEmpty }
    self = isOurs ? .ours : .others
  }

  /// Returns the identifier that the name of a node stands for.
  func identifier(_ name: String) -> String {
    // Two names of others may differ in nothing but how they spell a character.
    self == .ours ? DOTIdentifier.decode(name) : name
  }

  /// Returns the text that the label of a cluster shows; `nil` where it has none.
  func label(of subgraph: DOTSubgraph) -> String? {
    guard let label = subgraph.attributes["label"] else {
      // A cluster of ours always has a label, and one that is empty counts as none.
      let isOurs = self == .ours && subgraph.attributes[DOTNames.identifierAttribute] != nil
      return isOurs ? "" : nil
    }
    if self == .ours { return DOTLabel.decode(label) }
    if subgraph.attributes.htmlNames.contains("label") { return HTMLText.content(of: label) }
    return OthersLabel.decode(label)
  }
}

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
    let hidden = node.attributes[DOTPrinter.transitionAttribute].map {
      $0.isEmpty ? [] : DOTTransitionText.all(in: $0)
    }
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

extension DOTDialect {
  /// Returns what an edge says, a text for each transition; there is always at least one.
  func texts(of edge: DOTEdge, in document: DOTDocument) -> [TransitionText] {
    switch self {
    case .ours:
      let label = edge.attributes[DOTPrinter.transitionAttribute] ?? edge.attributes["label"]
      return DOTTransitionText.all(in: label ?? "").map {
        TransitionText(event: $0.event, guard: $0.guard, action: $0.action)
      }
    case .others:
      let name = edge.attributes["label"] == nil ? "xlabel" : "label"
      let label = edge.attributes[name] ?? ""
      let texts: [TransitionText]
      if edge.attributes.htmlNames.contains(name) {
        texts = HTMLText.content(of: label).split(separator: "\n").map {
          TransitionText(ofOthers: String($0)) { $0 }
        }
      } else {
        let words: [Unicode.Scalar: String] = [
          "E": "\(edge.tail)->\(edge.head)", "T": edge.tail, "H": edge.head,
          "G": document.name ?? "",
        ]
        texts = OthersLabel.lines(of: OthersLabel.replacing(words, in: label)).map {
          TransitionText(ofOthers: $0, decode: OthersLabel.decode(line:))
        }
      }
      let spoken = texts.filter { !$0.isEmpty }
      return spoken.isEmpty ? [TransitionText(event: "")] : spoken
    }
  }
}
