/// The trials and evaluations of steps, and how many there were.
struct StepEvaluator {
  var trials: TrialSession
  /// The number of evaluations of the rules, at least one for each step that was evaluated.
  var count = 0
  /// The number of evaluations that were only made to compare them with earlier ones.
  private var comparedCount = 0
  /// A Boolean value that indicates whether the bound on evaluations was reached.
  private(set) var isCut = false
  /// The properties about which there is a finding, because they differ in each run.
  private var varying: Set<String> = []

  init(_ runner: TrialRunner?) { trials = TrialSession(runner) }

  /// Returns whether another evaluation is within the bound, and records a finding the first time that it isn't.
  mutating func mayEvaluate(
    _ bounds: ExplorationBounds, _ findings: inout [GraphFinding]
  ) -> Bool {
    guard count + comparedCount >= bounds.evaluations else { return true }
    if !isCut { findings.append(.evaluationBound(bounds.evaluations, nil, isOfMachine: false)) }
    isCut = true
    return false
  }

  /// Removes and returns how the trial of a step ended, and the traps that it found.
  ///
  /// Without a runner, each step has returned, and no trap is known.
  mutating func end(of key: [Int]) -> (end: TrialRunner.Trial, trial: TrialPath) {
    trials.end(of: key)
  }

  /// Tries steps, each identified by a key.
  ///
  /// A step is an event in a state, or the state's completion if the event is `nil`.
  mutating func attempt<State, Event>(
    _ keys: [[Int]], of rules: ExploredRules<State, Event>,
    _ step: ([Int]) -> (state: State, event: Event?)
  ) {
    // Each trial leads to at least one evaluation, so trials beyond the bound would be wasted.
    trials.attempt(Array(keys.prefix(max(0, rules.bounds.evaluations - count)))) { key, trial in
      let (state, event) = step(key)
      var findings: [GraphFinding] = []
      for evaluation in rules.evaluations(of: event, in: state, trial, &findings) {
        _ = evaluation.target?.graphIdentifier
      }
    }
  }

  /// Evaluates a step that has led to a new value once more, and records a finding if it leads to another state this
  /// time, and for each property that has another value.
  mutating func compareAgain<State, Event>(
    _ evaluations: [RuleEvaluation<State>], of step: ExploredStep<Event>,
    in state: (value: State, identifier: String), _ trial: TrialPath,
    isKnown: (_ value: State, _ index: Int) -> Bool, by rules: ExploredRules<State, Event>,
    _ findings: inout [GraphFinding]
  ) {
    // Hand-written machines are made anew all the time, so they are compared then.
    guard !rules.treatsIgnoredAsUnchanged, count + comparedCount + 1 < rules.bounds.evaluations
    else { return }
    comparedCount += 1
    let again = rules.evaluations(of: step.event, in: state.value, trial, &findings)
    for (index, (one, other)) in zip(evaluations, again).enumerated() {
      // A value that was found before is no other one this time.
      guard let one = one.target, let other = other.target, !isKnown(other, index) else { continue }
      let identity = ValueTree(one).identity
      // A value that differs from itself, such as one with a NaN, differs from any other, too.
      guard identity != ValueTree(other).identity, identity == ValueTree(one).identity
      else { continue }
      let states = [one.graphIdentifier, other.graphIdentifier]
      guard states[0] == states[1] else {
        let finding = GraphFinding.chanceDecides(
          "\(step.trigger)", in: state.identifier, between: states)
        if !findings.contains(finding) { findings.append(finding) }
        continue
      }
      for path in ValueTree(one).differences(from: ValueTree(other))
      where varying.insert(path).inserted {
        findings.append(.varyingProperty(path, in: state.identifier, on: "\(step.trigger)"))
      }
    }
  }
}

/// A step of an exploration: an event, a timeout or a completion, for a value of a state.
struct ExploredStep<Event: Graphable> {
  /// The event, or `nil` for a completion.
  let event: Event?
  /// The trigger of the step's rules in the graph.
  let trigger: StateGraph.Trigger
  /// The position of the value, and of the one that its state had when a timeout began.
  let course: TimeoutCourse
  /// The timeout that sends the event, or `nil` if no timeout does.
  let timeout: ShownTimeout<Event>?

  /// Creates the step of an event or, if there is none, of a completion.
  init(_ event: Event?, _ trigger: StateGraph.Trigger, in position: Int) {
    (self.event, self.trigger, timeout) = (event, trigger, nil)
    course = TimeoutCourse(entered: position, current: position)
  }

  /// Creates the step of a timeout.
  init(_ timeout: ShownTimeout<Event>, on course: TimeoutCourse) {
    (event, trigger, self.timeout) = (timeout.event, timeout.trigger, timeout)
    self.course = course
  }
}
