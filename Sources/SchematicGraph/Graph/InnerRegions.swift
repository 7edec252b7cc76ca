/// The composite states of a graph that consist of regions, at any depth.
///
/// The states and rules of a graph are those of the combinations: `riding.idle+off` and
/// `riding.idle+on` in the composite state `riding`. A diagram shows its regions instead, and arrows
/// that enter or leave it end at its border or at a state inside a region. What such an end stands for
/// is decided here.
struct InnerRegions {
  /// A composite state that consists of regions.
  struct Composite {
    let state: StateGraph.CompositeState
    /// The regions, and what consists of regions in them.
    let regions: [InnerRegions]
    /// The states of the graph inside, in the order of the regions' states, each with its components.
    let combinations: [Combination]
    /// The components of each state inside.
    let parts: [String: [String]]
    /// The components that the composite state starts in.
    let initial: [String]

    fileprivate init(_ state: StateGraph.CompositeState) {
      self.state = state
      regions = state.regions.map { InnerRegions(of: $0.graph) }
      let product = RegionProduct(of: state.regions)
      let identifier = state.identifier
      combinations = zip(product.combinations, product.states).map { parts, whole in
        var whole = whole
        whole.identifier = "\(identifier).\(whole.identifier)"
        whole.parent = identifier
        return Combination(state: whole, parts: parts.map(\.identifier))
      }
      parts = Dictionary(
        combinations.map { ($0.state.identifier, $0.parts) },
        uniquingKeysWith: { first, _ in first })
      initial = state.regions.map(\.graph.initialState)
    }

    /// The rules that lead from a state inside to one inside.
    var rules: [StateGraph.Rule] {
      RegionProduct(of: state.regions).rules.map { rule in
        rule.moved(
          from: "\(state.identifier).\(rule.source)", to: "\(state.identifier).\(rule.target)")
      }
    }

    fileprivate func identifier(of parts: [String]) -> String {
      "\(state.identifier).\(StateGraph.Region.identifier(of: parts))"
    }
  }

  /// A state of the graph that is a combination of states of regions.
  struct Combination {
    let state: StateGraph.State
    let parts: [String]
  }

  let graph: StateGraph
  private let hierarchy: StateHierarchy
  /// The composite states that consist of regions, by their identifiers.
  private(set) var composites: [String: Composite] = [:]
  /// The identifier of the composite state of regions around each combination.
  private(set) var owners: [String: String] = [:]

  init(of graph: StateGraph) {
    self.graph = graph
    hierarchy = StateHierarchy(of: graph)
    for state in graph.composites where !state.regions.isEmpty {
      let composite = Composite(state)
      composites[state.identifier] = composite
      for combination in composite.combinations {
        owners[combination.state.identifier] = state.identifier
      }
    }
  }

  var isEmpty: Bool { composites.isEmpty }

  /// Returns the combinations in a composite state; none if it has no regions.
  static func states(of composite: StateGraph.CompositeState) -> [StateGraph.State] {
    composite.regions.isEmpty ? [] : Composite(composite).combinations.map(\.state)
  }

  /// Returns the rules of the combinations in a composite state; none if it has no regions.
  static func rules(of composite: StateGraph.CompositeState) -> [StateGraph.Rule] {
    composite.regions.isEmpty ? [] : Composite(composite).rules
  }

  // MARK: Entering

  /// Returns the end of an arrow that enters a state.
  ///
  /// It is the border if every region starts in its initial state, or else the state of the only region
  /// that doesn't.
  func vertex(entering state: String) -> Statechart.Vertex {
    guard let owner = owners[state], let composite = composites[owner],
      let parts = composite.parts[state]
    else { return .state(state) }
    let other = parts.indices.filter { parts[$0] != composite.initial[$0] }
    guard let region = other.first else { return .composite(owner) }
    guard other.count == 1 else { return .fork(owner, into: state) }
    return .inner(owner, region: region, composite.regions[region].vertex(entering: parts[region]))
  }

  /// Returns the state that an arrow enters if it ends at a vertex, which is not the border of a
  /// composite state without regions; `nil` if there is none.
  func state(enteredBy vertex: Statechart.Vertex) -> String? {
    switch vertex {
    case .state(let state): return state
    case .fork(let owner, let state):
      return owners[state] == owner ? state : nil
    case .history: return nil
    case .composite(let owner):
      return composites[owner].map { $0.identifier(of: $0.initial) }
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner],
        let part = composite.regions[region].state(enteredBy: vertex)
      else { return nil }
      var parts = composite.initial
      parts[region] = part
      return composite.identifier(of: parts)
    }
  }

  // MARK: Leaving

  /// Returns the states that an arrow leaves if it begins at a vertex.
  func sources(of vertex: Statechart.Vertex, on trigger: StateGraph.Trigger = "") -> [String] {
    switch vertex {
    case .state(let state): return [state]
    case .fork, .history: return []
    case .composite(let composite): return hierarchy.sources(of: trigger, leaving: composite)
    case .inner(let owner, let region, let vertex):
      guard let composite = composites[owner] else { return [] }
      let parts = Set(composite.regions[region].sources(of: vertex))
      return composite.combinations.filter { !$0.state.isFinal && parts.contains($0.parts[region]) }
        .map(\.state.identifier)
    }
  }

  /// Returns the states of regions in which arrows begin that leave exactly some combinations of a
  /// composite state, or `nil` if there are none.
  ///
  /// - Parameters:
  ///   - states: The combinations.
  ///   - owner: The identifier of the composite state.
  ///   - trigger: The trigger of the arrows.
  /// - Returns: The states, or composite states, of regions.
  func vertices(
    leaving states: Set<String>, of owner: String, on trigger: StateGraph.Trigger
  ) -> [Statechart.Vertex]? {
    guard let composite = composites[owner] else { return nil }
    let (vertices, covered) = vertices(in: composite, leaving: states, on: trigger)
    return covered == states ? vertices : nil
  }

  private func vertices(
    in composite: Composite, leaving states: Set<String>, on trigger: StateGraph.Trigger
  ) -> ([Statechart.Vertex], covered: Set<String>) {
    var vertices: [Statechart.Vertex] = []
    var covered: Set<String> = []
    for (index, region) in composite.regions.enumerated() where covered != states {
      var groups: [String: [String]] = [:]
      for combination in composite.combinations where !combination.state.isFinal {
        groups[combination.parts[index], default: []].append(combination.state.identifier)
      }
      let full = groups.filter { _, group in
        group.allSatisfy(states.contains) && !group.allSatisfy(covered.contains)
      }
      let (inside, found) = region.vertices(leaving: Set(full.keys), on: trigger)
      vertices += inside.map { .inner(composite.state.identifier, region: index, $0) }
      for part in found { covered.formUnion(groups[part, default: []]) }
    }
    return (vertices, covered)
  }

  /// Returns the vertices at which arrows begin that leave some states, as far as there are any.
  private func vertices(
    leaving states: Set<String>, on trigger: StateGraph.Trigger
  ) -> ([Statechart.Vertex], covered: Set<String>) {
    var vertices: [Statechart.Vertex] = []
    var covered: Set<String> = []
    for state in graph.states.map(\.identifier)
    where states.contains(state) && !covered.contains(state) {
      let border = hierarchy.ancestors(of: state).last { composite in
        let inside = hierarchy.nonFinalDescendants(of: composite)
        return inside.count > 1 && inside.contains(state) && states.isSuperset(of: inside)
          && isBorder(composite, of: trigger)
      }
      if let border {
        vertices.append(.composite(border))
        covered.formUnion(hierarchy.nonFinalDescendants(of: border))
      } else if let owner = owners[state], let composite = composites[owner] {
        let inside = states.filter { owners[$0] == owner }
        let (found, all) = self.vertices(in: composite, leaving: inside, on: trigger)
        vertices += found.filter { !vertices.contains($0) }
        covered.formUnion(all)
      } else {
        vertices.append(.state(state))
        covered.insert(state)
      }
    }
    return (vertices, covered)
  }

  /// Returns whether a trigger may leave the border of a composite state: timeouts of the states inside
  /// begin anew with each of them.
  private func isBorder(_ composite: String, of trigger: StateGraph.Trigger) -> Bool {
    guard case .timeout(let delay, let region) = trigger else { return true }
    let state = graph.composites.first { $0.identifier == composite }
    return region == nil && state?.behaviors.contains { $0.delay == delay } == true
  }

  /// Returns the position of a vertex among those of the graph, to be compared element by element.
  func position(of vertex: Statechart.Vertex) -> [Int] {
    switch vertex {
    case .state(let state): return [graph.states.firstIndex { $0.identifier == state } ?? 0]
    case .composite(let composite), .fork(let composite, _), .history(let composite, _):
      let first = hierarchy.descendants(of: composite).first?.identifier
      return [graph.states.firstIndex { $0.identifier == first } ?? 0]
    case .inner(let owner, let region, let vertex):
      let inside = composites[owner]?.regions[region].position(of: vertex) ?? []
      return position(of: .composite(owner)) + [region] + inside
    }
  }
}

extension StateGraph {
  /// Removes the regions of composite states whose states and rules are others than the graph's.
  ///
  /// A view of a graph, for example, may lack some of them.
  mutating func dropUntrueRegions() {
    guard composites.contains(where: { !$0.regions.isEmpty }) else { return }
    let drawn = FoldedHistories(of: self)
    let inner = InnerRegions(of: drawn.graph)
    for index in composites.indices where !composites[index].regions.isEmpty {
      let identifier = composites[index].identifier
      // Copies of states to return to are one state.
      let isDrawn = drawn.graph.composites.contains { $0.identifier == identifier }
      if !isDrawn || inner.obstacle(in: identifier) != nil { composites[index].regions = [] }
    }
  }

  /// The graph without the regions of composite states, for pictures of all combinations of their states.
  ///
  /// What a region does because of its state, and its timeouts, are named after the region, as in a
  /// graph that has no regions because its parts depend on each other.
  package var withoutInnerRegions: StateGraph { withoutInnerRegions(namingTimeouts: true) }

  /// The labels of the states that each combination inside a composite state with regions consists of, by
  /// the identifier of the combination.
  package var labelsOfParts: [String: [String]] {
    guard composites.contains(where: { !$0.regions.isEmpty }) else { return [:] }
    let inner = InnerRegions(of: self)
    return inner.owners.compactMapValues { $0 }.reduce(into: [:]) { labels, owned in
      guard let owner = inner.composites[owned.value], let parts = owner.parts[owned.key]
      else { return }
      labels[owned.key] = zip(owner.state.regions, parts).map { region, part in
        region.graph.states.first { $0.identifier == part }?.label ?? part
      }
    }
  }

  /// Returns the graph without the regions of composite states: see ``withoutInnerRegions``.
  ///
  /// - Parameter namesTimeouts: Whether the rules of timeouts are named after regions, too.
  /// - Returns: The graph.
  func withoutInnerRegions(namingTimeouts namesTimeouts: Bool) -> StateGraph {
    guard composites.contains(where: { !$0.regions.isEmpty }) else { return self }
    let inner = InnerRegions(of: self)
    var graph = self
    for index in states.indices {
      guard let owner = inner.owners[states[index].identifier].flatMap({ inner.composites[$0] })
      else { continue }
      graph.states[index].behaviors =
        owner.namedBehaviors(of: states[index].identifier).inDiagramOrder
    }
    if namesTimeouts {
      graph.rules = rules.flatMap(inner.namingRegions)
      graph.transitions = graph.rules.filter { !$0.effect.isRefusal }
    }
    for index in composites.indices { graph.composites[index].regions = [] }
    return graph
  }
}

extension InnerRegions.Composite {
  /// Returns the behaviors of a combination, each named after its region.
  fileprivate func namedBehaviors(of state: String) -> [StateGraph.StateBehavior] {
    zip(zip(self.state.regions, regions), parts[state] ?? []).flatMap { region, part in
      let (region, inner) = region
      let hierarchy = StateHierarchy(of: region.graph)
      let around = hierarchy.ancestors(of: part).reversed().flatMap { name in
        region.graph.composites.first { $0.identifier == name }?.behaviors ?? []
      }
      let inside = inner.owners[part].flatMap { inner.composites[$0] }.map {
        $0.namedBehaviors(of: part)
      }
      let own = region.graph.states.first { $0.identifier == part }?.behaviors ?? []
      let named = (around + (inside == nil ? own : [])).map { behavior in
        var behavior = behavior
        behavior.label = behavior.label.map { "\(region.name): \($0)" }
        return behavior
      }
      return named.filter { $0.kind != .timeout } + (inside ?? [])
    }
  }
}

extension InnerRegions {
  /// Returns a rule for each region whose timeout causes it, which names the region; the rule itself if
  /// there is none.
  fileprivate func namingRegions(of rule: StateGraph.Rule) -> [StateGraph.Rule] {
    guard case .timeout(let delay, nil) = rule.trigger, let owner = owners[rule.source],
      !isListed(delay, in: [owner] + hierarchy.ancestors(ofComposite: owner))
    else { return [rule] }
    let names = regions(withTimeoutOf: rule).uniqued()
    return names.isEmpty
      ? [rule]
      : names.map { name in
        var named = rule
        named.trigger = .timeout(delay, region: name)
        return named
      }
  }

  private func isListed(_ delay: StateGraph.Delay, in composites: [String]) -> Bool {
    graph.composites.contains { composite in
      composites.contains(composite.identifier)
        && composite.behaviors.contains { $0.delay == delay }
    }
  }

  private func regions(withTimeoutOf rule: StateGraph.Rule) -> [String] {
    guard let owner = owners[rule.source].flatMap({ composites[$0] }),
      let parts = owner.parts[rule.source]
    else { return [] }
    if let targets = owner.parts[rule.target] {
      return owner.regions.indices.flatMap { index -> [String] in
        let part = rule.moved(from: parts[index], to: targets[index])
        let region = owner.regions[index]
        guard region.graph.rules.contains(part) else { return [] }
        let inside = region.regions(withTimeoutOf: part)
        return inside.isEmpty ? [owner.state.regions[index].name] : inside
      }
    }
    let exit = rules(in: owner).exits.first {
      $0.rule.label == rule.label && $0.rule.target == rule.target
    }
    let vertices = exit.flatMap {
      self.vertices(leaving: $0.sources, of: owner.state.identifier, on: rule.trigger)
    }
    return (vertices ?? []).filter { sources(of: $0).contains(rule.source) }.compactMap(regionName)
  }

  /// Returns the name of the innermost region that a vertex is in.
  private func regionName(of vertex: Statechart.Vertex) -> String? {
    guard case .inner(let owner, let region, let vertex) = vertex, let composite = composites[owner]
    else { return nil }
    return composite.regions[region].regionName(of: vertex) ?? composite.state.regions[region].name
  }
}

extension InnerRegions {
  /// A reason why a composite state is not what its regions are.
  enum Obstacle {
    /// The states are others.
    case states
    /// A rule is not that of regions, or no state of a region stands for its source.
    case rule(StateGraph.Rule)
  }

  /// Returns why the regions of a composite state are not true, or `nil` if they are.
  func obstacle(in owner: String) -> Obstacle? {
    guard let composite = composites[owner] else { return nil }
    let states = Set(hierarchy.descendants(of: owner).map(\.withoutBehaviors))
    guard states == Set(composite.combinations.map(\.state.withoutBehaviors)) else {
      return .states
    }
    let (inside, exits) = rules(in: composite)
    let product = Set(composite.rules)
    if let rule = inside.first(where: { !product.contains($0) }) { return .rule(rule) }
    if product.count > inside.count {
      let known = Set(inside)
      return composite.rules.first { !known.contains($0) }.map { .rule($0) }
    }
    return exits.first { exit in
      vertices(leaving: exit.sources, of: owner, on: exit.rule.trigger) == nil
    }.map { .rule($0.rule) }
  }

  /// Returns the rules from a combination to a combination, and those that leave the composite state,
  /// those of one label and target together.
  func rules(
    in composite: Composite
  ) -> (inside: [StateGraph.Rule], exits: [(rule: StateGraph.Rule, sources: Set<String>)]) {
    var inside: [StateGraph.Rule] = []
    var exits: [(rule: StateGraph.Rule, sources: Set<String>)] = []
    var positions: [StateGraph.Rule: Int] = [:]
    for rule in graph.rules where composite.parts[rule.source] != nil {
      guard composite.parts[rule.target] == nil else {
        inside.append(rule)
        continue
      }
      let key = rule.moved(from: "", to: rule.target)
      if let position = positions[key] {
        exits[position].sources.insert(rule.source)
      } else {
        positions[key] = exits.count
        exits.append((rule, [rule.source]))
      }
    }
    return (inside, exits)
  }
}
