/// A reader of the states and arrows that the statements of our DOT texts stand for.
///
/// Nothing is guessed: every fact is where the printer puts it, and reads back as it was.
struct DiagramReader {
  private let part: DOTDocument.Part
  private let names: DOTNames
  /// The composite states, in the order of the clusters.
  private let composites: [StateGraph.CompositeState]
  /// The positions of the composite states, by the names of their clusters.
  private let clusters: [String: Int]
  /// The nodes that are entered where arrows lead to the points in which composite states start, by
  /// the names of the points.
  private var entries: [String: String] = [:]
  /// The states by the names of their nodes.
  private var states: [String: StateGraph.State] = [:]
  /// The rules that are listed inside states, by the names of their nodes.
  private var listed: [String: [TransitionLabel]] = [:]

  /// Creates a reader of the statements of a graph, or of a region by its key.
  ///
  /// - Throws: A ``DOTError`` where a name is not the printer's.
  init(_ part: DOTDocument.Part, region key: String? = nil) throws(DOTError) {
    self.part = part
    names = DOTNames(region: key)
    var composites: [StateGraph.CompositeState] = []
    var clusters: [String: Int] = [:]
    for cluster in part.clusters {
      let name = cluster.attributes[DOTNames.identifierAttribute] ?? ""
      let title = DOTBehaviorText.title(in: cluster.attributes["label"] ?? "")
      let hidden = cluster.attributes[DOTPrinter.behaviorAttribute].map(
        DOTBehaviorText.behaviors(keptBy:))
      let identifier = DOTIdentifier.decode(name)
      guard names.cluster(identifier) == cluster.name else {
        throw DOTError(cluster.line, notOurs: "The cluster \(cluster.name) stands for \"\(name)\"")
      }
      guard clusters.updateValue(composites.count, forKey: cluster.name) == nil else {
        throw DOTError(cluster.line, notOurs: "The cluster \(cluster.name) is declared twice")
      }
      composites.append(
        StateGraph.CompositeState(
          identifier: identifier, label: title.name,
          parent: cluster.parent.map { composites[$0].identifier },
          behaviors: hidden ?? title.behaviors))
    }
    self.composites = composites
    self.clusters = clusters
    for edge in part.edges where names.isStart(edge.tail) {
      guard entries.updateValue(edge.head, forKey: edge.tail) == nil else {
        throw DOTError(edge.line, notOurs: "A state has two starts")
      }
    }
    for node in part.nodes { try add(node) }
  }

  private mutating func add(_ node: DOTDocument.Node) throws(DOTError) {
    if node.name == names.plainInitial { return }
    if names.isStart(node.name) {
      guard entries[node.name] != nil else {
        throw DOTError(node.line, notOurs: "No edge leaves the start of a state")
      }
      return
    }
    guard let identifier = names.identifier(ofState: node.name) else {
      throw DOTError(node.line, notOurs: "The name \"\(node.name)\" is written in another way")
    }
    let compartments = try node.compartments()
    let hidden = node.attributes[DOTPrinter.behaviorAttribute].map {
      DOTBehaviorText.compartment($0).behaviors
    }
    listed[node.name] = compartments.rules
    states[node.name] = StateGraph.State(
      identifier: identifier, label: compartments.name.map(DOTLabel.decode),
      isFinal: node.attributes["class"] == DOTPrinter.finalClass,
      parent: node.cluster.map { composites[$0].identifier },
      behaviors: hidden ?? compartments.behaviors)
  }

  /// Returns the graph that the statements show.
  ///
  /// - Parameter end: The line on which the text ends.
  /// - Returns: The graph.
  /// - Throws: A ``DOTError`` where an arrow leads from or to nowhere, or the graph is too large.
  func graph(endingAt end: Int) throws(DOTError) -> StateGraph {
    let nodes = part.nodes.filter { states[$0.name] != nil }
    let initial = try initialState(end)
    let transitions = try transitions(among: nodes)
    var rules: [StateGraph.Rule] = []
    for node in nodes { rules += try internalTransitions(of: node) }
    rules += transitions.map(StateGraph.Rule.init)
    for node in nodes { rules += refusals(of: node) }
    return StateGraph(
      states: nodes.compactMap { states[$0.name] }, composites: composites, rules: rules,
      initialState: initial)
  }

  private func initialState(_ end: Int) throws(DOTError) -> String {
    let arrows = part.edges.filter { $0.tail == names.plainInitial }
    guard let first = arrows.first else {
      throw DOTError(part.region?.line ?? end, notOurs: "No arrow leads to an initial state")
    }
    if arrows.count > 1 { throw DOTError(arrows[1].line, notOurs: "There are two initial states") }
    return try target(of: first)
  }

  /// Returns the state that is entered where an arrow leads.
  private func target(of edge: DOTDocument.Edge) throws(DOTError) -> String {
    if let border = edge.attributes["lhead"] {
      guard let composite = clusters[border].map({ composites[$0].identifier }),
        names.plainStart(of: composite) == edge.head
      else { throw DOTError(edge.line, notOurs: "An arrow ends at the border of another state") }
    }
    var node = edge.head
    // As many steps as states lie in each other: a damaged text may lead round in a circle.
    for _ in 0...DOTDocument.deepest {
      if let state = states[node] { return state.identifier }
      guard let next = entries[node] else { break }
      node = next
    }
    throw DOTError(edge.line, notOurs: "An arrow leads to no state")
  }

  /// Returns the transitions that arrows stand for, one for each line of a label and each state
  /// that an arrow leaves.
  private func transitions(
    among nodes: [DOTDocument.Node]
  ) throws(DOTError) -> [StateGraph.Transition] {
    let hierarchy = StateHierarchy(
      states: nodes.compactMap { states[$0.name] }, composites: composites)
    var transitions: [StateGraph.Transition] = []
    var steps = 0
    for edge in part.edges {
      let label = edge.attributes[DOTPrinter.transitionAttribute] ?? edge.attributes["label"]
      guard let tail = states[edge.tail] else {
        guard label == nil, edge.attributes["ltail"] == nil else {
          throw DOTError(edge.line, notOurs: "The arrow from a start has a label")
        }
        continue
      }
      guard let label else { throw DOTError(edge.line, notOurs: "An arrow has no label") }
      let texts = DOTTransitionText.all(in: label)
      let target = try target(of: edge)
      let sources = try sources(of: tail.identifier, edge, hierarchy, &steps)
      steps += sources.count * texts.count
      try ReadingBounds.check(transitions: steps, edge.line)
      for source in sources {
        for text in texts {
          transitions.append(
            StateGraph.Transition(
              source: source, target: target, event: text.event, guard: text.guard,
              action: try text.action(edge.line),
              isInternal: edge.attributes["class"] == DOTPrinter.internalClass,
              change: text.change))
        }
      }
    }
    return transitions
  }

  /// Returns the identifiers of the states that an edge leaves: where it begins at the border of a
  /// cluster, all that are inside and not final.
  private func sources(
    of tail: String, _ edge: DOTDocument.Edge, _ hierarchy: StateHierarchy, _ steps: inout Int
  ) throws(DOTError) -> [String] {
    guard let border = edge.attributes["ltail"] else { return [tail] }
    let composite = clusters[border].map { composites[$0].identifier }
    let inside = composite.map { hierarchy.descendants(of: $0) } ?? []
    steps += inside.count
    try ReadingBounds.check(transitions: steps, edge.line)
    let sources = inside.filter { !$0.isFinal }.map(\.identifier)
    guard sources.contains(tail) else {
      throw DOTError(edge.line, notOurs: "An arrow begins at the border of another state")
    }
    return sources
  }

  /// Returns the transitions that are listed inside a state, or in its attribute.
  private func internalTransitions(
    of node: DOTDocument.Node
  ) throws(DOTError) -> [StateGraph.Rule] {
    let identifier = states[node.name]?.identifier ?? ""
    let hidden = node.attributes[DOTPrinter.transitionAttribute].map {
      $0.isEmpty ? [] : DOTTransitionText.all(in: $0)
    }
    let shown = listed[node.name, default: []].filter { !$0.isRefusal }
    var rules: [StateGraph.Rule] = []
    for text in hidden ?? shown {
      rules.append(
        StateGraph.Rule(
          StateGraph.Transition(
            source: identifier, target: identifier, event: text.event, guard: text.guard,
            action: try text.action(node.line), isInternal: true, change: text.change)))
    }
    return rules
  }

  /// Returns the rejections and traps that are listed inside a state, and those in its attribute.
  private func refusals(of node: DOTDocument.Node) -> [StateGraph.Rule] {
    let identifier = states[node.name]?.identifier ?? ""
    let shown = listed[node.name, default: []].filter(\.isRefusal)
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

extension TransitionLabel {
  /// Returns the action of a transition, which neither rejects nor traps.
  fileprivate func action(_ line: Int) throws(DOTError) -> String? {
    if isRefusal { throw DOTError(line, notOurs: "A transition is rejected or traps") }
    return effect.text
  }
}

extension DOTDocument.Node {
  /// The encoded name of the state, `nil` where it is that of the node, and what is listed below it.
  fileprivate func compartments() throws(DOTError) -> (
    name: String?, behaviors: [StateGraph.StateBehavior], rules: [TransitionLabel]
  ) {
    guard attributes["shape"] == DOTRecord.shape else { return (attributes["label"], [], []) }
    guard let (name, inside) = DOTRecord.decode(attributes["label"] ?? "") else {
      throw DOTError(line, notOurs: "A record has other than two compartments")
    }
    let (behaviors, rules) = DOTBehaviorText.compartment(inside)
    return (name, behaviors, rules)
  }
}
