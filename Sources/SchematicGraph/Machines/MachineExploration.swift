import Schematic

/// An exploration of a hand-written machine, which takes steps from every value that it reaches.
final class MachineExploration<Machine: ~Copyable, State: Graphable, Event: Graphable> {
  typealias Value = MachineValue<Machine, State, Event>
  typealias Step = (_ machine: inout Machine, _ event: Event) throws -> String?

  private let source: MachineSource<Machine, State>
  private let options: MachineOptions<Machine, State>
  private let reason: (any Error) -> String?
  private let perform: Step
  private let surroundings: MachineSurroundings
  /// The steps that have led to machines that can't be inspected, by the facts about the machines.
  private var lastSteps: [AnyHashable: [String]] = [:]
  /// The fields of objects, by the identities of their facts.
  private var knownFields: [AnyHashable: [PayloadField]] = [:]
  /// The number of times that a machine is explored again without properties that differ each time.
  private static var mostRounds: Int { 8 }
  /// The number of ways to the same facts that are tried.
  private static var mostLastSteps: Int { 12 }
  /// A Boolean value that indicates whether the exploration goes on if it finds a property that differs each time.
  private var isLastRound = false
  /// The identities of the values whose way was taken again, to see whether it leads to the same.
  private var replayed: Set<AnyHashable> = []
  /// The callers of the services' calls that wait in the first value with an identity, and its own calls that do.
  private var callers: [AnyHashable: [String?]] = [:]
  /// A Boolean value that indicates whether values are told apart by who began the calls that wait, and in which order.
  private let tellsCallers: Bool
  /// A Boolean value that indicates whether values that aren't told apart have calls of other callers.
  private var callersDiffer = false
  /// A Boolean value that indicates whether work has waited for which the order may matter in which it began.
  private var mayDependOnOrigins = false
  /// A Boolean value that indicates whether copies share a continuation or an object that a step changes.
  private var copiesShare = false

  private init(
    _ source: MachineSource<Machine, State>, _ options: MachineOptions<Machine, State>,
    _ reason: @escaping (any Error) -> String?, _ perform: @escaping Step,
    in surroundings: MachineSurroundings, tellsCallers: Bool = false
  ) {
    self.surroundings = surroundings
    self.source = source
    self.tellsCallers = tellsCallers
    self.options = options
    self.reason = options.reason ?? reason
    self.perform = perform
  }

  /// Takes a step together with the tasks that it starts, and returns the text of its action.
  private func take(
    _ event: Event, of machine: inout Machine, answering answers: ScriptedGuards
  ) throws -> String? {
    let action = try surroundings.run(event, answering: answers) { try perform(&machine, event) }
    let texts =
      (surroundings.calls + (action.map { [$0] } ?? [])).joiningRepetitions()
      + surroundings.ends.sorted().joiningRepetitions()
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Returns the graph of a machine.
  ///
  /// `perform` takes a step and returns the text of its action. `reason` returns the text for an
  /// error if the options have no function for it.
  static func graph(
    of source: MachineSource<Machine, State>, _ events: [Event],
    _ options: MachineOptions<Machine, State>, with work: (any StepWork.Type)?,
    reason: @escaping (any Error) -> String?, _ perform: Step
  ) -> StateGraph {
    withoutActuallyEscaping(perform) {
      let perform = $0
      func explored(
        _ source: MachineSource<Machine, State>, _ options: MachineOptions<Machine, State>,
        isLast: Bool
      ) -> (exploration: MachineExploration, graph: StateGraph) {
        let exploration = MachineExploration(
          source, options, reason, perform, in: MachineSurroundings(work, for: events))
        exploration.isLastRound = isLast
        let graph = exploration.graph(trying: events)
        guard exploration.copiesShare, let anew = source.anew else { return (exploration, graph) }
        return explored(anew(), options, isLast: isLast)
      }
      var options = options
      var (exploration, graph) = explored(source, options, isLast: false)
      // A property that differs each time has no place in a picture. Without it, others may be found.
      var findings: [GraphFinding] = []
      for round in 1...mostRounds where !options.ignored.varying.isEmpty {
        findings += graph.findings.filter { $0.kind == .varyingProperty }
        options = options.ignoring(options.ignored.varying)
        (exploration, graph) = explored(
          exploration.source, options, isLast: round == mostRounds)
      }
      graph.findings.insert(contentsOf: findings, at: 0)
      if !options.ignored.uncertain.isEmpty {
        // A number that chance gives may be small. If all steps lead to the same without it, it decides nothing.
        let fewer = options.ignoring(options.ignored.uncertain.uniqued())
        let (other, rest) = explored(exploration.source, fewer, isLast: true)
        if rest.moves == graph.moves {
          findings = graph.findings.filter { $0.kind == .varyingProperty }.map(\.leavingOut)
            .uniqued()
          (options, exploration, graph) = (fewer, other, rest)
          graph.findings.insert(contentsOf: findings, at: 0)
        }
      }
      let isUnclear = graph.findings.contains { $0.kind == .payloadsDisagree }
      guard exploration.callersDiffer || exploration.mayDependOnOrigins && isUnclear
      else { return graph }
      // Who began a call, for how long it sleeps, and which call began first, matters only if the end does something
      // else.
      let other = MachineExploration(
        exploration.source, options, reason, perform, in: MachineSurroundings(work, for: events),
        tellsCallers: true)
      other.isLastRound = true
      var told = other.graph(trying: events)
      told.findings.insert(contentsOf: findings, at: 0)
      guard Set(told.rules) == Set(graph.rules) else { return told }
      graph.findings.removeAll { $0.kind == .payloadsDisagree && !told.findings.contains($0) }
      return graph
    }
  }

  private func graph(trying events: [Event]) -> StateGraph {
    let isFinal = options.isFinal
    let cases = State.graphCases.map { NodeDescription(of: $0, isFinal: isFinal($0)) }
    let first = start(source.make)
    let second = start(source.makeAgain)
    let others = source.otherMakes.map { start($0) }
    let varying = VaryingProperties(first, second, ignoring: options.ignored).differences.map {
      options.ignored.record($0)
      return GraphFinding.varyingProperty($0, in: nil, isOfMachine: true)
    }
    var graph = StateGraph(
      exploring: ExploredRules<Value, Event>(
        events: events, findings: varying, otherStarts: others, unexplored: cases,
        reportsUndeclaredStates: !cases.isEmpty,
        treatsIgnoredAsUnchanged: true, ignored: options.ignored,
        boundAdvice: "try fewer arguments, or raise the bound where the rest matters",
        isFinal: { isFinal($0.state) },
        isPossible: { event, value in value.waiting.allows(event) },
        cost: { 1 + $0.way.count },
        isGivenUp: { [self] in !isLastRound && !options.ignored.varying.isEmpty }
      ) { value, event, trial, findings in
        ScriptedGuards.evaluations(bound: self.options.bounds.guards, trial: trial) {
          trial.isAttempt
            ? self.attempt(event, of: value, answering: $0)
            : self.step(from: value, event, answering: $0, &findings)
        }
      }, from: first, options.bounds)
    let unreached = GraphFinding.unreachedCases(of: options.cases, in: graph.states)
    // A case that was never reached may carry the property.
    graph.findings.insert(
      contentsOf: unreached.isEmpty ? unknownProperties(in: first) : unreached, at: 0)
    if source.inspect == nil {
      graph.findings += graph.rules.filter(\.isToldByTheStepBefore).map {
        GraphFinding.hiddenDifference(state: $0.source, event: $0.event)
      }.uniqued()
    }
    graph.findings += surroundings.unanswered.sorted().map(GraphFinding.unansweredCall)
    guard let obstacle = source.obstacle else { return graph }
    return StateGraph(
      states: graph.states, composites: graph.composites, rules: [],
      initialState: graph.initialState, findings: [obstacle])
  }

  /// Returns a finding for each property to ignore that no machine had.
  private func unknownProperties(in first: Value) -> [GraphFinding] {
    let missing = options.ignored.missing
    guard !missing.isEmpty, let whole = first.whole else { return [] }
    let known = ReflectedValue.labels(in: whole)
    return missing.map {
      .unknownProperty(
        $0.names.joined(separator: "."), of: typeText(of: whole), known: known.uniqued())
    }
  }

  /// Takes a step only to see whether it, or what reads the state afterwards, traps.
  private func attempt(
    _ event: Event, of value: Value, answering answers: ScriptedGuards
  ) -> RuleEvaluation<Value> {
    var machine = value.machine()
    _ = try? take(event, of: &machine, answering: answers)
    _ = (source.state(machine), options.conditions.fields(of: machine))
    Kept.forever(machine)
    return RuleEvaluation(kind: .ignored)
  }

  /// Takes a step from a value, or returns `nil` if the machine can't be explored in this way.
  private func step(
    from value: Value, _ event: Event, answering answers: ScriptedGuards,
    _ findings: inout [GraphFinding]
  ) -> RuleEvaluation<Value>? {
    // A continuation is resumed once, by one of the copies, and an atomic number counts the steps of all.
    if value.facts.sharesMore { copiesShare = true }
    guard source.obstacle == nil, !copiesShare else { return nil }
    var machine = value.machine()
    let state = value.graphIdentifier
    if source.copies == nil, replayed.insert(value.facts.identity).inserted,
      facts(about: machine).identity != value.facts.identity
    {
      findings.append(.replayDiffers(state: state))
    }
    let ending = MachineStepEnding(reason: reason) {
      try take(event, of: &machine, answering: answers)
    }
    // Copies of a value may share storage, as long as a step of one copy doesn't change the others.
    if let objects = value.facts.objects, facts(about: value.machine()).objects != objects {
      copiesShare = true
      return nil
    }
    // A call waits for an answer to one of the copies.
    if source.copies != nil, surroundings.waiting.isOfOneCopy {
      copiesShare = true
      return nil
    }
    let taken = TakenStep(event: event, answers: answers.asked.map(\.holds))
    let target = self.value(
      of: machine, madeBy: value.make, after: source.copies == nil ? value.way + [taken] : [],
      "\(StepCaller(event: event).text) in \(state)")
    // What ends with an object, such as a check that a promise was kept, is no part of a step.
    if source.copies == nil || target.facts.objects != nil || !options.ignored.isEmpty {
      Kept.forever(machine)
    }
    let isSame = state == target.graphIdentifier
    let (kind, action, reason) = ending.meaning(
      inSameState: isSame,
      isUnchanged: isSame && value.facts.identity == target.facts.identity
        && !value.waiting.leavesOther(event, to: target.waiting),
      after: surroundings.calls)
    // More of a machine that can't be inspected may have changed than can be seen.
    let isTaken = kind == .internal || kind == .external || target.lastStep != nil
    return RuleEvaluation(
      kind: kind, target: isTaken ? target : nil, action: action, reason: reason)
  }

  /// Returns the value of a machine before the first step.
  private func start(_ make: @escaping () -> Machine) -> Value {
    let machine = surroundings.made(make)
    let value = value(of: machine, madeBy: make, after: [])
    Kept.forever(machine)
    return value
  }

  /// Returns the value of a machine that some events have led to.
  private func value(
    of machine: borrowing Machine, madeBy make: @escaping () -> Machine,
    after way: [TakenStep<Event>], _ lastStep: String = "start"
  ) -> Value {
    let again =
      source.copies?(machine) ?? { [self] in
        var machine = surroundings.made(make)
        // A step that throws is part of the way, because its changes remain.
        for step in way {
          let answers = ScriptedGuards(script: step.answers, bound: 0, record: nil)
          _ = try? take(step.event, of: &machine, answering: answers)
        }
        return machine
      }
    var facts = facts(about: machine)
    if source.copies == nil {
      // An object may change afterwards, so its fields are read at once. Reading them is slow.
      let fields = knownFields[facts.identity] ?? facts.fields()
      knownFields[facts.identity] = fields
      facts.fields = { fields }
    }
    let value = Value(
      state: source.state(machine), facts: facts, make: make, way: way,
      lastStep: source.inspect == nil ? distinguishing(lastStep, of: facts) : nil,
      // Nothing else sees a value that waits.
      waiting: source.copies == nil ? surroundings.waiting : NothingWaits(),
      tellsCallers: tellsCallers,
      machine: again,
      inspected: { [source] in
        guard let inspect = source.inspect else { return nil }
        let machine = again()
        let inspected = inspect(machine)
        Kept.forever(machine)
        return inspected
      })
    if source.copies == nil, !tellsCallers, let identity = value.identity as? AnyHashable {
      let those = value.waiting.origins
      let known = callers[identity, default: those]
      callers[identity] = known
      if known != those { callersDiffer = true }
      if value.waiting.mayDependOnOrigins { mayDependOnOrigins = true }
    }
    return value
  }

  /// Returns the last step of a machine of which only some facts are known, or the first such step if there
  /// have been many with the same facts.
  private func distinguishing(_ lastStep: String, of facts: MachineFacts) -> String {
    let known = lastSteps[facts.identity, default: []]
    if known.contains(lastStep) { return lastStep }
    guard known.count < Self.mostLastSteps else { return known[0] }
    lastSteps[facts.identity] = known + [lastStep]
    return lastStep
  }

  private func facts(about machine: borrowing Machine) -> MachineFacts {
    source.facts(
      machine, source.state(machine), options.conditions.fields(of: machine),
      options.ignored)
  }
}

extension StateGraph {
  /// What the transitions do, without the conditions and the properties that they name.
  fileprivate var moves: Set<[String?]> {
    let acting = rules.filter {
      $0.source != $0.target || $0.action != nil || $0.effect.isRefusal
    }
    return Set(
      acting.map { [$0.source, $0.event, $0.target, $0.action, "\($0.effect.isRefusal)"] })
  }
}

extension StateGraph.Rule {
  /// A Boolean value that indicates whether a guard names the step before.
  fileprivate var isToldByTheStepBefore: Bool {
    conditions.contains { condition in
      if case .payload(let text) = condition { text.hasPrefix("after ") } else { false }
    }
  }
}

/// The end of a step, with a description of the returned action or the thrown error.
package enum MachineStepEnding {
  case returned(action: String?)
  case threw(reason: String?, name: String)

  /// Takes a step and describes its result.
  package init(reason: (any Error) -> String?, of step: () throws -> String?) {
    do {
      self = .returned(action: try step())
    } catch {
      self = .threw(reason: reason(error), name: errorText(of: error))
    }
  }

  /// Returns the kind, the action and the reason that diagrams and traces show for the step.
  ///
  /// If a step throws and leaves the machine unchanged, it is a rejection. If it throws after it
  /// has changed the machine, the change remains. The step is then shown like any other, with the
  /// error in place of an action, and behind the calls of services that the step made.
  package func meaning(
    inSameState isSame: Bool, isUnchanged: Bool, after calls: [String] = []
  ) -> (kind: TransitionKind, action: String?, reason: String?) {
    switch self {
    case .threw(let reason, _) where isUnchanged && calls.isEmpty: (.rejected, nil, reason)
    case .returned(nil) where isUnchanged: (.ignored, nil, nil)
    case .threw(let reason, let name):
      (
        isSame ? .internal : .external,
        (calls.joiningRepetitions() + ["throws: \(reason ?? name)"]).joined(separator: ", "), nil
      )
    case .returned(let action): (isSame ? .internal : .external, action, nil)
    }
  }
}
