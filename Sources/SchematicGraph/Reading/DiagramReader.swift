/// A reader of the states and arrows that the statements of Schematic's DOT texts represent.
///
/// The reader doesn't guess: every fact is in the place in which the printer puts it, and reads
/// back unchanged.
struct DiagramReader {
  private let part: DOTDocument.Part
  private let names: DOTNames
  /// The composite states, in the order of the clusters.
  private let composites: [StateGraph.CompositeState]
  /// The positions of the composite states, by the names of their clusters.
  private let clusters: [String: Int]
  /// The nodes that are entered if an arrow leads to the starting point of a composite state, by
  /// the names of these points.
  private var entries: [String: String] = [:]
  /// The states by the names of their nodes.
  private var states: [String: StateGraph.State] = [:]
  /// The rules that are listed inside states, by the names of their nodes.
  private var listed: [String: [RuleLabel]] = [:]

  /// Creates a reader of the statements of a graph, or of a region by its key.
  ///
  /// - Throws: A ``DOTError`` if a name isn't one that the printer writes.
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
          identifier: identifier,
          label: cluster.attributes[DOTPrinter.labelAttribute].map(DOTLabel.decode) ?? title.name,
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
      identifier: identifier,
      label: (node.attributes[DOTPrinter.labelAttribute] ?? compartments.name).map(DOTLabel.decode),
      isFinal: node.attributes["class"] == DOTPrinter.finalClass,
      parent: node.cluster.map { composites[$0].identifier },
      behaviors: hidden ?? compartments.behaviors)
  }

  /// Returns the graph that the statements show.
  ///
  /// - Parameter end: The line on which the text ends.
  /// - Returns: The graph.
  /// - Throws: A ``DOTError`` if an arrow doesn't lead from or to a state, or the graph is too
  ///   large.
  func graph(endingAt end: Int) throws(DOTError) -> StateGraph {
    let nodes = part.nodes.filter { states[$0.name] != nil }
    let initial = try initialState(end)
    let transitions = try transitions(among: nodes)
    var rules: [StateGraph.Rule] = []
    for node in nodes { rules += try internalTransitions(of: node) }
    rules += transitions
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

  /// Returns the state that an arrow enters.
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

  /// Returns the transitions that arrows represent, one for each line of a label and each state
  /// that an arrow leaves.
  private func transitions(
    among nodes: [DOTDocument.Node]
  ) throws(DOTError) -> [StateGraph.Rule] {
    let hierarchy = StateHierarchy(
      states: nodes.compactMap { states[$0.name] }, composites: composites)
    var transitions: [StateGraph.Rule] = []
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
      let isInternal = edge.attributes["class"] == DOTPrinter.internalClass
      var labels: [RuleLabel] = []
      for label in DOTTransitionText.all(in: label) {
        labels.append(try label.taken(isInternal: isInternal, edge.line))
      }
      let target = try target(of: edge)
      let sources = try sources(of: tail.identifier, edge, hierarchy, &steps)
      steps += sources.count * labels.count
      try ReadingBounds.check(transitions: steps, edge.line)
      for source in sources {
        transitions += labels.map { StateGraph.Rule($0, from: source, to: target) }
      }
    }
    return transitions
  }

  /// Returns the identifiers of the states that an edge leaves.
  ///
  /// If the edge begins at the border of a cluster, these are all states inside that aren't final.
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
    let shown = listed[node.name, default: []].filter { !$0.effect.isRefusal }
    var rules: [StateGraph.Rule] = []
    for label in hidden ?? shown {
      rules.append(
        StateGraph.Rule(
          try label.taken(isInternal: true, node.line), from: identifier, to: identifier))
    }
    return rules
  }

  /// Returns the rejections and traps that are listed inside a state, and those in its attribute.
  private func refusals(of node: DOTDocument.Node) -> [StateGraph.Rule] {
    let identifier = states[node.name]?.identifier ?? ""
    let shown = listed[node.name, default: []].filter(\.effect.isRefusal)
    let hidden = node.attributes[DOTPrinter.rejectionAttribute].map(DOTTransitionText.all) ?? []
    return (shown + hidden).map { label in
      var label = label
      // A rejection without a reason is written as no effect.
      if !label.effect.isRefusal { label.effect = .rejected() }
      return StateGraph.Rule(label, from: identifier, to: identifier)
    }
  }
}

extension RuleLabel {
  /// Returns the label of a transition, which neither rejects nor traps.
  fileprivate func taken(isInternal: Bool, _ line: Int) throws(DOTError) -> RuleLabel {
    if effect.isRefusal { throw DOTError(line, notOurs: "A transition is rejected or traps") }
    var label = self
    if isInternal { label.effect = .internal(action: effect.action) }
    return label
  }
}

extension DOTDocument.Node {
  /// Returns the encoded name of the state, or `nil` if it is that of the node, and the lines
  /// listed below it.
  fileprivate func compartments() throws(DOTError) -> (
    name: String?, behaviors: [StateGraph.StateBehavior], rules: [RuleLabel]
  ) {
    guard attributes["shape"] == DOTRecord.shape else { return (attributes["label"], [], []) }
    guard let (name, inside) = DOTRecord.decode(attributes["label"] ?? "") else {
      throw DOTError(line, notOurs: "A record has other than two compartments")
    }
    let (behaviors, rules) = DOTBehaviorText.compartment(inside)
    return (name, behaviors, rules)
  }
}
