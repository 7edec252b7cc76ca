import Schematic

/// An exploration of a schema and of the schemas of its regions, each as a machine of its own.
///
/// What it costs grows with the states of the regions, and not with their combinations.
struct TreeExploration<Event: Graphable, Subject> {
  private let bounds: ExplorationBounds
  private var machines: [ExploredMachine] = []
  private var findings: [GraphFinding] = []

  private init(_ bounds: ExplorationBounds) { self.bounds = bounds }

  /// Returns the graph of a schema.
  static func graph<State: Graphable>(
    of schema: StateMachineSchema<State, Event, Subject>, _ bounds: ExplorationBounds
  ) -> StateGraph {
    var tree = TreeExploration(bounds)
    let regions = tree.explore(
      schema.composition.regions, of: schema.initialState, in: nil, prefix: nil,
      schema.unhandledEventPolicy)
    if regions.isEmpty { _ = tree.explore(schema, from: schema.initialState, of: nil) }
    var graph = tree.graph(
      of: regions.map(\.explored.region),
      initialState: regions.isEmpty ? tree.machines.last?.graph.initialState : nil)
    graph.sourceLine = schema.sourceLine
    graph.addNearLines()
    graph.isCommitting =
      schema.commitsTransitions && !graph.findings.contains { $0.kind == .uncommittedTransition }
    return graph
  }

  // MARK: Exploring

  private typealias Region<Whole: Graphable> = RegionPlaces<Whole>.ExploredRegion

  /// Explores a machine after the regions of its states.
  ///
  /// - Returns: The values that were explored, and all regions inside.
  private mutating func explore<State: Graphable>(
    _ schema: StateMachineSchema<State, Event, Subject>, from initialState: State, of region: String?
  ) -> (values: [Any], inside: [StateGraph.Region]) {
    var places: [RegionPlaces<State>.Place] = []
    for place in schema.composition.places {
      let identifier = StateGraph.Region.path(place.path.joined(separator: "."), in: region)
      let sample = [initialState] + State.graphCases
      guard let value = sample.first(where: { $0.casePath.starts(with: place.path) }) else {
        findings.append(.missingSample(of: identifier))
        continue
      }
      // What no region takes, the state around them is asked for.
      let explored = explore(place.regions, of: value, in: identifier, prefix: identifier, .ignore)
      places.append(
        .init(
          identifier: identifier, regions: explored.map(\.explored),
          inside: explored.flatMap { [$0.explored.region] + $0.inside }))
    }
    var rules = ExploredRules(of: schema.withoutInnerRegions, guardBound: bounds.guards)
    rules.region = region
    if !places.isEmpty { rules.places = RegionPlaces(places: places) }
    // Read here only: a catalog or a test gets a closure in which its author makes the graph, and can
    // hand over no argument.
    var explorer = Explorer(rules, bounds: bounds, watch: TrapWatch.current)
    var machine = explorer.machine(from: initialState)
    machine.region = region
    machines.append(machine)
    return (machine.explored, places.flatMap(\.inside))
  }

  /// Explores the regions of a state, or of the machine as a whole.
  private mutating func explore<State: Graphable>(
    _ parts: [RegionPart<State, Event, Subject>], of state: State, in owner: String?, prefix: String?,
    _ policy: UnhandledEventPolicy
  ) -> [(explored: Region<State>, inside: [StateGraph.Region])] {
    parts.flatMap { part -> [(explored: Region<State>, inside: [StateGraph.Region])] in
      guard let value = part.value(state) else { return [] }
      return explore(part.schema, part, from: value, in: owner, prefix: prefix, policy)
    }
  }

  private mutating func explore<State: Graphable, Schema: RegionSchema<Event, Subject>>(
    _ region: Schema, _ part: RegionPart<State, Event, Subject>, from value: Any, in owner: String?,
    prefix: String?, _ policy: UnhandledEventPolicy
  ) -> [(explored: Region<State>, inside: [StateGraph.Region])] {
    let identifier = StateGraph.Region.path(part.name, in: prefix)
    guard let type = Schema.State.self as? any Graphable.Type else {
      findings.append(.unnamedRegion(identifier, type: "\(Schema.State.self)"))
      return []
    }
    return explore(
      type, schema: region.schema, value, part: part, identifier: identifier, in: owner, policy)
  }

  private mutating func explore<Whole: Graphable, Value: Graphable>(
    _ type: Value.Type, schema: Any, _ value: Any, part: RegionPart<Whole, Event, Subject>,
    identifier: String, in owner: String?, _ policy: UnhandledEventPolicy
  ) -> [(explored: Region<Whole>, inside: [StateGraph.Region])] {
    guard let schema = schema as? StateMachineSchema<Value, Event, Subject>,
      let value = value as? Value
    else { return [] }
    // Regions of a region are regions beside the others.
    let inner = schema.composition.regions
    guard inner.isEmpty else {
      return explore(inner, of: value, in: owner, prefix: identifier, policy).map { region, inside in
        let explored = Region<Whole>(
          region: region.region, values: region.values,
          value: { part.value($0).flatMap { $0 as? Value }.flatMap(region.value) },
          replacing: { whole, new in
            guard let value = part.value(whole) as? Value else { return whole }
            return part.replacing(whole, region.replacing(value, new))
          }, active: region.active)
        return (explored, inside)
      }
    }
    // A machine of regions starts where the struct says, and a state of regions is entered as rules say.
    let start = owner == nil ? value : schema.initialState
    let (values, inside) = explore(schema.unhandledEvents(policy), from: start, of: identifier)
    if start.casePath != schema.initialState.casePath {
      findings.append(
        .regionStart(
          identifier, in: start.graphIdentifier, insteadOf: schema.initialState.graphIdentifier))
    }
    resolveQuestions(about: part, in: identifier)
    let region = StateGraph.Region(
      identifier: identifier, in: owner,
      initialState: machines.last?.graph.initialState ?? "")
    let explored = Region<Whole>(
      region: region, values: values, value: part.value, replacing: part.replacing
    ) { value in
      (value as? Value).map { schema.activeStates(in: $0, of: identifier, inside: owner) } ?? []
    }
    return [(explored, inside)]
  }

  // MARK: Questions about siblings

  /// Answers the questions of rules where a region is, which are guards so far.
  private mutating func resolveQuestions<State>(
    about part: RegionPart<State, Event, Subject>, in region: String
  ) {
    questions[part.property] = region
    for index in machines.indices {
      machines[index].graph.rules = machines[index].graph.rules.map { rule in
        var rule = rule
        rule.conditions = rule.conditions.map { condition in
          guard case .guard(let name, let holds) = condition,
            let question = RegionQuestion(guardName: name),
            let region = questions[question.property]
          else { return condition }
          return .in(
            StateGraph.Region.path(question.state.joined(separator: "."), in: region), holds: holds)
        }
        return rule
      }
    }
  }

  private var questions: [String: String] = [:]

  // MARK: Putting together

  private func graph(of outermost: [StateGraph.Region], initialState: String?) -> StateGraph {
    var heard: Set<String> = []
    for machine in machines {
      heard.formUnion(machine.graph.transitions.compactMap(\.trigger.eventLabel))
    }
    let inside = machines.flatMap(\.graph.regions)
    var graph = StateGraph(
      states: machines.reversed().flatMap(\.graph.states),
      composites: machines.flatMap(\.graph.composites), regions: (outermost + inside).uniqued(),
      rules: machines.flatMap { machine in
        machine.graph.rules.map { machine.telling($0, machines) }
      }, initialState: initialState
    ).inRecordedOrder
    let refused = machines.flatMap { machine in
      machine.refusedTimeouts.filter { refused in
        !machines.contains { $0.takes(refused.event, beside: machine) }
      }.map(\.finding)
    }
    let unhandled = machines.flatMap(\.events).uniqued().filter { !heard.contains($0) }
      .map(GraphFinding.unhandledEvent)
    let shared = machines.flatMap(\.events).uniqued().compactMap { event -> GraphFinding? in
      let regions = graph.regions.map(\.identifier).filter { region in
        machines.contains { $0.region == region && $0.graph.transitions.contains { $0.event == event } }
      }
      // A region inside another one is asked first, and often instead.
      let isShared = regions.contains { one in
        regions.contains { $0 != one && !$0.hasPrefix(one + "/") && !one.hasPrefix($0 + "/") }
      }
      return isShared ? .sharedEvent(event, of: regions) : nil
    }
    let all =
      machines.flatMap(\.notes) + findings + machines.flatMap(\.graph.findings) + refused
      + graph.structuralFindings + graph.behaviorFindings + unhandled + shared
    graph.findings = all.uniqued().stablySorted { $0.severity == .note ? 1 : 0 }
    if machines.count == 1 { graph.values = machines[0].values }
    graph.omission = GraphOmission(
      ofCutsIn: graph.findings, bounds, exits: machines.flatMap(\.unexplored))
    return graph
  }
}

extension ExploredMachine {
  /// Returns a rule that says the event of its timeout, if another machine takes it, too.
  fileprivate func telling(
    _ rule: StateGraph.Rule, _ machines: [ExploredMachine]
  ) -> StateGraph.Rule {
    guard machines.count > 1, case .timeout(let delay, _) = rule.trigger else { return rule }
    let events = timeoutEvents[Timeout(source: rule.source, trigger: rule.trigger)] ?? []
    let heard = events.sorted().first { event in
      machines.contains { $0.takes(event, beside: self) }
    }
    guard let heard else { return rule }
    var told = rule
    told.trigger = .timeout(delay, sends: heard)
    return told
  }

  /// Returns whether this machine takes an event, and isn't another one.
  fileprivate func takes(_ event: String, beside other: ExploredMachine) -> Bool {
    region != other.region && graph.transitions.contains { $0.trigger.eventLabel == event }
  }
}
