import SchematicGraph

/// A reader of the diagrams that ``DOTPrinter`` writes.
///
/// Nothing is guessed: every fact is where the printer puts it, and reads back as it was.
struct DiagramReader {
  private let document: DOTDocument
  private let clusters: ClusterTree
  /// The nodes that are entered where arrows lead to the points in which composite states start, by
  /// the names of the points.
  private let entries: [String: String]

  /// Creates a reader of a document.
  init(_ document: DOTDocument) throws(GraphvizError) {
    self.document = document
    entries = Dictionary(
      document.edges.filter { DOTNames.isStart($0.tail) }.map { ($0.tail, $0.head) },
      uniquingKeysWith: { first, _ in first })
    clusters = try ClusterTree(of: document) { cluster in
      let identifier = cluster.attributes[DOTNames.identifierAttribute].map(DOTIdentifier.decode)
      let title = cluster.attributes["label"].map(DOTBehaviorText.title)
      let hidden = cluster.attributes[DOTPrinter.behaviorAttribute].map(
        DOTBehaviorText.behaviors(keptBy:))
      // A composite state always has a label, and one that is empty is not in the document.
      return StateGraph.CompositeState(
        identifier: identifier ?? cluster.name ?? "",
        label: title?.name ?? (identifier == nil ? nil : ""),
        behaviors: hidden ?? title?.behaviors ?? [])
    }
  }

  /// Returns the graph that the document shows.
  ///
  /// - Parameter initialState: The state to start in; `nil` for the one that is marked.
  /// - Returns: The graph.
  /// - Throws: A ``GraphvizError`` where the start is not told, or the graph is too large.
  func graph(startingIn initialState: String?) throws(GraphvizError) -> StateGraph {
    let nodes = document.nodes.filter { !isPseudostate($0.name) }
    let start = try start(named: initialState, among: nodes)
    let states = nodes.map(state)
    return StateGraph(
      states: states,
      composites: clusters.composites,
      rules: (nodes.flatMap(internalTransitions) + (try transitions(among: states)))
        .map(StateGraph.Rule.init) + nodes.flatMap(refusals),
      initialState: DOTIdentifier.decode(stateEntered(at: start)))
  }

  private func isPseudostate(_ node: String) -> Bool {
    node == DOTIdentifier.initial || entries[node] != nil
  }

  /// Returns the node of the state that is entered where an arrow leads to a node.
  private func stateEntered(at node: String) -> String {
    var node = node
    // As many steps as there are points: a damaged text may lead round in a circle.
    var steps = entries.count
    while steps > 0, let next = entries[node] { (node, steps) = (next, steps - 1) }
    return node
  }

  /// Returns the node in which the machine starts.
  private func start(
    named name: String?, among nodes: [DOTNode]
  ) throws(GraphvizError) -> String {
    let arrows = document.edges.filter { $0.tail == DOTIdentifier.initial }
    if let labeled = arrows.first(where: \.hasText) { throw .labeledEntry(labeled) }
    if let name {
      guard let node = nodes.first(where: { DOTIdentifier.decode($0.name) == name }) else {
        throw .unknownInitialState(name)
      }
      return node.name
    }
    let heads = arrows.map(\.head).uniqued()
    guard let head = heads.first else { throw .noInitialState }
    guard heads.count == 1 else { throw .severalInitialStates(heads) }
    return head
  }

  private func state(_ node: DOTNode) -> StateGraph.State {
    let hidden = node.attributes[DOTPrinter.behaviorAttribute].map {
      DOTBehaviorText.compartment($0).behaviors
    }
    let compartments = node.compartments
    return StateGraph.State(
      identifier: DOTIdentifier.decode(node.name),
      label: compartments.name.map(DOTLabel.decode),
      isFinal: node.isFinal, parent: clusters.parent(of: node.name),
      behaviors: hidden ?? compartments.behaviors)
  }

  /// Returns the transitions that arrows stand for, one for each line of a label and each state
  /// that an arrow leaves.
  private func transitions(
    among states: [StateGraph.State]
  ) throws(GraphvizError) -> [StateGraph.Transition] {
    let hierarchy = StateHierarchy(states: states, composites: clusters.composites)
    var transitions: [StateGraph.Transition] = []
    for edge in document.edges where !isPseudostate(edge.tail) {
      let target = DOTIdentifier.decode(stateEntered(at: edge.head))
      let label = edge.attributes[DOTPrinter.transitionAttribute] ?? edge.attributes["label"]
      let texts = DOTTransitionText.all(in: label ?? "")
      let sources = clusters.sources(
        of: DOTIdentifier.decode(edge.tail), border: edge.attributes["ltail"], among: hierarchy)
      try ReadingBounds.check(transitions: transitions.count + sources.count * texts.count)
      for source in sources {
        transitions += texts.map { text in
          StateGraph.Transition(
            source: source, target: target, event: text.event,
            guard: text.guard, action: text.effect.text,
            isInternal: edge.attributes["class"] == DOTPrinter.internalClass,
            change: text.change)
        }
      }
    }
    return transitions
  }

  /// Returns the transitions that are listed inside a state, or kept in its attribute.
  private func internalTransitions(of node: DOTNode) -> [StateGraph.Transition] {
    let identifier = DOTIdentifier.decode(node.name)
    let hidden = node.attributes[DOTPrinter.transitionAttribute].map {
      $0.isEmpty ? [] : DOTTransitionText.all(in: $0)
    }
    let shown = node.compartments.rules.filter { !$0.isRefusal }
    return (hidden ?? shown).map { text in
      StateGraph.Transition(
        source: identifier, target: identifier, event: text.event, guard: text.guard,
        action: text.effect.text, isInternal: true, change: text.change)
    }
  }

  /// Returns the rejections and traps that are listed inside a state, and those that are kept in its
  /// attribute.
  private func refusals(of node: DOTNode) -> [StateGraph.Rule] {
    let identifier = DOTIdentifier.decode(node.name)
    let shown = node.compartments.rules.filter(\.isRefusal)
    let hidden = node.attributes[DOTPrinter.rejectionAttribute].map(DOTTransitionText.all) ?? []
    return (shown + hidden).map { text in
      let outcome: StateGraph.Rule.Outcome =
        if case .traps(let message) = text.effect {
          .traps(message: message)
        } else {
          .rejected(reason: text.reason)
        }
      return StateGraph.Rule(
        state: identifier, event: text.event, guard: text.guard, outcome: outcome)
    }
  }
}

extension DOTNode {
  /// The encoded name of the state, `nil` where it is that of the node, and what is listed below it.
  fileprivate var compartments:
    (name: String?, behaviors: [StateGraph.StateBehavior], rules: [TransitionLabel])
  {
    // `\N` is Graphviz's word for the name of the node, and the label of nodes that have none.
    guard let label = attributes["label"], label != "\\N" else { return (nil, [], []) }
    guard attributes["shape"] == DOTRecord.shape, let (name, inside) = DOTRecord.decode(label)
    else { return (label, [], []) }
    let (behaviors, rules) = DOTBehaviorText.compartment(inside)
    return (name, behaviors, rules)
  }
}
