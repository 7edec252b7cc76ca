import SchematicGraph

/// A search through everything that a machine and its environments can do together.
struct Driving {
  /// A node of the machine and a state of each environment, by position.
  struct Place: Hashable {
    var node: Int
    var environments: [Int]
  }

  private typealias Step = (arc: StateGraph.Rule, target: Place)

  let graph: StateGraph
  let environments: [MachineEnvironment]
  let nodes: MachineNodes
  /// The labels of all events.
  let events: Set<String>
  /// Everything that environments can hear when a rule applies, in order.
  let sounds: [StateGraph.Rule: [MachineEnvironment.Sound]]

  init(_ graph: StateGraph, by environments: [MachineEnvironment]) {
    self.graph = graph
    self.environments = environments
    nodes = MachineNodes(of: graph)
    events = Set(graph.rules.filter(\.trigger.isEvent).map(\.event))
    sounds = Dictionary(
      graph.rules.map { ($0, graph.sounds(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  var result: DrivenGraph {
    let starts = hearing(graph.soundsOfStart, in: environments.map { _ in 0 })
      .map { Place(node: nodes.initial, environments: $0) }
    var taken: [Place: [Step]] = [:]
    let search = BreadthFirstSearch(from: starts) { place in
      let steps = steps(from: place)
      taken[place] = steps
      return steps
    }
    let trapped = traps(in: search)
    let reached = Set(search.nodes.map { nodes.states[$0.node] })
    return DrivenGraph(
      graph: product(of: search, taking: taken),
      reachableTraps: trapped.filter { isSent($0.0.trigger) }.map(\.1),
      callerTraps: trapped.filter { !isSent($0.0.trigger) }.map(\.1),
      impossibleTraps: graph.traps.filter { rule in !trapped.contains { $0.0 == rule } },
      impossibleStates: graph.states.indices.filter { !reached.contains($0) }
        .map { graph.states[$0].identifier },
      cut: environments.filter(\.isCut).map(\.name))
  }

  /// Returns whether a trigger comes from an environment or from the machine itself.
  private func isSent(_ trigger: StateGraph.Trigger) -> Bool {
    !trigger.isEvent || environments.contains { $0.events.contains(trigger.description) }
  }

  // MARK: - Steps

  /// Returns the steps that are possible in a place, except traps, with the places that they lead to.
  private func steps(from place: Place) -> [Step] {
    var steps: [Step] = []
    for (rule, target) in nodes.arcs[place.node] where !rule.effect.isTrap {
      guard let target else { continue }
      for sent in sending("\(rule.trigger)", in: place.environments) {
        for heard in hearing(sounds[rule, default: []], in: sent) {
          steps.append((rule, Place(node: target, environments: heard)))
        }
      }
    }
    return steps + unheard(in: place)
  }

  /// Returns the steps in which the machine ignores an event that changes an environment's state.
  private func unheard(in place: Place) -> [Step] {
    let state = graph.states[nodes.states[place.node]]
    guard state.completion != .passed, !state.isFinal else { return [] }
    let names = zip(environments, place.environments).flatMap { environment, state in
      environment.moves[state].map(\.action.name)
    }
    return names.uniqued().filter(events.contains).flatMap { event -> [Step] in
      let trigger = StateGraph.Trigger(notation: event)
      guard !nodes.always(answers: trigger, in: place.node) else { return [] }
      let rule = StateGraph.Rule(
        source: state.identifier, trigger: trigger, effect: .internal())
      return sending(event, in: place.environments)
        .flatMap { hearing([.init(label: event, isEvent: true)], in: $0) }
        .filter { $0 != place.environments }
        .map { (rule, Place(node: place.node, environments: $0)) }
    }
  }

  /// Returns the possible states of the environments after an event.
  ///
  /// There are none if an environment sends the event in other states, but not in its current one.
  private func sending(_ event: String, in states: [Int]) -> [[Int]] {
    combinations(
      zip(environments, states).map { environment, state in
        environment.states(after: event, in: state) ?? []
      })
  }

  /// Returns the possible states of the environments after they hear sounds, one after another.
  private func hearing(_ sounds: [MachineEnvironment.Sound], in states: [Int]) -> [[Int]] {
    combinations(
      zip(environments, states).map { environment, state in
        sounds.reduce([state]) { states, sound in
          states.flatMap { environment.states(hearing: sound, in: $0) }.uniqued()
        }
      })
  }

  private func combinations(_ choices: [[Int]]) -> [[Int]] {
    choices.reduce([[]]) { all, choices in
      all.flatMap { beginning in choices.map { beginning + [$0] } }
    }
  }

  // MARK: - Results

  /// Returns the traps that are possible, each with a shortest walk that ends in it.
  private func traps(
    in search: BreadthFirstSearch<Place, StateGraph.Rule>
  ) -> [(StateGraph.Rule, Walk)] {
    var walks: [StateGraph.Rule: Walk] = [:]
    for place in search.nodes {
      for trap in traps(in: place) where walks[trap] == nil {
        let way = search.path(to: place) ?? []
        walks[trap] = Walk(start: graph.initialState, steps: (way + [trap]).map(Walk.Step.init))
      }
    }
    return graph.traps.compactMap { trap in walks[trap].map { (trap, $0) } }
  }

  private func traps(in place: Place) -> [StateGraph.Rule] {
    nodes.arcs[place.node].map(\.rule).filter { rule in
      rule.effect.isTrap && !sending("\(rule.trigger)", in: place.environments).isEmpty
    }
  }

  /// Returns the graph whose states are the places, grouped by the states of the machine.
  private func product(
    of search: BreadthFirstSearch<Place, StateGraph.Rule>, taking steps: [Place: [Step]]
  ) -> StateGraph {
    // Places that differ only in the value of the machine's state have the same name: one state.
    let inside = Dictionary(grouping: search.nodes) { nodes.states[$0.node] }
      .mapValues { $0.map(name).uniqued() }
    func identifier(_ place: Place) -> String {
      let state = nodes.states[place.node]
      let own = graph.states[state].identifier
      return inside[state, default: []].count > 1 ? "\(own).\(name(of: place))" : own
    }
    var states: [StateGraph.State] = []
    var composites = graph.composites
    for (position, state) in graph.states.enumerated() {
      guard let names = inside[position] else { continue }
      guard names.count > 1 else {
        states.append(state)
        continue
      }
      composites.append(
        StateGraph.CompositeState(
          identifier: state.identifier, label: state.label, parent: state.parent,
          behaviors: state.behaviors))
      states += names.map { name in
        StateGraph.State(
          identifier: "\(state.identifier).\(name)", label: name, isFinal: state.isFinal,
          completion: state.completion, parent: state.identifier)
      }
    }
    let rules = search.nodes.flatMap { place -> [StateGraph.Rule] in
      let source = identifier(place)
      let taken = steps[place, default: []].map { rule, place in
        let target = identifier(place)
        var rule = rule
        // An internal transition leads to another place if it changes an environment's state.
        if source != target, rule.effect.isInternal { rule.effect = .external(action: rule.action) }
        return rule.moved(from: source, to: target)
      }
      return taken + traps(in: place).map { $0.moved(from: source, to: source) }
    }
    var product = StateGraph(
      states: states, composites: composites, rules: rules.uniqued(),
      initialState: identifier(search.nodes[0]), isCommitting: graph.isCommitting)
    product.omission = graph.omission
    return product
  }

  private func name(of place: Place) -> String {
    zip(environments, place.environments).map { $0.states[$1] }.joined(separator: "+")
  }
}

extension StateGraph {
  /// Returns everything that environments can hear when a rule applies, in order.
  fileprivate func sounds(of rule: Rule) -> [MachineEnvironment.Sound] {
    let behaviors = ConfigurationTree(of: self).behaviors(along: rule).map(\.behavior)
    let exits = behaviors.filter { $0.kind == .exit }
    let others = behaviors.filter { $0.kind != .exit }
    // Whoever sends an event that is rejected is told so, and nothing has happened.
    guard !rule.effect.isRejection else { return [] }
    return [.init(label: rule.event, isEvent: true)] + exits.compactMap(\.sound)
      + (rule.action.map { [.init(label: $0)] } ?? []) + others.compactMap(\.sound)
  }

  /// Everything that environments can hear when a machine starts, in order.
  fileprivate var soundsOfStart: [MachineEnvironment.Sound] {
    let behaviors = allBehaviors[initialState, default: []]
    return (behaviors.filter { $0.kind == .entry } + behaviors.filter { $0.kind == .task })
      .compactMap(\.sound)
  }
}

extension StateGraph.StateBehavior {
  /// The behavior as environments hear it, or `nil` if it has no label.
  fileprivate var sound: MachineEnvironment.Sound? {
    label.map { .init(label: $0, isCertain: conditions.isEmpty) }
  }
}
