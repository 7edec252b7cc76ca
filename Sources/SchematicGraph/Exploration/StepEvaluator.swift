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

  /// Tries steps for values of a queue.
  mutating func attempt<State, Event>(
    _ steps: [ExploredStep<Event>], in queue: [(value: State, identifier: String)],
    of rules: ExploredRules<State, Event>
  ) {
    guard trials.areMade else { return }
    // Each trial leads to at least one evaluation, so trials beyond the bound would be wasted.
    let steps = steps.prefix(max(0, rules.bounds.evaluations - count))
    let known = Dictionary(uniqueKeysWithValues: steps.map { ($0.key, $0) })
    trials.attempt(steps.map(\.key)) { key, trial in
      guard let step = known[key] else { return }
      for evaluation in rules.evaluate(queue[step.course.current].value, step.event, trial) {
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
    let again = rules.evaluate(state.value, step.event, trial)
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
  /// The number of the step among those that can happen to a value.
  let number: Int
  /// The position of the value, and of the one that its state had when a timeout began.
  let course: TimeoutCourse
  /// The timeout that sends the event, or `nil` if no timeout does.
  var timeout: ExploredTimeout<Event>?

  /// What tells the step from all others.
  var key: [Int] { [course.entered, number, course.current] }
}

extension ExploredRules {
  /// Returns everything that can happen to the value at a position: events, then timeouts, then the completion.
  func steps(
    _ value: State, at position: Int, _ timeouts: [ExploredTimeout<Event>]
  ) -> [ExploredStep<Event>] {
    let course = TimeoutCourse(entered: position, current: position)
    let completion = ExploredStep<Event>(
      event: nil, trigger: .completion, number: events.count + timeouts.count, course: course)
    return eventSteps(value, on: course) + timeoutSteps(timeouts, on: course)
      + (hasCompletions ? [completion] : [])
  }

  /// Returns the events that can happen to a value.
  func eventSteps(_ value: State, on course: TimeoutCourse) -> [ExploredStep<Event>] {
    events.enumerated().compactMap { number, event in
      isPossible(event.event, value)
        ? ExploredStep(event: event.event, trigger: event.trigger, number: number, course: course)
        : nil
    }
  }

  func timeoutSteps(
    _ timeouts: [ExploredTimeout<Event>], on course: TimeoutCourse
  ) -> [ExploredStep<Event>] {
    timeouts.enumerated().map { number, timeout in
      ExploredStep(
        event: timeout.event, trigger: timeout.trigger, number: events.count + number,
        course: course, timeout: timeout)
    }
  }
}
