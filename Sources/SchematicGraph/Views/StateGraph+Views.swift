extension StateGraph {
  /// Returns a view of some states, the states near them, and the rules between all these states.
  ///
  /// ```swift
  /// try graph.around("opened")            // and all states from which or to which one transition leads
  /// try graph.around("opened", steps: 2)
  /// ```
  ///
  /// The initial state is always shown, and so are the initial states of shown regions. The diagram says
  /// how much is hidden.
  ///
  /// - Parameters:
  ///   - names: The identifiers or labels of states. A composite state or region means all states inside,
  ///     except the states of inner regions.
  ///   - steps: The maximum number of transitions between a named and a shown state, in either direction.
  /// - Returns: The view, or the graph itself if nothing is left out.
  /// - Throws: ``UnknownNameError`` if the graph lacks one of the states.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func around(_ names: String..., steps: Int = 1) throws(UnknownNameError) -> StateGraph {
    try around(names, steps: steps)
  }

  /// Returns a view of some states and the states near them: see ``around(_:steps:)``.
  package func around(_ names: [String], steps: Int) throws(UnknownNameError) -> StateGraph {
    var shown: Set<String> = []
    for name in names { shown.formUnion(try states(named: name)) }
    let distance = steps == 1 ? "" : ", \(steps) steps"
    return view("around \(names.joined(separator: " and "))\(distance)", of: shown, steps: steps)
  }

  /// Returns a view of the states that have marks, or a rule or behavior with a mark, and of the states one
  /// transition away.
  ///
  /// If that is too large, the view has no other states and, if it still is, no rules without marks.
  ///
  /// - Parameters:
  ///   - marks: The marks.
  ///   - most: The most states and transitions of the view.
  /// - Returns: The view, or `nil` if each is too large.
  /// - Complexity: O(*n*) in the number of states and transitions.
  package func around(
    _ marks: DiagramMarks, most: (states: Int, transitions: Int)
  ) -> StateGraph? {
    let hierarchy = StateHierarchy(of: self)
    var own = Set(marks.states.keys)
    for rule in marks.rules.keys {
      own.formUnion([rule.source, rule.target] + rule.entry.states)
      // A state that consists of regions is shown with them, as the rule enters it.
      own.formUnion(regions.filter { $0.parent == rule.target }.map(\.initialState))
      // Otherwise, a rule of one state would leave the border of a composite state that lacks the others.
      for composite in hierarchy.ancestors(of: rule.source) {
        own.formUnion(hierarchy.descendants(of: composite).map(\.identifier))
      }
    }
    for behavior in marks.behaviors.keys {
      own.formUnion([behavior.state] + hierarchy.descendants(of: behavior.state).map(\.identifier))
    }
    let near = view("around the changes", of: own, steps: 0)
    let views = [
      view("around the changes", of: own, steps: 1), near,
      near.view("only the changes") { marks.rules[$0] != nil },
    ]
    return views.first {
      $0.states.count <= most.states && $0.transitions.count <= most.transitions
    }
  }

  /// Returns a view of some states, and of the states from which or to which so many transitions lead.
  private func view(_ name: String, of states: Set<String>, steps: Int) -> StateGraph {
    var shown = states
    var neighbors: [String: Set<String>] = [:]
    for transition in transitions {
      neighbors[transition.source, default: []].insert(transition.target)
      neighbors[transition.target, default: []].insert(transition.source)
    }
    for _ in 0..<max(0, steps) {
      shown.formUnion(shown.flatMap { neighbors[$0, default: []] })
    }
    return view(name) { state in shown.contains(state) || state == initialState }
  }

  /// Returns the states that a name means: `trip/drive/riding/gear/sport` for `sport`.
  ///
  /// A name is an identifier or its end, or a label. The name of a composite state or region means
  /// all states inside, except the states of inner regions.
  package func states(named name: String) throws(UnknownNameError) -> [String] {
    func isNamed(_ identifier: String, _ label: String) -> Bool {
      label == name || identifier.hasSuffix("/\(name)") || identifier.hasSuffix(".\(name)")
    }
    let hierarchy = StateHierarchy(of: self)
    let boxes =
      composites.map { ($0.identifier, $0.label) } + regions.map { ($0.identifier, $0.name) }
    for isFound in [{ identifier, _ in identifier == name }, isNamed] {
      let inside = boxes.filter(isFound).flatMap { hierarchy.descendants(of: $0.0) }
      let found = (states.filter { isFound($0.identifier, $0.label) } + inside).map(\.identifier)
      if !found.isEmpty { return found.uniqued() }
    }
    throw UnknownNameError(kind: .state, name: name, known: states.map(\.identifier))
  }

  /// Returns the graph without the rules of some events.
  ///
  /// ```swift
  /// try graph.without(events: ["tick"])
  /// ```
  ///
  /// - Parameter events: The labels of the events.
  /// - Returns: The view, or the graph itself if nothing is left out.
  /// - Throws: ``UnknownNameError`` if the graph lacks one of the events.
  /// - Complexity: O(*n*) in the number of rules.
  public func without(events: [String]) throws(UnknownNameError) -> StateGraph {
    let known = rules.map(\.event).uniqued()
    for event in events where !known.contains(event) {
      throw UnknownNameError(kind: .event, name: event, known: known)
    }
    return view("without \(events.joined(separator: " and "))") { !events.contains($0.event) }
  }

  /// Returns a view without some rules, or the graph itself if there are none of these.
  package func leavingOut(_ rules: Set<Rule>, calling name: String) -> StateGraph {
    view(name) { !rules.contains($0) }
  }

  /// Returns the graph without rejections, traps and ignored timeouts.
  ///
  /// - Returns: The view, or the graph itself if nothing is left out.
  /// - Complexity: O(*n*) in the number of rules.
  public func withoutRejections() -> StateGraph {
    view("without rejections") { !$0.effect.isRefusal }
  }

  /// Returns the graph with a composite state in place of all states inside it.
  ///
  /// Rules whose source and target are both inside are left out. If only some of the non-final states
  /// inside have a rule, the rule gets a condition with the names of these states. A rule from inside a
  /// region gets a condition such as `[in light.on]`.
  ///
  /// ```swift
  /// try graph.collapsing("playback")  // "playback -> off: after 10 min [playback = paused]"
  /// ```
  ///
  /// - Parameter composite: The identifier of a composite state, or of a state that consists of regions.
  /// - Returns: The view.
  /// - Throws: ``UnknownNameError`` if the graph has no such composite state.
  /// - Complexity: O(*n*) in the number of states and rules.
  public func collapsing(_ composite: String) throws(UnknownNameError) -> StateGraph {
    let boxes = composites.map(\.identifier) + regions.compactMap(\.parent).uniqued()
    let found =
      boxes.first { $0 == composite }
      ?? boxes.first { $0.hasSuffix("/\(composite)") || $0.hasSuffix(".\(composite)") }
    guard let identifier = found else {
      throw UnknownNameError(kind: .composite, name: composite, known: boxes)
    }
    guard let collapsed = composites.first(where: { $0.identifier == identifier }) else {
      return withoutRegions(of: identifier)
    }
    let composite = identifier
    let hierarchy = StateHierarchy(of: self)
    let inside = Set(hierarchy.descendants(of: composite).map(\.identifier))
    // A state outside may have the same identifier, because composite states are named separately.
    var name = composite
    while !inside.contains(name), states.contains(where: { $0.identifier == name }) { name += "…" }
    func place(_ state: String) -> String { inside.contains(state) ? name : state }
    let stand = State(
      identifier: name, label: collapsed.label, parent: collapsed.parent,
      behaviors: collapsed.behaviors)
    var shown: [State] = []
    for state in states where !inside.contains(state.identifier) || !shown.contains(stand) {
      shown.append(inside.contains(state.identifier) ? stand : state)
    }
    let moved = rules.compactMap { rule -> (rule: Rule, source: String)? in
      let isInside = inside.contains(rule.source)
      guard !isInside || !inside.contains(rule.target) else { return nil }
      return (rule.moved(from: place(rule.source), to: place(rule.target)), rule.source)
    }
    let holders = Dictionary(grouping: moved, by: \.rule).mapValues { Set($0.map(\.source)) }
    let nonFinalStates = hierarchy.nonFinalDescendants(of: composite)
    let conditioned = moved.map { rule, source in
      guard inside.contains(source) else { return rule }
      var rule = rule
      rule.conditions += Self.condition(
        that: collapsed, holds: holders[rule, default: []], among: nonFinalStates)
      return rule
    }
    var graph = StateGraph(
      states: shown, composites: composites, regions: regions, rules: conditioned,
      initialState: place(initialState))
    graph.isCommitting = isCommitting
    graph.omission = omission(of: graph, caption(of: composite) + GraphOmission.collapsed)
    // If this graph is whole and the collapsed state has no way out, no state inside had one: the
    // collapsed state is a dead end. If this graph is a view, ways out may have been hidden before.
    if omission == nil { graph.omission?.exits.removeAll { $0 == name } }
    return graph
  }

  /// Returns the graph without the regions of a state.
  ///
  /// A transition out of a region begins at the state around the region instead, with a condition:
  /// `[in light.on]`.
  private func withoutRegions(of owner: String) -> StateGraph {
    let hierarchy = StateHierarchy(of: self)
    let region = hierarchy.region(of: owner)
    let hidden = Set(
      states.map(\.identifier).filter {
        $0 != owner && hierarchy.state(around: $0, in: region) == owner
      })
    let moved = rules.compactMap { rule -> Rule? in
      guard hidden.contains(rule.source) else { return rule }
      guard !hidden.contains(rule.target) else { return nil }
      var moved = rule.moved(from: owner, to: rule.target)
      moved.conditions.append(.in(rule.source))
      return moved
    }
    return view(
      caption(of: owner) + GraphOmission.collapsed,
      states: states.filter { !hidden.contains($0.identifier) },
      rules: moved)
  }

  /// Returns the name that a caption has for a state: its label, as the diagram shows it, if nothing
  /// else is called so.
  private func caption(of identifier: String) -> String {
    let names =
      states.map { ($0.identifier, $0.label) } + composites.map { ($0.identifier, $0.label) }
    let label = names.first { $0.0 == identifier }?.1 ?? identifier
    let others = names.filter { $0.0 != identifier }
    return others.contains { $0.0 == label || $0.1 == label } ? identifier : label
  }
}

extension StateGraph {
  /// Returns the condition that a machine is in one of some states inside a composite state:
  /// `playback = paused`.
  ///
  /// There is no condition if these are all states inside.
  private static func condition(
    that composite: CompositeState, holds some: Set<String>, among all: [String]
  ) -> [Condition] {
    let prefix = "\(composite.identifier)."
    func fields(_ states: [String]) -> [[PayloadField]] {
      states.map { state in
        [PayloadField(name: composite.label, value: .other(state.after(prefix) ?? state))]
      }
    }
    let (chosen, others) = (all.filter(some.contains), all.filter { !some.contains($0) })
    guard !chosen.isEmpty, !others.isEmpty else { return [] }
    return DecisionTable(fields(chosen), among: fields(others)).decision?.conditions().conditions
      ?? []
  }

  /// Returns a view of the states that a function chooses, and of the rules between them.
  private func view(_ name: String, of isShown: (String) -> Bool) -> StateGraph {
    let hierarchy = StateHierarchy(of: self)
    var shown = Set(states.map(\.identifier).filter(isShown))
    // If a state of a region is shown, so are the region's initial state and the state around the region.
    for region in regions.reversed()
    where !shown.isDisjoint(with: hierarchy.states(of: region.identifier)) {
      shown.insert(region.initialState)
      if let owner = region.parent { shown.insert(owner) }
    }
    return view(
      name, states: states.filter { shown.contains($0.identifier) },
      rules: rules.filter { shown.contains($0.source) && shown.contains($0.target) })
  }

  /// Returns a view of all states, and of the rules that a function chooses.
  private func view(_ name: String, of isShown: (Rule) -> Bool) -> StateGraph {
    view(name, states: states, rules: rules.filter(isShown))
  }

  private func view(_ name: String, states: [State], rules: [Rule]) -> StateGraph {
    guard states.count < self.states.count || rules.count < self.rules.count else { return self }
    let shown = Set(states.map(\.identifier))
    let regions = regions.filter { shown.contains($0.initialState) }
    // A rule can't enter a state that the view leaves out.
    let entering = rules.map { rule in
      var rule = rule
      let entered = rule.entry.states.filter(shown.contains)
      if case .states = rule.entry { rule.entry = entered.isEmpty ? .initial : .states(entered) }
      return rule
    }
    var graph = StateGraph(
      states: states, composites: composites, regions: regions, rules: entering,
      initialState: isDivided ? nil : initialState)
    graph.isCommitting = isCommitting
    graph.omission = omission(of: graph, name)
    return graph
  }

  /// Returns the omission of a view, which includes the parts that this graph leaves out already.
  private func omission(of view: StateGraph, _ name: String) -> GraphOmission {
    // A state that answers events which the view leaves out would look like an end, too.
    let exits = view.deadEnds.subtracting(deadEnds).union(view.silentEnds.subtracting(silentEnds))
    return GraphOmission(
      views: (omission?.views ?? []) + [name],
      states: (omission?.states ?? 0) + states.count - view.states.count,
      transitions: (omission?.transitions ?? 0) + transitions.count - view.transitions.count,
      refusals: (omission?.refusals ?? 0) + refusals.count - view.refusals.count,
      exits: view.states.map(\.identifier).filter(exits.contains))
  }
}
