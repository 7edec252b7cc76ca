import Schematic

/// An exploration of a hand-written machine, which takes steps from every value that it reaches.
///
/// A machine is made anew for each step, and handles the events that lead to the value again.
final class MachineExploration<
  Machine: ~Copyable, State, Event: Graphable
>: HandWrittenRules {
  typealias Value = MachineValue<Machine, State, Event>
  typealias Step = (_ machine: inout Machine, _ event: Event) throws -> String?

  private let source: MachineSource<Machine, State>
  private let options: MachineOptions<Machine, State>
  private let reason: (any Error) -> String?
  private let perform: Step
  private let surroundings: MachineSurroundings
  /// The contents of machines, without the words that differ each time, by all of their words.
  private var contents: [String: String] = [:]
  /// The fields of machines, by the identities of their facts.
  private var knownFields: [AnyHashable: [PayloadField]] = [:]
  /// What keeps the machine from being drawn; the exploration then tries nothing more.
  private var obstacles: [GraphFinding]
  /// The identities of the values whose way was taken again, to see whether it leads to the same.
  private var replayed: Set<AnyHashable> = []
  private init(
    _ source: MachineSource<Machine, State>, _ options: MachineOptions<Machine, State>,
    _ reason: @escaping (any Error) -> String?, _ perform: @escaping Step,
    in surroundings: MachineSurroundings
  ) {
    self.surroundings = surroundings
    self.source = source
    self.options = options
    self.reason = options.reason ?? reason
    self.perform = perform
    obstacles = source.obstacle.map { [$0] } ?? []
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
      MachineExploration(
        source, options, reason, $0, in: MachineSurroundings(work, for: events)
      ).graph(trying: events)
    }
  }

  private func graph(trying events: [Event]) -> StateGraph {
    let first = start(source.make)
    if obstacles.isEmpty { compare(first, start(source.make).facts, after: nil) }
    var graph = StateGraph(
      exploring: ExploredRules<Value, Event>(
        events: events.map(ExploredEvent.init), bounds: options.bounds, handWritten: self,
        merging: merging,
        boundAdvice: "try fewer arguments", isFinal: { [options] in options.isFinal($0.state) }
      ) { value, event, trial in
        guard let event else { return [] }
        return ScriptedGuards.evaluations(bound: self.options.bounds.guards, trial: trial) {
          trial.isAttempt
            ? self.attempt(event, of: value, answering: $0)
            : self.step(from: value, event, answering: $0)
        }
      }, from: first)
    graph.findings.insert(contentsOf: unknownProperties(in: first), at: 0)
    graph.findings += surroundings.unanswered.sorted().map(GraphFinding.unansweredCall)
    graph.findings += surroundings.endless.map(GraphFinding.endlessWork)
    guard !obstacles.isEmpty else { return graph }
    return StateGraph(
      states: graph.states, composites: graph.composites, rules: [],
      initialState: graph.initialState, findings: obstacles)
  }

  /// Compares a machine with another one after the same events, and records what they differ in.
  ///
  /// - Parameters:
  ///   - value: The machine.
  ///   - other: The facts about the other one.
  ///   - state: The identifier of the state, or `nil` if the machines have just been made.
  private func compare(_ value: Value, _ other: MachineFacts, after state: String?) {
    guard value.facts.identity != other.identity else { return }
    var paths: [String] = []
    // Each look at the whole machine makes it again.
    if let one = value.whole, let other = value.whole {
      paths = ValueTree(one, ignoring: options.ignored)
        .differences(from: ValueTree(other, ignoring: options.ignored))
    }
    if paths.isEmpty {
      // Chance may have made two equal ones, and only conditions tell of a machine that can't be inspected.
      paths = value.facts.fields().filter { !other.fields().contains($0) }.map(\.name).uniqued()
    }
    obstacles =
      paths.isEmpty
      ? [.replayDiffers(state: value.graphIdentifier, "another value of it")]
      : paths.map { .varyingProperty($0, after: state) }
  }

  /// Returns a finding for each property to ignore that no machine had.
  private func unknownProperties(in first: Value) -> [GraphFinding] {
    let missing = options.ignored.missing
    guard !missing.isEmpty, let whole = first.whole else { return [] }
    let known = ValueTree(whole).labels
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
    from value: Value, _ event: Event, answering answers: ScriptedGuards
  ) -> RuleEvaluation<Value>? {
    guard obstacles.isEmpty else { return nil }
    var machine = value.machine()
    let state = value.graphIdentifier
    let reached = named(source.state(machine)).graphIdentifier
    if reached != state {
      // Chance may decide later than in the first replay, so each one is looked at.
      obstacles = [.replayDiffers(state: state, reached)]
    } else if replayed.insert(value.facts.identity).inserted {
      // A full comparison takes long.
      compare(value, facts(about: machine), after: state)
    }
    guard obstacles.isEmpty else {
      Kept.forever(machine)
      return nil
    }
    let ending = MachineStepEnding(reason: reason) {
      try take(event, of: &machine, answering: answers)
    }
    let taken = TakenStep(event: event, answers: answers.asked.map(\.holds))
    let target = self.value(of: machine, madeBy: value.make, after: value.way + [taken])
    // What ends with an object, such as a check that a promise was kept, is no part of a step.
    Kept.forever(machine)
    let isSame = state == target.graphIdentifier
    let (kind, action, reason) = ending.meaning(
      inSameState: isSame,
      isUnchanged: isSame && value.facts.identity == target.facts.identity
        && !value.waiting.leavesOther(event, to: target.waiting),
      after: surroundings.calls, andEnds: surroundings.ends)
    // What the picture leaves out may have changed all the same.
    let isTaken =
      kind == .internal || kind == .external
      || leavesOut && value.waiting.identity == target.waiting.identity
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
    after way: [TakenStep<Event>]
  ) -> Value {
    let again = { [self] in
      var machine = surroundings.made(make)
      // A step that throws is part of the way, because its changes remain.
      for step in way {
        let answers = ScriptedGuards(script: step.answers, bound: 0, record: nil)
        _ = try? take(step.event, of: &machine, answering: answers)
      }
      return machine
    }
    var facts = facts(about: machine)
    // An object may change afterwards, so its fields are read at once. Reading them is slow.
    let fields = knownFields[facts.identity] ?? facts.fields()
    knownFields[facts.identity] = fields
    facts.fields = { fields }
    let state = source.state(machine)
    return Value(
      state: state, named: named(state), facts: facts, make: make, way: way,
      content: leavesOut ? source.inspect.map { content(of: $0(machine)) } : nil,
      waiting: surroundings.waiting, machine: again,
      inspected: { [source] in
        guard let inspect = source.inspect else { return nil }
        let machine = again()
        let inspected = inspect(machine)
        Kept.forever(machine)
        return inspected
      })
  }

  /// A Boolean value that indicates whether the picture knows less than everything of a machine.
  private var leavesOut: Bool {
    source.inspect == nil || !options.ignored.isEmpty || !options.conditions.isEmpty
  }

  private func content(of whole: Any) -> String {
    ValueTree(whole, ignoring: options.ignored.objects).content
  }

  var cases: [NodeDescription] {
    let declared = (State.self as? any Graphable.Type)?.graphCases as? [State] ?? []
    return declared.map {
      NodeDescription(of: named($0)).final(options.isFinal($0), isComplete: false)
    }
  }

  var otherStarts: [Value] { source.otherMakes.map { start($0) } }

  func isPossible(_ event: Event, for value: Value) -> Bool { value.waiting.allows(event) }

  func cost(of value: Value) -> Int { 1 + value.way.count }

  /// What tells machines apart that the picture takes for one, or `nil` if it knows everything of them.
  private var merging: Merging<Value>? {
    guard leavesOut else { return nil }
    return Merging(
      content: { value in
        guard let text = value.content else { return nil }
        if let known = self.contents[text] { return known }
        // What differs between two machines after the same events decides nothing.
        let other = value.whole.map { self.content(of: $0) } ?? text
        self.contents[text] = text.masked(by: other)
        return self.contents[text]
      },
      differences: { one, other in
        let paths = { (one: Value, other: Value) -> [String] in
          guard let one = one.whole, let other = other.whole else { return [] }
          return ValueTree(one, ignoring: self.options.ignored.objects)
            .differences(from: ValueTree(other, ignoring: self.options.ignored.objects))
        }
        let varying = paths(one, one) + paths(other, other)
        let all = paths(one, other)
        let lasting = all.filter { !varying.contains($0) }
        return lasting.isEmpty ? all : lasting
      },
      way: { $0.way.map { StepCaller(event: $0.event).text } },
      advice: source.inspect != nil && options.conditions.isEmpty
        ? "take it out of `ignoring`, or let the state carry what decides"
        : "add a condition that reads what decides")
  }

  /// Returns a state as diagrams name it: by its own names, or else as reflection reads it.
  private func named(_ state: State) -> any Graphable {
    state as? any Graphable ?? ReflectedState(state)
  }

  private func facts(about machine: borrowing Machine) -> MachineFacts {
    source.facts(
      machine, named(source.state(machine)), options.conditions.fields(of: machine),
      options.ignored)
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
  /// error in place of an action, behind the calls of services that the step made, and before those of earlier steps
  /// that ended in this one.
  package func meaning(
    inSameState isSame: Bool, isUnchanged: Bool, after calls: [String] = [],
    andEnds ends: [String] = []
  ) -> (kind: TransitionKind, action: String?, reason: String?) {
    switch self {
    case .threw(let reason, _) where isUnchanged && calls.isEmpty && ends.isEmpty:
      (.rejected, nil, reason)
    case .returned(nil) where isUnchanged: (.ignored, nil, nil)
    case .threw(let reason, let name):
      (
        isSame ? .internal : .external,
        (calls.joiningRepetitions() + ["throws: \(reason ?? name)"]
          + ends.sorted().joiningRepetitions()).joined(separator: ", "), nil
      )
    case .returned(let action): (isSame ? .internal : .external, action, nil)
    }
  }
}
