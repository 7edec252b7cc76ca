extension StateGraph {
  /// Returns the states around some states, and the rules between them.
  ///
  /// ```swift
  /// try graph.around("opened")            // and all states from which or to which one transition leads
  /// try graph.around("opened", steps: 2)
  /// ```
  ///
  /// The initial state is always shown. The diagram says how much is hidden.
  ///
  /// - Parameters:
  ///   - names: The identifiers of states, or of composite states for the states inside.
  ///   - steps: The most transitions between one of them and a state that is shown, in either direction.
  /// - Returns: The view, or the graph itself if nothing is left out.
  /// - Throws: ``UnknownNameError`` if the graph has no such state.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func around(_ names: String..., steps: Int = 1) throws(UnknownNameError) -> StateGraph {
    try around(names, steps: steps)
  }

  /// Returns the states around some states: see ``around(_:steps:)``.
  package func around(_ names: [String], steps: Int) throws(UnknownNameError) -> StateGraph {
    var shown: Set<String> = []
    for name in names { shown.formUnion(try states(named: name)) }
    var neighbors: [String: Set<String>] = [:]
    for transition in transitions {
      neighbors[transition.source, default: []].insert(transition.target)
      neighbors[transition.target, default: []].insert(transition.source)
    }
    for _ in 0..<max(0, steps) {
      shown.formUnion(shown.flatMap { neighbors[$0, default: []] })
    }
    let distance = steps == 1 ? "" : ", \(steps) steps"
    return view("around \(names.joined(separator: " and "))\(distance)") { state in
      shown.contains(state) || state == initialState
    }
  }

  /// Returns the states with a name, as a picture shows it, or inside a composite state or region with
  /// it: `sport` is `trip/drive/riding/gear/sport`.
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
  /// - Throws: ``UnknownNameError`` if the graph has no such event.
  /// - Complexity: O(*n*) in the number of rules.
  public func without(events: [String]) throws(UnknownNameError) -> StateGraph {
    let known = rules.map(\.event).uniqued()
    for event in events where !known.contains(event) {
      throw UnknownNameError(kind: .event, name: event, known: known)
    }
    return view("without \(events.joined(separator: " and "))") { !events.contains($0.event) }
  }

  /// Returns the graph without the events that are mistakes: rejections and traps.
  ///
  /// - Returns: The view, or the graph itself if nothing is left out.
  /// - Complexity: O(*n*) in the number of rules.
  public func withoutRejections() -> StateGraph {
    view("without rejections") { !$0.effect.isRefusal }
  }

  /// Returns the graph with a composite state in place of all states inside it.
  ///
  /// Rules that lead from one of these states to another are left out. Of a rule that only some of
  /// them have, the view says so by a condition with their names, and diagrams draw it dashed.
  ///
  /// ```swift
  /// try graph.collapsing("playback")  // "playback -> off: after 10 min [playback = paused]"
  /// ```
  ///
  /// - Parameter composite: The identifier of a composite state.
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
    // Names of composite states are their own, so that a state may have this one already.
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
    graph.omission = omission(of: graph, composite + Self.collapsed)
    // The composite state has the ways out of all states inside, unless some were left out before.
    if omission == nil { graph.omission?.exits.removeAll { $0 == name } }
    return graph
  }

  /// Returns the graph without the regions of a state; transitions that begin in one of them begin at
  /// the state, with a condition that says where.
  private func withoutRegions(of owner: String) -> StateGraph {
    let hierarchy = StateHierarchy(of: self)
    let hidden = Set(
      states.map(\.identifier).filter { state in
        hierarchy.region(of: state).map { isRegion($0, inside: owner, hierarchy) } ?? false
      })
    let moved = rules.compactMap { rule -> Rule? in
      guard hidden.contains(rule.source) else { return rule }
      guard !hidden.contains(rule.target) else { return nil }
      var moved = rule.moved(from: owner, to: rule.target)
      moved.conditions.append(.in(rule.source))
      return moved
    }
    return view(
      owner + Self.collapsed, states: states.filter { !hidden.contains($0.identifier) },
      rules: moved)
  }

  /// Returns whether a region is one of a state, or inside one of it.
  private func isRegion(
    _ region: String, inside owner: String, _ hierarchy: StateHierarchy
  ) -> Bool {
    guard let parent = regions.first(where: { $0.identifier == region })?.parent else {
      return false
    }
    return parent == owner
      || hierarchy.region(of: parent).map { isRegion($0, inside: owner, hierarchy) } ?? false
  }
}

extension StateGraph {
  /// The end of the name of a view with a collapsed composite state.
  private static let collapsed = " collapsed"

  /// The identifiers of the states that stand for composite states and all states inside them.
  package var collapsedStates: Set<String> {
    let views = (omission?.views ?? []).filter { $0.hasSuffix(Self.collapsed) }
    let names = Set(views.map { String($0.dropLast(Self.collapsed.count)) })
    guard !names.isEmpty else { return [] }
    return Set(
      states.map(\.identifier).filter { identifier in
        names.contains {
          identifier == $0 || identifier.after($0)?.allSatisfy { $0 == "…" } == true
        }
      })
  }

  /// Returns the condition that the state inside a composite state is one of some, or none if they
  /// are all.
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
    return PayloadCondition(of: fields(chosen), among: fields(others))?.conditions ?? []
  }

  /// Returns the states that are shown, with those around them, and the rules between them.
  private func view(_ name: String, of isShown: (String) -> Bool) -> StateGraph {
    let hierarchy = StateHierarchy(of: self)
    var shown = Set(states.map(\.identifier).filter(isShown))
    // A region of which something is shown needs its initial state, and the state around it.
    for region in regions.reversed()
    where !shown.isDisjoint(with: hierarchy.states(of: region.identifier)) {
      shown.insert(region.initialState)
      if let owner = region.parent { shown.insert(owner) }
    }
    return view(
      name, states: states.filter { shown.contains($0.identifier) },
      rules: rules.filter { shown.contains($0.source) && shown.contains($0.target) })
  }

  /// Returns the graph with the rules that are shown.
  private func view(_ name: String, of isShown: (Rule) -> Bool) -> StateGraph {
    view(name, states: states, rules: rules.filter(isShown))
  }

  private func view(_ name: String, states: [State], rules: [Rule]) -> StateGraph {
    guard states.count < self.states.count || rules.count < self.rules.count else { return self }
    let shown = Set(states.map(\.identifier))
    let regions = regions.filter { shown.contains($0.initialState) }
    let divided = Set(regions.compactMap(\.parent))
    // A rule enters no state of a region that is left out.
    let entering = rules.map { rule in
      var rule = rule
      let entered = rule.entry.states.filter(shown.contains)
      if case .states = rule.entry { rule.entry = entered.isEmpty ? .initial : .states(entered) }
      if !divided.contains(rule.target) { rule.entry = .initial }
      return rule
    }
    var graph = StateGraph(
      states: states, composites: composites, regions: regions, rules: entering,
      initialState: self.regions.contains { $0.parent == nil } ? nil : initialState)
    graph.isCommitting = isCommitting
    graph.omission = omission(of: graph, name)
    return graph
  }

  /// Returns all that a view of this graph leaves out, together with what this graph leaves out itself.
  private func omission(of view: StateGraph, _ name: String) -> GraphOmission {
    let exits = view.deadEnds.subtracting(deadEnds)
    return GraphOmission(
      views: (omission?.views ?? []) + [name],
      states: (omission?.states ?? 0) + states.count - view.states.count,
      transitions: (omission?.transitions ?? 0) + transitions.count - view.transitions.count,
      refusals: (omission?.refusals ?? 0) + refusals.count - view.refusals.count,
      exits: view.states.map(\.identifier).filter(exits.contains))
  }
}
