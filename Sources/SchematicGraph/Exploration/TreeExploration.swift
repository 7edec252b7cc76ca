import Schematic

/// An exploration of a schema and of the schemas of its regions, each as a machine of its own.
///
/// A region's rules are evaluated for its own states, not for combinations with other regions.
struct TreeExploration<Event: Graphable, Subject> {
  private let bounds: ExplorationBounds
  private var machines: [ExploredMachine] = []
  private var findings: [GraphFinding] = []

  private init(_ bounds: ExplorationBounds) { self.bounds = bounds }

  static func graph<State: Graphable>(
    of schema: StateMachineSchema<State, Event, Subject>, _ bounds: ExplorationBounds
  ) -> StateGraph {
    var tree = TreeExploration(bounds)
    let regions = tree.explore(
      schema.composition.regions, of: schema.initialState, in: nil, prefix: nil,
      Surroundings(
        policy: schema.unhandledEventPolicy, commit: schema.commitsRegions(of: schema.initialState))
    )
    if regions.isEmpty {
      _ = tree.explore(schema, from: schema.initialState, of: nil, isCommitted: false)
    }
    if schema.commitsTransitions { tree.findUncommittedTransitions() }
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

  /// What the machines around regions decide for them.
  private struct Surroundings {
    /// The policy for events that a region ignores.
    let policy: UnhandledEventPolicy
    /// Whether the machines around commit each step of the regions.
    var commit: Bool
  }

  /// Explores the regions of a machine's states, and then the machine itself.
  ///
  /// - Returns: The values that were explored, and all regions inside.
  private mutating func explore<State: Graphable>(
    _ schema: StateMachineSchema<State, Event, Subject>, from initialState: State,
    of region: String?, isCommitted: Bool
  ) -> (values: [Any], inside: [StateGraph.Region]) {
    var places: [RegionPlaces<State>.Place] = []
    for place in schema.composition.places {
      let identifier = RegionPath.joined(place.path.joined(separator: "."), in: region)
      let sample = [initialState] + State.graphCases
      guard let value = sample.first(where: { $0.casePath.starts(with: place.path) }) else {
        findings.append(.missingSample(of: identifier))
        continue
      }
      // Regions ignore the events that they don't take, so these events go to the state around the
      // regions.
      let explored = explore(
        place.regions, of: value, in: identifier, prefix: identifier,
        Surroundings(policy: .ignore, commit: isCommitted || schema.commitsRegions(of: value)))
      places.append(
        .init(
          identifier: identifier, regions: explored.map(\.explored),
          inside: explored.flatMap { [$0.explored.region] + $0.inside }))
    }
    let schema = schema.withoutInnerRegions
    var rules = ExploredRules(of: schema, bounds, in: region)
    if !places.isEmpty { rules.places = RegionPlaces(places: places) }
    var exploration = Exploration(of: rules)
    var machine = exploration.machine(from: initialState)
    machine.region = region
    machine.isCommitted = isCommitted || schema.commitsTransitions
    machines.append(machine)
    return (machine.explored, places.flatMap(\.inside))
  }

  /// Explores the regions of a state, or of the machine as a whole.
  private mutating func explore<State: Graphable>(
    _ regions: [RegionMachine<State, Event, Subject>], of state: State, in owner: String?,
    prefix: String?,
    _ around: Surroundings
  ) -> [(explored: Region<State>, inside: [StateGraph.Region])] {
    let first = machines.count
    let explored = regions.flatMap {
      declared -> [(explored: Region<State>, inside: [StateGraph.Region])] in
      guard let value = declared.value(state) else { return [] }
      return explore(declared.schema, declared, from: value, in: owner, prefix: prefix, around)
    }
    for declared in regions {
      resolve(
        askedAbout: declared.property, as: RegionPath.joined(declared.name, in: prefix),
        in: first..<machines.count)
    }
    return explored
  }

  private mutating func explore<State: Graphable, Schema: RegionSchema<Event, Subject>>(
    _ region: Schema, _ declared: RegionMachine<State, Event, Subject>, from value: Any,
    in owner: String?,
    prefix: String?, _ around: Surroundings
  ) -> [(explored: Region<State>, inside: [StateGraph.Region])] {
    let identifier = RegionPath.joined(declared.name, in: prefix)
    guard let type = Schema.State.self as? any Graphable.Type else {
      findings.append(.unnamedRegion(identifier, type: "\(Schema.State.self)"))
      return []
    }
    return explore(
      type, schema: region.schema, value, declared: declared, identifier: identifier, in: owner,
      around)
  }

  private mutating func explore<Whole: Graphable, Value: Graphable>(
    _ type: Value.Type, schema: Any, _ value: Any, declared: RegionMachine<Whole, Event, Subject>,
    identifier: String, in owner: String?, _ around: Surroundings
  ) -> [(explored: Region<Whole>, inside: [StateGraph.Region])] {
    guard let schema = schema as? StateMachineSchema<Value, Event, Subject>,
      let value = value as? Value
    else { return [] }
    // Inner regions replace a region that consists of them.
    let inner = schema.composition.regions
    guard inner.isEmpty else {
      var around = around
      around.commit = around.commit || schema.commitsRegions(of: value)
      return explore(inner, of: value, in: owner, prefix: identifier, around).map {
        region, inside in
        let explored = Region<Whole>(
          region: region.region, values: region.values,
          value: { declared.value($0).flatMap { $0 as? Value }.flatMap(region.value) },
          replacing: { whole, new in
            guard let value = declared.value(whole) as? Value else { return whole }
            return declared.replacing(whole, region.replacing(value, new))
          }, active: region.active)
        return (explored, inside)
      }
    }
    // If the machine as a whole consists of regions, its initial state says where the regions
    // start. The regions of a state are entered in their own initial states.
    let start = owner == nil ? value : schema.initialState
    let (values, inside) = explore(
      schema.unhandledEvents(around.policy), from: start, of: identifier,
      isCommitted: around.commit)
    if start.casePath != schema.initialState.casePath {
      findings.append(
        .regionStart(
          identifier, in: start.graphIdentifier, insteadOf: schema.initialState.graphIdentifier))
    }
    let region = StateGraph.Region(
      identifier: identifier, in: owner,
      initialState: machines.last?.graph.initialState ?? "")
    let explored = Region<Whole>(
      region: region, values: values, value: declared.value, replacing: declared.replacing
    ) { value in
      (value as? Value).map { schema.activeStates(in: $0, of: identifier, inside: owner) } ?? []
    }
    return [(explored, inside)]
  }

  /// Adds findings about the transitions of machines that nobody commits, although others are committed.
  private mutating func findUncommittedTransitions() {
    for machine in machines where !machine.isCommitted {
      let transitions = machine.graph.transitions
      if let region = machine.region {
        // A schema is missing its function, however many transitions it has.
        if !transitions.isEmpty { findings.append(.uncommitted(region: region)) }
      } else {
        findings += transitions.map { .uncommitted($0.event, in: $0.source) }
      }
    }
  }

  // MARK: Questions about siblings

  /// Replaces the questions about a property by conditions on its region, such as `in light.on`, in
  /// the rules of some machines.
  private mutating func resolve(
    askedAbout property: String, as region: String, in machines: Range<Int>
  ) {
    asked.insert(region)
    properties.insert(property)
    for machine in machines {
      for rule in self.machines[machine].graph.rules.indices {
        self.machines[machine].graph.rules[rule].answerQuestions {
          $0.property == property ? region : nil
        }
      }
    }
  }

  /// The regions that rules may ask about.
  private var asked: Set<String> = []
  /// The properties that hold the states of these regions.
  private var properties: Set<String> = []

  /// Replaces the questions that are left, and removes conditions that follow from others:
  /// `not in light.off` follows from `in light.on`.
  private mutating func simplifyQuestions() {
    for index in machines.indices {
      machines[index].graph.rules = machines[index].graph.rules.map { asking in
        var rule = asking
        // If a region is drawn alone, its questions are about regions that aren't in the graph.
        rule.answerQuestions { question in
          // Rules that aren't in a region beside it have no answer, so the program stops.
          if properties.contains(question.property) {
            findings.append(
              .questionFromOutside(asking.event, in: asking.source, about: question.region))
          }
          return question.region
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

  /// Returns whether two states are of one region, and no machine is in both at once.
  ///
  /// States of regions inside that region don't count.
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
        machine.graph.composites.map { machine.namingEvents(of: $0, among: machines) }
      }, regions: (outermost + inside).uniqued(),
      rules: machines.flatMap { machine in
        machine.graph.rules.map { machine.namingEvents(of: $0, among: machines) }
      }, initialState: initialState
    ).inRecordedOrder
    graph.conclude(from: machines, bounds, adding: findings)
    return graph
  }
}

extension StateGraph.Rule {
  /// Replaces each question about a region that a function names by a condition: `in light.on`.
  fileprivate mutating func answerQuestions(_ region: (RegionQuestion) -> String?) {
    conditions = conditions.map { condition in
      guard case .guard(let name, let holds) = condition,
        let question = RegionQuestion(guardName: name), let region = region(question)
      else { return condition }
      return .in(
        RegionPath.joined(question.state.joined(separator: "."), in: region), holds: holds)
    }
  }
}

extension ExploredMachine {
  /// Returns a rule whose timeout names its event, if another machine takes this event.
  fileprivate func namingEvents(
    of rule: StateGraph.Rule, among machines: [ExploredMachine]
  ) -> StateGraph.Rule {
    guard machines.count > 1, case .timeout(let delay, _) = rule.trigger else { return rule }
    var named = rule
    // A rule may begin in a region of the state that has the timeout.
    named.trigger = .timeout(
      delay,
      sends: event(sentBy: rule.trigger, heardBy: machines) {
        StateGraph.Region.isInside(rule.source, $0)
      })
    return named
  }

  /// Returns a composite state whose timeouts name the events that other machines take.
  fileprivate func namingEvents(
    of composite: StateGraph.CompositeState, among machines: [ExploredMachine]
  ) -> StateGraph.CompositeState {
    guard machines.count > 1 else { return composite }
    var named = composite
    for index in named.behaviors.indices {
      guard let trigger = named.behaviors[index].trigger else { continue }
      named.behaviors[index].sends = event(sentBy: trigger, heardBy: machines) {
        StateGraph.Region.isInside($0, composite.identifier)
      }
    }
    return named
  }

  /// Returns the label of an event that a timeout sends and another machine takes; `nil` if there
  /// is none.
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
