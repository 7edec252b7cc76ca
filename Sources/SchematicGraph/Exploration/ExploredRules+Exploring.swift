import Schematic

// The course of an exploration: what is declared, all that the rules lead to, and what follows from it.
extension ExploredRules {
  /// Explores the declared cases, the initial state, and all states that the rules lead to.
  ///
  /// - Returns: The machine, without the findings that follow from the whole graph.
  func machine(from initialState: State, triedBy runner: TrialRunner?) -> ExploredMachine {
    var found = FoundValues<State>(findings)
    var evaluator = StepEvaluator(runner)
    var record = ExplorationRecord<Event>()
    declareStates(in: &found)
    found.findings += repeatedLabels
    let first = node(of: initialState)
    var values = ExploredValues()
    values.initial = found.discover(initialState, first, by: self)
    for other in otherStarts { start(in: other, besides: first, &found) }
    if runner?.takesNoStep != true {
      exploreAll(&found, &evaluator, &record)
      if let merging {
        found.findings += findings(aboutMergedBy: merging, found, evaluator, record)
      }
    }
    found.findings = found.findings.map { namingGrowth(in: $0, found.queue) }
    if reportsUndeclaredStates {
      found.findings += found.states.dropFirst(found.declaredCount)
        .map(GraphFinding.undeclaredState)
    }
    for index in record.cells.indices {
      record.cells[index].completeTimeout(record.courses.courses(of: record.cells[index].source))
    }
    values.states = found.queue.map(\.identifier)
    let ends = Set(found.states.filter(\.isFinal).map(\.identifier))
    let refused = record.refusedTimeouts(in: region)
    let sentEvents = record.sentEvents
    let graph = graph(of: &found, &record, &values, from: first.state.identifier)
    return ExploredMachine(
      graph: graph, regions: places?.regions ?? [], values: values,
      explored: found.queue.map(\.value), refusedTimeouts: refused, timeoutEvents: sentEvents,
      notes: sampleNotes(about: graph, found), events: events.map(\.label),
      unexplored: found.unexplored, ends: ends)
  }

  /// Adds the states that are shown even if nothing leads to them, in the order in which they are declared.
  private func declareStates(in found: inout FoundValues<State>) {
    for node in unexplored where found.positions[node.state.identifier] == nil { found.add(node) }
    let (declared, omissions) = SamplingContext.recordingOmissions { State.graphCases }
    found.findings += omissions.uniqued().map { .sampleBound($0, state: $0.identifier) }
    for state in declared { found.declare(state, by: self) }
    found.declaredCount = found.states.count
  }

  /// The findings about different events with the same label.
  private var repeatedLabels: [GraphFinding] {
    var identifiers: [String: String] = [:]
    return events.compactMap { event in
      let (label, own) = (event.label, event.event.graphIdentifier)
      let known = identifiers[label, default: own]
      identifiers[label] = known
      return known.utf8.elementsEqual(own.utf8) ? nil : .repeatedEventLabel(label, known, own)
    }
  }

  /// Explores another value in which a machine may start; it must be one of the same state.
  private func start(
    in other: State, besides first: NodeDescription, _ found: inout FoundValues<State>
  ) {
    let node = node(of: other)
    if node.state.identifier == first.state.identifier {
      found.discover(other, node, by: self)
    } else {
      found.findings.append(.startsDiffer(first.state.identifier, node.state.identifier))
    }
  }

  /// Explores the values that were found, and all that these lead to.
  private func exploreAll(
    _ found: inout FoundValues<State>, _ evaluator: inout StepEvaluator,
    _ record: inout ExplorationRecord<Event>
  ) {
    repeat {
      while found.hasNext {
        let positions = found.popNext()
        attempt(positions, of: found, &evaluator)
        for position in positions { explore(position, &found, &evaluator, &record) }
      }
      exploreChangedStates(&found, &evaluator, &record)
    } while found.hasNext
  }

  /// Returns the finding about a bound with the field that takes the most values; any other finding unchanged.
  private func namingGrowth(
    in finding: GraphFinding, _ queue: [(value: State, identifier: String)]
  ) -> GraphFinding {
    switch finding.kind {
    case .valueBound:
      let values = queue.filter { $0.identifier == finding.state }.map(\.value)
      return .valueBound(
        bounds.values, state: finding.state, GrowingField(in: values), boundAdvice,
        isOfMachine: treatsIgnoredAsUnchanged)
    case .evaluationBound:
      return .evaluationBound(
        bounds.evaluations, GrowingField(in: queue.map(\.value)),
        isOfMachine: treatsIgnoredAsUnchanged)
    default: return finding
    }
  }

  /// Returns notes about states and events that were tried with only one of the values that they
  /// can carry.
  private func sampleNotes(
    about graph: StateGraph, _ found: FoundValues<State>
  ) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.source))
    let lone = found.queue.filter { value, identifier in
      found.counts[identifier] == 1 && acting.contains(identifier) && Self.carriesSample(value)
    }
    let counts = Dictionary(grouping: events, by: \.label).mapValues(\.count)
    let handled = Set(graph.rules.map(\.event))
    let loneEvents = events.filter { event in
      counts[event.label] == 1 && handled.contains(event.label)
        && !PayloadField.fields(of: event.event).isEmpty
    }
    return lone.map { .fewSamples(ofState: $0.identifier) }
      + loneEvents.map { .fewSamples(ofEvent: $0.label) }
  }

  /// Returns whether a state carries a sample: one of several values that the state can carry.
  ///
  /// A region's state is no sample, but may carry one. Values of hand-written machines are no
  /// samples.
  private static func carriesSample(_ value: any Graphable) -> Bool {
    if let product = value as? any GraphableProduct {
      return product.graphRegions.contains { carriesSample($0.state) }
    }
    if let nested = ValueTree(value).nested { return carriesSample(nested) }
    return !(value is any ExplorationIdentity) && !PayloadField.fields(of: value).isEmpty
  }
}
