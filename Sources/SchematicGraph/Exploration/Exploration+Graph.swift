// The graph of what was explored.
extension Exploration {
  /// Returns the graph of what was found, and adds the steps of its rules to the values.
  mutating func graph(_ values: inout ExploredValues, from initial: String) -> StateGraph {
    // A schema with final states ends there. A function that calls a state final only says so.
    if rules.answers == nil { tryEnds() }
    if rules.isHandWritten { showAcceptedEvents() }
    var payloads = NodePayloads(of: found.queue, beyond: found.beyond)
    let graphRules = graphRules(&values, &payloads)
    // A machine that starts in a state stays there, because its start is no completion.
    for cell in record.cells where cell.alwaysLeaves && cell.source != initial {
      if let state = found.positions[cell.source], found.states[state].completion != nil {
        found.states[state].completion = .passed
      }
    }
    if let answers = rules.answers {
      let isWhole = !found.findings.contains { $0.severity == .error }
      found.findings += record.idle.findings(answers, in: rules.region, isWhole: isWhole)
    }
    var graph = StateGraph(
      states: found.states, composites: found.composites, rules: graphRules, initialState: initial,
      findings: found.findings)
    if rules.answers != nil {
      record.behaviors.add(to: &graph) { payloads.openEnds(of: $0, on: nil) }
    }
    for cell in record.cells where cell.isAlwaysAnswered {
      graph.answered[cell.source, default: []].insert(cell.trigger)
    }
    // A rule may begin in a state of a region. `StateGraph` then adds that state, but the region's
    // machine already has it.
    graph.states.removeAll { found.positions[$0.identifier] == nil }
    return graph
  }

  /// Leaves a state final only if it accepts nothing: it ignores or rejects every event, or traps.
  private mutating func tryEnds() {
    let accepting = Dictionary(grouping: record.cells.filter { !$0.accepted.isEmpty }, by: \.source)
    for index in found.states.indices where found.states[index].isFinal {
      let state = found.states[index].identifier
      guard let cells = accepting[state] else { continue }
      found.states[index].isFinal = false
      // An end may answer as long as it stays one.
      guard let way = cells.first(where: { $0.accepted.contains { $0.target != state } }) else {
        continue
      }
      found.findings.append(.finalStateActs(state, on: "\(way.trigger)"))
    }
  }

  /// Makes an event an internal transition in states that accept it, if it does nothing anywhere, and other states reject
  /// it or trap.
  ///
  /// Without these rows, nobody would see in which states a method may be called.
  private mutating func showAcceptedEvents() {
    var effects: [String: Set<StateGraph.Effect?>] = [:]
    for cell in record.cells {
      effects[cell.eventLabel, default: []].formUnion(cell.outcomes.map(\.effect))
    }
    let idle = effects.filter { _, all in
      all.contains { $0?.isRefusal ?? false } && all.allSatisfy { $0?.isRefusal ?? true }
    }
    for place in record.cells.indices where idle[record.cells[place].eventLabel] != nil {
      // An end accepts nothing, so it ignores what it doesn't refuse.
      let state = found.positions[record.cells[place].source].map { found.states[$0] }
      if state?.isFinal != true { record.cells[place].acceptIgnoredEvents() }
    }
  }

  /// Returns the rules of all cells, in the order of the cells.
  private mutating func graphRules(
    _ values: inout ExploredValues, _ payloads: inout NodePayloads
  ) -> [StateGraph.Rule] {
    let queue = found.queue
    if let places = rules.places {
      payloads.hide(
        record.cells.rememberRegions(places, initial: values.initial.map { queue[$0].identifier }) {
          queue[$0].value
        })
      let fields = places.places.map { place in
        let value = queue.first { $0.identifier == place.identifier }?.value
        return (place.identifier, value.map { places.fields(of: $0, in: place.identifier) } ?? [])
      }
      payloads.hide(Dictionary(firstOf: fields))
    }
    var graphRules: [StateGraph.Rule] = []
    for cell in record.cells {
      let placed = rules.places?.place(of: cell.source).map { placed in
        PlacedCombinations(regions: placed.inside.map(\.identifier)) {
          placed.states(in: queue[$0].value)
        }
      }
      for (rule, steps) in cell.rules(
        &payloads, &found.findings, isHandWritten: rules.isHandWritten, in: placed)
      {
        values.steps[rule, default: []].formUnion(steps)
        if rule.isInternal, rule.target != rule.source {
          found.findings.append(
            .internalTransitionLeaves(rule.source, event: rule.event, target: rule.target))
        }
        graphRules.append(rule)
      }
    }
    return graphRules
  }
}
