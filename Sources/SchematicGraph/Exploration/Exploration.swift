import Schematic

/// An exploration of rules: what was found, what was evaluated, and what the rules have answered.
///
/// The course of an exploration is here: what is declared, all that the rules lead to, and what follows from it.
struct Exploration<State: Graphable, Event: Graphable> {
  let rules: ExploredRules<State, Event>
  var found: FoundValues<State>
  var record = ExplorationRecord<Event>()
  // A catalog or a test can't pass a runner to the closure in which its author makes the graph, so it is task-local.
  var trials = TrialSession(TrialRunner.current)
  /// The number of evaluations of the rules, at least one for each step that was evaluated.
  var count = 0
  /// The number of evaluations that were only made to compare them with earlier ones.
  var comparedCount = 0
  /// A Boolean value that indicates whether the bound on evaluations was reached.
  var isCut = false
  /// The properties about which there is a finding, because they differ in each run.
  var varying: Set<String> = []

  init(of rules: ExploredRules<State, Event>) {
    self.rules = rules
    found = FoundValues(rules.findings)
  }

  /// Explores the declared cases, the initial state, and all states that the rules lead to.
  ///
  /// - Returns: The machine, without the findings that follow from the whole graph.
  mutating func machine(from initialState: State) -> ExploredMachine {
    declareStates()
    found.findings += repeatedLabels
    let first = rules.node(of: initialState)
    var values = ExploredValues()
    values.initial = found.discover(initialState, first, by: rules)
    for other in rules.handWritten?.otherStarts ?? [] { start(in: other, besides: first) }
    if trials.runner?.takesNoStep != true {
      exploreAll()
      if let merging = rules.merging { found.findings += findings(aboutMergedBy: merging) }
    }
    found.findings = found.findings.map(namingGrowth)
    // The states of a hand-written machine that declares none are known by nothing but its steps.
    if rules.handWritten?.cases.isEmpty != true {
      found.findings += found.states.dropFirst(found.declaredCount)
        .map(GraphFinding.undeclaredState)
    }
    for index in record.cells.indices {
      record.cells[index].completeTimeout(record.courses.courses(of: record.cells[index].source))
    }
    values.states = found.queue.map(\.identifier)
    let ends = Set(found.states.filter(\.isFinal).map(\.identifier))
    let refused = record.refusedTimeouts(in: rules.region)
    let sentEvents = record.sentEvents
    let graph = graph(&values, from: first.state.identifier)
    return ExploredMachine(
      graph: graph, regions: rules.places?.regions ?? [], values: values,
      explored: found.queue.map(\.value), refusedTimeouts: refused, timeoutEvents: sentEvents,
      notes: sampleNotes(about: graph), events: rules.events.map(\.label),
      unexplored: found.unexplored, ends: ends)
  }

  /// Adds the states that are shown even if nothing leads to them, in the order in which they are declared.
  private mutating func declareStates() {
    for node in rules.handWritten?.cases ?? []
    where found.positions[node.state.identifier] == nil { found.add(node) }
    let (declared, omissions) = SamplingContext.recordingOmissions { State.graphCases }
    found.findings += omissions.uniqued().map { .sampleBound($0, state: $0.identifier) }
    for state in declared { found.declare(state, by: rules) }
    found.declaredCount = found.states.count
  }

  /// The findings about different events with the same label.
  private var repeatedLabels: [GraphFinding] {
    var identifiers: [String: String] = [:]
    return rules.events.compactMap { event in
      let (label, own) = (event.label, event.event.graphIdentifier)
      let known = identifiers[label, default: own]
      identifiers[label] = known
      return known.utf8.elementsEqual(own.utf8) ? nil : .repeatedEventLabel(label, known, own)
    }
  }

  /// Explores another value in which a machine may start; it must be one of the same state.
  private mutating func start(in other: State, besides first: NodeDescription) {
    let node = rules.node(of: other)
    if node.state.identifier == first.state.identifier {
      found.discover(other, node, by: rules)
    } else {
      found.findings.append(.startsDiffer(first.state.identifier, node.state.identifier))
    }
  }

  /// Explores the values that were found, and all that these lead to.
  private mutating func exploreAll() {
    repeat {
      while found.hasNext {
        let positions = found.popNext()
        attempt(positions)
        for position in positions { explore(position) }
      }
      exploreChangedStates()
    } while found.hasNext
  }

  /// Returns the finding about a bound with the field that takes the most values; any other finding unchanged.
  private func namingGrowth(in finding: GraphFinding) -> GraphFinding {
    switch finding.kind {
    case .valueBound:
      let values = found.queue.filter { $0.identifier == finding.state }.map(\.value)
      return .valueBound(
        rules.bounds.values, state: finding.state, GrowingField(in: values), rules.boundAdvice,
        isOfMachine: rules.isHandWritten)
    case .evaluationBound:
      return .evaluationBound(
        rules.bounds.evaluations, GrowingField(in: found.queue.map(\.value)),
        isOfMachine: rules.isHandWritten)
    default: return finding
    }
  }

  /// Returns notes about states and events that were tried with only one of the values that they
  /// can carry.
  private func sampleNotes(about graph: StateGraph) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.source))
    let lone = found.queue.filter { value, identifier in
      found.counts[identifier] == 1 && acting.contains(identifier) && Self.carriesSample(value)
    }
    let counts = Dictionary(grouping: rules.events, by: \.label).mapValues(\.count)
    let handled = Set(graph.rules.map(\.event))
    let loneEvents = rules.events.filter { event in
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
