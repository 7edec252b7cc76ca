import Schematic
import SchematicAnalysis
import SchematicGraph

/// A driver that takes new machines along walks and compares each transition with the diagram.
struct MachineDriver<State: Graphable, Event: Graphable, Subject> {
  typealias Machine = StateMachine<State, Event, Subject>

  let schema: StateMachineSchema<State, Event, Subject>
  /// The states of the diagram, as a tree.
  let tree: ConfigurationTree
  let machine: () throws -> Machine
  let prepare: (PlannedStep<State, Event>, Machine) throws -> Void

  /// Drives a new machine along a walk, and returns the first failure.
  func drive(_ walk: Walk) -> WalkFailure? {
    do {
      let machine = try machine()
      let plan = try plan(for: walk, from: machine.state)
      return drive(machine, along: plan, of: walk)
    } catch let error as WalkError {
      return WalkFailure(walk: walk.prefix(error.index + 1), found: error.description)
    } catch {
      return WalkFailure(walk: walk.prefix(0), found: "making the machine threw \(error)")
    }
  }

  /// Returns the plan of a walk from a state.
  func plan(
    for walk: Walk, from state: State
  ) throws(WalkError) -> [PlannedStep<State, Event>] {
    let graph = tree.graph
    // Most walks fail because a rule is missing, and to try all values for it takes long. Only a whole graph without
    // regions says what is missing, and only of what is reached from its own start.
    let isWhole = graph.regions.isEmpty && graph.findings.allSatisfy { $0.severity != .error }
    let knowsAll =
      isWhole && ValueTree(state).identity == ValueTree(schema.initialState).identity
    return try schema.plan(
      for: walk, from: state, among: knowsAll ? Set(graph.rules.map(\.comparedByWalks)) : nil)
  }

  private func drive(
    _ machine: Machine, along plan: [PlannedStep<State, Event>], of walk: Walk
  ) -> WalkFailure? {
    let log = Log()
    let token = log.watch(machine)
    defer { machine.removeObserver(token) }
    for (index, planned) in plan.enumerated() {
      let found =
        planned.isCompletion
        ? difference(from: planned, .moved, machine, log)
        : arrange(planned, machine, log)
          ?? difference(
            from: planned,
            planned.timeout.map { machine.handle(planned.event, ofTimeout: $0) }
              ?? machine.handle(planned.event),
            machine, log)
      if let found { return failure(found, after: plan[...index], of: walk) }
    }
    return nil
  }

  /// Returns a failure at the last of the given steps.
  func failure(
    _ found: String, after plan: some Sequence<PlannedStep<State, Event>>, of walk: Walk
  ) -> WalkFailure {
    WalkFailure(walk: walk.prefix(0).appending(plan.map(\.step)), found: found)
  }

  /// Prepares a step, and returns the reason if it can't be taken.
  func arrange(
    _ planned: PlannedStep<State, Event>, _ machine: Machine, _ log: Log
  ) -> String? {
    guard machine.subject != nil else {
      return "the machine's subject no longer exists; make the machine with `owning:`"
    }
    do {
      try prepare(planned, machine)
    } catch {
      return "preparing for the step threw \(error)"
    }
    let state = place(of: machine)
    guard state == planned.step.source else {
      return
        "preparing for the step led to \(state), and the step is taken from \(planned.step.source)"
    }
    log.taken = []
    log.performed = []
    _ = machine.takePerformedBehaviors()
    return nil
  }

  /// Returns the difference between the diagram's step and the machine's, or `nil` if there is none.
  func difference(
    from planned: PlannedStep<State, Event>, _ outcome: Outcome, _ machine: Machine, _ log: Log
  ) -> String? {
    let rule = planned.step.rule
    let found =
      rule.effect.isRefusal
      ? difference(from: rule, outcome, machine)
      : difference(fromTaken: planned, outcome, machine, log)
    guard let found else { return nil }
    return found
      + (planned.step.guard.map { "; the step assumes [\($0)], which `prepare` can arrange" } ?? "")
  }

  private func place(of machine: Machine) -> String {
    machine.schema.configuration(of: machine.state).description
  }

  private func difference(
    fromTaken planned: PlannedStep<State, Event>, _ outcome: Outcome, _ machine: Machine, _ log: Log
  ) -> String? {
    let expected = planned.step.rule
    let isCompletion = expected.trigger == .completion
    guard let taken = log.taken.first, (taken.sender == .completion) == isCompletion else {
      return isCompletion
        ? "expected \(shown(expected)), which the machine did not take"
        : "expected \(shown(expected)), but the event was \(outcome.words)"
    }
    var found = expected
    found.source = machine.schema.configuration(of: taken.source).description
    found.target = machine.schema.configuration(of: taken.target).description
    found.effect =
      taken.outcome == .stayed ? .internal(action: taken.label) : .external(action: taken.label)
    guard found == expected else {
      return "expected \(shown(expected)), but the machine took \(shown(found))"
    }
    // A detour doesn't say which regions take part, so their entries, exits and tasks aren't compared.
    if !planned.isDetour || tree.graph.regions.isEmpty {
      let shown = tree.behaviors(
        along: planned.step.parts, in: machine.schema.configuration(of: taken.source))
      if let difference = difference(from: expected, shown, log.performed[0]) { return difference }
    }
    let state = place(of: machine)
    let rest = log.taken.dropFirst()
    // A completion that has moved the machine on is the next step, or comes after the walk's end.
    guard state == expected.target || rest.first?.sender == .completion else {
      let more = rest.map { "\($0.event)" }.joined(separator: ", ")
      return "\(shown(expected)) was taken, and then \(more), which it caused, led on to \(state)"
    }
    log.taken.removeFirst()
    log.performed.removeFirst()
    return nil
  }

  /// Returns a rule between the states of only those regions in which something happens.
  private func shown(_ rule: StateGraph.Rule) -> StateGraph.Rule {
    guard !tree.graph.regions.isEmpty, rule.source != rule.target,
      let before = tree.configuration(named: rule.source),
      let after = tree.configuration(named: rule.target)
    else { return rule }
    func changed(_ one: Configuration, _ other: Configuration) -> String {
      one.states.filter { !other.states.contains($0) }.joined(separator: Configuration.separator)
    }
    return rule.moved(from: changed(before, after), to: changed(after, before))
  }

  /// Returns the difference between the entries, exits and tasks that ran and the ones in the
  /// diagram, or `nil` if there is none.
  private func difference(
    from expected: StateGraph.Rule, _ behaviors: [StateGraph.PlacedBehavior],
    _ performed: [PerformedBehavior]
  ) -> String? {
    // Conditions aren't compared: they depend on payloads, which a walk doesn't contain.
    let shown = behaviors.map { StateGraph.StateBehavior($0.behavior.kind, $0.behavior.label) }
    let found = performed.map { StateGraph.StateBehavior(.init($0.kind), $0.name?.text) }
    // If the values of a state disagree, the diagram shows the behaviors of all of them.
    let isExact = !tree.graph.findings.contains {
      $0.kind == .behaviorsDisagree || $0.kind == .innerStateDecides
    }
    guard isExact ? found != shown : !found.allSatisfy(shown.contains) else { return nil }
    func list(_ behaviors: [StateGraph.StateBehavior]) -> String {
      behaviors.isEmpty ? "nothing" : behaviors.map(\.description).joined(separator: ", ")
    }
    return
      "\(self.shown(expected)) performs \(list(shown)) by the diagram, but \(list(found)) was performed"
  }

  private func difference(
    from expected: StateGraph.Rule, _ outcome: Outcome, _ machine: Machine
  ) -> String? {
    let state = place(of: machine)
    guard case .rejected(let rejection) = outcome, rejection.reason == expected.effect.reason,
      state == expected.source
    else {
      return "expected \(expected), but the event was \(outcome.words), and the state is \(state)"
    }
    return nil
  }

  /// The transitions that a machine has taken.
  final class Log {
    fileprivate var taken: [HandledEvent<State, Event>] = []
    /// The behaviors that each transition ran.
    fileprivate var performed: [[PerformedBehavior]] = []

    /// Records the transitions of a machine from now on.
    func watch(_ machine: Machine) -> ObserverToken {
      machine.observe { [unowned machine, self] handled in
        switch handled.outcome {
        case .moved, .stayed: break
        case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return
        }
        taken.append(handled)
        performed.append(machine.takePerformedBehaviors())
      }
    }
  }
}

extension Outcome {
  /// The outcome in words that can follow "the event was".
  fileprivate var words: String {
    switch self {
    case .moved, .stayed: "taken"
    case .ignored: "ignored"
    case .rejected(let rejection): "rejected (\(rejection.reason ?? "without a reason"))"
    case .queued: "queued"
    case .failed(let error): "taken back, because its action threw \(error)"
    case .subjectDeallocated: "lost, because the subject no longer exists"
    }
  }
}

/// A driver that takes new systems of any kind along walks, using closures.
struct SystemDriver<System> {
  let system: () throws -> System
  let send: (System, Walk.Step) throws -> Void
  let state: (System) throws -> String

  /// Drives a new system along a walk, and returns the first failure.
  func drive(_ walk: Walk) -> WalkFailure? {
    var index = 0
    do {
      let system = try system()
      if let found = SystemDriver.difference(from: walk.start, try state(system)) {
        return WalkFailure(walk: walk.prefix(0), found: found)
      }
      for step in walk.steps {
        index += 1
        if !step.isCompletion { try send(system, step) }
        // The system takes a completion together with this step, so the state is checked after both.
        if walk.steps.dropFirst(index).first?.isCompletion == true { continue }
        if let found = SystemDriver.difference(from: step.target, try state(system)) {
          return WalkFailure(walk: walk.prefix(index), found: found)
        }
      }
      return nil
    } catch {
      return WalkFailure(walk: walk.prefix(index), found: "the system threw \(error)")
    }
  }
}

/// A driver that takes new systems along walks, using asynchronous closures.
struct AsyncSystemDriver<System> {
  let system: nonisolated(nonsending) () async throws -> System
  let send: nonisolated(nonsending) (System, Walk.Step) async throws -> Void
  let state: nonisolated(nonsending) (System) async throws -> String

  /// Drives a new system along a walk, and returns the first failure.
  nonisolated(nonsending) func drive(_ walk: Walk) async -> WalkFailure? {
    var index = 0
    do {
      let system = try await system()
      if let found = SystemDriver<System>.difference(from: walk.start, try await state(system)) {
        return WalkFailure(walk: walk.prefix(0), found: found)
      }
      for step in walk.steps {
        index += 1
        if !step.isCompletion { try await send(system, step) }
        // The system takes a completion together with this step, so the state is checked after both.
        if walk.steps.dropFirst(index).first?.isCompletion == true { continue }
        if let found = SystemDriver<System>.difference(from: step.target, try await state(system)) {
          return WalkFailure(walk: walk.prefix(index), found: found)
        }
      }
      return nil
    } catch {
      return WalkFailure(walk: walk.prefix(index), found: "the system threw \(error)")
    }
  }
}

extension SystemDriver {
  /// Returns how a state differs from the expected one, or `nil` if it doesn't.
  fileprivate static func difference(from expected: String, _ state: String) -> String? {
    state == expected ? nil : "expected state \(expected), but the system is in \(state)"
  }
}
