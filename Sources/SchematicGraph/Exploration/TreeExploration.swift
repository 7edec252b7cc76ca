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
    if regions.isEmpty {
      _ = tree.explore(schema, from: schema.initialState, of: nil)
      if let fields = tree.machines.last.flatMap(IndependentFields.init) {
        tree.findings.append(fields.finding)
      }
    }
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
    _ schema: StateMachineSchema<State, Event, Subject>, from initialState: State,
    of region: String?
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
    var rules = ExploredRules(
      of: schema.withoutInnerRegions, guardBound: bounds.guards, in: region)
    if !places.isEmpty { rules.places = RegionPlaces(places: places) }
    // Read here only: a catalog or a test gets a closure in which its author makes the graph, and can
    // hand over no argument.
    var explorer = Explorer(rules, bounds: bounds, watch: TrialRunner.current)
    var machine = explorer.machine(from: initialState)
    machine.region = region
    machines.append(machine)
    return (machine.explored, places.flatMap(\.inside))
  }

  /// Explores the regions of a state, or of the machine as a whole.
  private mutating func explore<State: Graphable>(
    _ parts: [RegionPart<State, Event, Subject>], of state: State, in owner: String?,
    prefix: String?,
    _ policy: UnhandledEventPolicy
  ) -> [(explored: Region<State>, inside: [StateGraph.Region])] {
    let first = machines.count
    let explored = parts.flatMap {
      part -> [(explored: Region<State>, inside: [StateGraph.Region])] in
      guard let value = part.value(state) else { return [] }
      return explore(part.schema, part, from: value, in: owner, prefix: prefix, policy)
    }
    for part in parts {
      resolve(
        askedAbout: part.property, as: StateGraph.Region.path(part.name, in: prefix),
        in: first..<machines.count)
    }
    return explored
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
      return explore(inner, of: value, in: owner, prefix: identifier, policy).map {
        region, inside in
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

  /// Names the region that rules ask about, which is a property of the state around some machines.
  private mutating func resolve(
    askedAbout property: String, as region: String, in machines: Range<Int>
  ) {
    asked.insert(region)
    for index in machines {
      self.machines[index].graph.rules = self.machines[index].graph.rules.map { rule in
        var rule = rule
        rule.conditions = rule.conditions.map { condition in
          guard case .guard(let name, let holds) = condition,
            let question = RegionQuestion(guardName: name), question.property == property
          else { return condition }
          return .in(question.path(in: region), holds: holds)
        }
        return rule
      }
    }
  }

  /// The regions that rules may ask about.
  private var asked: Set<String> = []

  /// Names the regions that rules ask about if these are drawn alone, and removes conditions that follow
  /// from others.
  private mutating func simplifyQuestions() {
    for index in machines.indices {
      machines[index].graph.rules = machines[index].graph.rules.map { rule in
        var rule = rule
        rule.conditions = rule.conditions.map { condition in
          // A region that is drawn alone asks about others.
          guard case .guard(let name, let holds) = condition,
            let question = RegionQuestion(guardName: name)
          else { return condition }
          return .in(question.path(in: question.region), holds: holds)
        }
        let inside = rule.conditions.compactMap { condition in
          if case .in(let state, holds: true) = condition { state } else { nil }
        }
        rule.conditions.removeAll { condition in
          guard case .in(let state, holds: false) = condition else { return false }
          return inside.contains { areApart($0, state) }
        }
        return rule
      }
    }
  }

  /// Returns whether no machine is in both of two states of one region at once.
  private func areApart(_ one: String, _ other: String) -> Bool {
    asked.contains { region in
      [one, other].allSatisfy { $0.hasPrefix(region + "/") }
        && ![one, other].contains { $0.dropFirst(region.count + 1).contains("/") }
    } && !StateGraph.Region.isInside(one, other) && !StateGraph.Region.isInside(other, one)
  }

  // MARK: Putting together

  private mutating func graph(of outermost: [StateGraph.Region], initialState: String?)
    -> StateGraph
  {
    let inside = machines.flatMap(\.regions)
    simplifyQuestions()
    var graph = StateGraph(
      states: machines.reversed().flatMap(\.graph.states),
      composites: machines.flatMap { machine in
        machine.graph.composites.map { machine.telling($0, machines) }
      }, regions: (outermost + inside).uniqued(),
      rules: machines.flatMap { machine in
        machine.graph.rules.map { machine.telling($0, machines) }
      }, initialState: initialState
    ).inRecordedOrder
    graph.conclude(from: machines, bounds, adding: findings)
    return graph
  }
}

extension RegionQuestion {
  /// Returns the path of the state in a region.
  fileprivate func path(in region: String) -> String {
    StateGraph.Region.path(state.joined(separator: "."), in: region)
  }
}

extension ExploredMachine {
  /// Returns a rule that says the event of its timeout, if another machine takes it, too.
  fileprivate func telling(
    _ rule: StateGraph.Rule, _ machines: [ExploredMachine]
  ) -> StateGraph.Rule {
    guard machines.count > 1, case .timeout(let delay, _) = rule.trigger else { return rule }
    var told = rule
    // A rule may begin in a region of the state that has the timeout.
    told.trigger = .timeout(
      delay,
      sends: event(sentBy: rule.trigger, heardBy: machines) {
        StateGraph.Region.isInside(rule.source, $0)
      })
    return told
  }

  /// Returns a composite state whose timeouts say their events, if other machines take these, too.
  fileprivate func telling(
    _ composite: StateGraph.CompositeState, _ machines: [ExploredMachine]
  ) -> StateGraph.CompositeState {
    guard machines.count > 1 else { return composite }
    var told = composite
    for index in told.behaviors.indices {
      guard let trigger = told.behaviors[index].trigger else { continue }
      told.behaviors[index].sends = event(sentBy: trigger, heardBy: machines) {
        StateGraph.Region.isInside($0, composite.identifier)
      }
    }
    return told
  }

  /// Returns the label of the event that a timeout of some states sends and other machines take.
  private func event(
    sentBy trigger: StateGraph.Trigger, heardBy machines: [ExploredMachine],
    in isSource: (String) -> Bool
  ) -> String? {
    let events = timeoutEvents.filter { $0.key.trigger == trigger && isSource($0.key.source) }
      .values.reduce(into: Set()) { $0.formUnion($1) }
    return events.sorted().lazy.compactMap { event in
      machines.lazy.compactMap { $0.event(event, takenBeside: self) }.first
    }.first
  }
}
