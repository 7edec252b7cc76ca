/// A reader of the states and arrows that the statements of Schematic's DOT texts represent.
///
/// The reader doesn't guess: every fact is in the place in which the printer puts it, and reads
/// back unchanged.
struct DiagramReader {
  private let part: DOTDocument.Part
  /// The composite states, in the order of the clusters.
  private let composites: [StateGraph.CompositeState]
  /// The positions of the composite states, by the names of their clusters.
  private let clusters: [String: Int]
  /// The edges that lead from the starting points of composite states, by the names of these points.
  private var entries: [String: DOTDocument.Edge] = [:]
  /// The readers of the regions in composite states, by the identifiers of these.
  private var regions: [String: [DiagramReader]] = [:]
  /// The composite states with regions, by the names of the nodes in these regions.
  private var owners: [String: String] = [:]
  private let names: DOTNames
  /// The states by the names of their nodes.
  private var states: [String: StateGraph.State] = [:]
  /// The histories of composite states, by the names of their nodes.
  private var histories: [String: Statechart.Vertex] = [:]
  /// The rules that are listed inside states, by the names of their nodes.
  private var listed: [String: [RuleLabel]] = [:]

  /// Creates a reader of the statements of a graph, or of a region by its key.
  ///
  /// - Throws: A ``DOTError`` if a name isn't one that the printer writes.
  init(_ part: DOTDocument.Part, region key: String? = nil) throws(DOTError) {
    try self.init(part, DOTNames(region: key))
  }

  private init(_ part: DOTDocument.Part, _ names: DOTNames) throws(DOTError) {
    self.part = part
    self.names = names
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
      var composite = StateGraph.CompositeState(
        identifier: identifier,
        label: cluster.attributes[DOTPrinter.labelAttribute].map(DOTLabel.decode) ?? title.name,
        parent: cluster.parent.map { composites[$0].identifier },
        behaviors: hidden ?? title.behaviors)
      for (name, reader) in try Self.regions(in: cluster, identifier, names) {
        composite.regions.append(
          StateGraph.Region(name: name, graph: try reader.graph(endingAt: cluster.line)))
        regions[identifier, default: []].append(reader)
        for node in reader.nodes { owners[node] = identifier }
      }
      try ReadingBounds.check(productOf: composite.regions, cluster.line)
      composites.append(composite)
    }
    self.composites = composites
    self.clusters = clusters
    for edge in part.edges where names.isStart(edge.tail) {
      guard entries.updateValue(edge, forKey: edge.tail) == nil else {
        throw DOTError(edge.line, notOurs: "A state has two starts")
      }
    }
    for node in part.nodes { try add(node) }
  }

  /// Returns the names of the regions in a cluster, and their readers.
  private static func regions(
    in cluster: DOTDocument.Cluster, _ composite: String, _ names: DOTNames
  ) throws(DOTError) -> [(String, DiagramReader)] {
    var readers: [(String, DiagramReader)] = []
    let regions = cluster.regions.map { part in
      DOTIdentifier.decode(part.region?.attributes[DOTNames.regionAttribute] ?? "")
    }
    for (index, inner) in names.regions(regions, in: composite).enumerated() {
      let part = cluster.regions[index]
      guard part.region?.name == inner.innerRegion else {
        throw DOTError(
          part.region?.line ?? cluster.line, notOurs: "A region's cluster has another name")
      }
      readers.append((regions[index], try DiagramReader(part, inner)))
    }
    return readers
  }

  /// The names of all nodes, those in regions included.
  private var nodes: [String] { part.nodes.map(\.name) + owners.keys }

  private mutating func add(_ node: DOTDocument.Node) throws(DOTError) {
    if node.name == names.plainInitial { return }
    if DOTNames.isHistory(node.name) {
      histories[node.name] = try history(at: node)
      return
    }
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
      completion: node.attributes["class"].flatMap(StateGraph.State.Completion.init),
      parent: node.cluster.map { composites[$0].identifier },
      behaviors: hidden ?? compartments.behaviors)
  }

  /// Returns the vertex of a history, which some edge leads to.
  private func history(at node: DOTDocument.Node) throws(DOTError) -> Statechart.Vertex {
    let composite = node.cluster.map { composites[$0].identifier }
    for isDeep in [false, true] {
      guard let composite, names.plainHistory(of: composite, isDeep: isDeep) == node.name,
        part.edges.contains(where: { $0.head == node.name })
      else { continue }
      return .history(of: composite, isDeep: isDeep)
    }
    throw DOTError(node.line, notOurs: "A history is that of another state, or no edge leads to it")
  }

  /// Returns the history that an edge leads to, which says what it remembers.
  private func history(at edge: DOTDocument.Edge) throws(DOTError) -> History? {
    let text = edge.attributes[DOTPrinter.memoryAttribute]
    guard case .history(let composite, let isDeep)? = histories[edge.head] else {
      if text == nil { return nil }
      throw DOTError(edge.line, notOurs: "An arrow to a state remembers something")
    }
    guard let text, let keeper = states[edge.tail], edge.attributes["ltail"] == nil else {
      throw DOTError(edge.line, notOurs: "An arrow to a history does not say what it remembers")
    }
    let memories = DOTTransitionText.all(in: text).map { label in
      History.Memory(
        state: label.trigger.eventLabel ?? "", conditions: label.conditions.map(\.name))
    }
    let known = Set(allStates.map(\.identifier))
    guard memories.allSatisfy({ known.contains($0.state) }) else {
      throw DOTError(edge.line, notOurs: "A history remembers a state that is not there")
    }
    return History(
      composite: composite, keeper: keeper.identifier, isDeep: isDeep, memories: memories)
  }

  /// Returns the histories, by the states that remember.
  private func allHistories() throws(DOTError) -> [String: History] {
    var found: [String: History] = [:]
    for edge in part.edges {
      guard let history = try history(at: edge) else { continue }
      let known = found.updateValue(history, forKey: history.keeper)
      guard known == nil || known == history else {
        throw DOTError(edge.line, notOurs: "A state remembers two histories")
      }
    }
    return found
  }

  /// Returns the graph that the statements show.
  ///
  /// - Parameter end: The line on which the text ends.
  /// - Returns: The graph.
  /// - Throws: A ``DOTError`` if an arrow doesn't lead from or to a state, or the graph is too
  ///   large.
  func graph(endingAt end: Int) throws(DOTError) -> StateGraph {
    let nodes = part.nodes.filter { states[$0.name] != nil }
    let inner = InnerRegions(
      of: StateGraph(
        states: allStates, composites: composites, rules: composites.flatMap(InnerRegions.rules),
        initialState: allStates.first?.identifier ?? ""))
    try ReadingBounds.check(transitions: inner.graph.rules.count, end)
    let initial = try initialState(inner, end)
    let histories = try allHistories()
    let transitions = try transitions(inner, histories)
    var rules: [StateGraph.Rule] = []
    for node in nodes { rules += try internalTransitions(of: node) }
    rules += inner.graph.rules + transitions
    for node in nodes { rules += refusals(of: node) }
    let drawn = StateGraph(
      states: allStates, composites: composites, rules: rules, initialState: initial)
    guard let graph = FoldedHistories.unfolded(drawn, histories),
      histories.isEmpty || FoldedHistories(of: graph).histories == histories
    else { throw DOTError(end, notOurs: "Histories and the arrows around them do not agree") }
    let known = Set(graph.composites.filter { !$0.regions.isEmpty }.map(\.identifier))
    guard known == Set(regions.keys) else {
      throw DOTError(end, notOurs: "Regions and the arrows around them do not agree")
    }
    return graph
  }

  /// The states, the combinations of regions in the places of their composite states.
  private var allStates: [StateGraph.State] {
    var combined: [Int: [StateGraph.State]] = [:]
    for (cluster, composite) in zip(part.clusters, composites) where !composite.regions.isEmpty {
      combined[cluster.nodesBefore, default: []] += InnerRegions.states(of: composite)
    }
    return part.nodes.enumerated().flatMap { index, node in
      combined[index, default: []] + (states[node.name].map { [$0] } ?? [])
    } + combined[part.nodes.count, default: []]
  }

  private func initialState(
    _ inner: InnerRegions, _ end: Int
  ) throws(DOTError) -> String {
    let arrows = part.edges.filter { $0.tail == names.plainInitial }
    guard let first = arrows.first else {
      throw DOTError(part.region?.line ?? end, notOurs: "No arrow leads to an initial state")
    }
    if arrows.count > 1 { throw DOTError(arrows[1].line, notOurs: "There are two initial states") }
    return try target(of: first, inner)
  }

  /// Returns the state that an arrow enters.
  private func target(
    of edge: DOTDocument.Edge, _ inner: InnerRegions
  ) throws(DOTError) -> String {
    var edge = edge
    // As many steps as states lie in each other: a damaged text may lead round in a circle.
    for _ in 0...DOTDocument.deepest {
      if let state = head(of: edge).flatMap({ inner.state(enteredBy: $0) }) { return state }
      guard let border = edge.attributes["lhead"],
        let composite = clusters[border].map({ composites[$0].identifier }),
        names.plainStart(of: composite) == edge.head, let next = entries[edge.head]
      else { break }
      edge = next
    }
    let isElsewhere = edge.attributes["lhead"] != nil
    throw DOTError(
      edge.line,
      notOurs: isElsewhere
        ? "An arrow ends at the border of another state" : "An arrow leads to no state")
  }

  /// Returns the vertex that an edge leads to, unless that is the starting point of a composite state
  /// without regions.
  private func head(of edge: DOTDocument.Edge) -> Statechart.Vertex? {
    let border = edge.attributes["lhead"]
    let entered = edge.attributes[DOTPrinter.enteredAttribute].map(DOTIdentifier.decode)
    guard let owner = owners[edge.head], let readers = regions[owner] else {
      guard border == nil, entered == nil else { return nil }
      return states[edge.head].map { .state($0.identifier) }
    }
    if let border, let composite = clusters[border].map({ composites[$0].identifier }) {
      guard composite == owner, edge.head == readers[0].names.plainInitial else { return nil }
      return entered.map { .fork(owner, into: $0) } ?? .composite(owner)
    }
    guard let region = readers.firstIndex(where: { $0.nodes.contains(edge.head) }) else {
      return nil
    }
    return readers[region].head(of: edge).map { .inner(owner, region: region, $0) }
  }

  /// Returns the vertex that an edge leads from; `nil` if the border at which it begins isn't around its
  /// node.
  private func tail(of edge: DOTDocument.Edge, _ hierarchy: StateHierarchy) -> Statechart.Vertex? {
    let composite = edge.attributes["ltail"].flatMap { clusters[$0] }.map {
      composites[$0].identifier
    }
    if let state = states[edge.tail] {
      guard edge.attributes["ltail"] != nil else { return .state(state.identifier) }
      guard let composite,
        hierarchy.ancestors(of: state.identifier).contains(composite)
      else { return nil }
      return .composite(composite)
    }
    guard let owner = owners[edge.tail], let readers = regions[owner],
      let region = readers.firstIndex(where: { $0.nodes.contains(edge.tail) })
    else { return nil }
    if let composite {
      let around = [owner] + hierarchy.ancestors(ofComposite: owner)
      return around.contains(composite) ? .composite(composite) : nil
    }
    return readers[region].tail(of: edge, readers[region].hierarchy).map {
      .inner(owner, region: region, $0)
    }
  }

  private var hierarchy: StateHierarchy {
    StateHierarchy(states: allStates, composites: composites)
  }

  /// Returns the transitions that arrows represent, one for each line of a label and each state
  /// that an arrow leaves.
  private func transitions(
    _ inner: InnerRegions, _ histories: [String: History]
  ) throws(DOTError) -> [StateGraph.Rule] {
    let hierarchy = hierarchy
    var transitions: [StateGraph.Rule] = []
    var steps = 0
    for edge in part.edges {
      let label = edge.attributes[DOTPrinter.transitionAttribute] ?? edge.attributes["label"]
      guard states[edge.tail] != nil || owners[edge.tail] != nil else {
        let saysCombination = edge.attributes[DOTPrinter.enteredAttribute] != nil
        guard label == nil || saysCombination, edge.attributes["ltail"] == nil else {
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
      if let history = try history(at: edge) {
        steps += history.memories.count * labels.count
        try ReadingBounds.check(transitions: steps, edge.line)
        transitions += labels.map(history.returning)
        continue
      }
      let target = try target(of: edge, inner)
      let isCompletion = labels.contains { $0.trigger == .completion }
      guard !isCompletion || labels.allSatisfy({ $0.trigger == .completion }) else {
        throw DOTError(edge.line, notOurs: "An arrow is that of a completion and of an event")
      }
      guard let tail = tail(of: edge, hierarchy) else {
        throw DOTError(edge.line, notOurs: "An arrow begins at the border of another state")
      }
      if case .composite(let composite) = tail {
        steps += hierarchy.descendants(of: composite).count
        try ReadingBounds.check(transitions: steps, edge.line)
      }
      let sources = inner.sources(of: tail, on: isCompletion ? .completion : "")
      if case .composite = tail, let state = states[edge.tail], !sources.contains(state.identifier)
      {
        throw DOTError(edge.line, notOurs: "An arrow begins at the border of another state")
      }
      steps += sources.count * labels.count
      try ReadingBounds.check(transitions: steps, edge.line)
      for source in sources {
        transitions += labels.map { StateGraph.Rule($0, from: source, to: target) }
      }
    }
    return transitions
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
