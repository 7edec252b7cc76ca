import Schematic

/// The rules that an exploration evaluates, made from a schema, a step function or a machine.
struct ExploredRules<State: Graphable, Event: Graphable> {
  typealias Evaluate = (
    State, Event, _ trial: TrialPath, _ findings: inout [GraphFinding]
  ) -> [RuleEvaluation<State>]
  typealias EvaluateCompletion = (State, _ trial: TrialPath) -> [RuleEvaluation<State>]

  /// The events to try in every state.
  let events: [Event]
  /// The findings that are known already.
  var findings: [GraphFinding] = []
  /// The states to show even if nothing leads to them.
  var unexplored: [NodeDescription] = []
  /// A Boolean value that indicates whether it is noteworthy that no declared case stands for a state.
  var reportsUndeclaredStates = true
  /// A Boolean value that indicates whether an ignored event is one that has changed nothing, because
  /// the rules are a machine's own methods.
  var treatsIgnoredAsUnchanged = false
  /// The remedy if one state has too many values.
  var boundAdvice = "round what the state carries, or raise the bound"
  /// Returns whether a machine is finished in a state.
  var isFinal: (State) -> Bool
  /// Returns whether the state completes the composite state around it.
  var isComplete: (State) -> Bool = { _ in false }
  /// Evaluates the completion of a state; `nil` if there are no completions.
  var evaluateCompletion: EvaluateCompletion?
  /// The identifier of the region that the rules are those of; `nil` for the machine around all regions.
  var region: String?
  /// The states that consist of regions; `nil` if there are none.
  var places: RegionPlaces<State>?
  /// The answers about states; `nil` if there are none to ask for.
  var answers: ExploredAnswers<State, Event>?
  /// The line that creates the rules, if a schema knows it.
  var sourceLine: SourceLine?
  /// Evaluates the rules for a state and an event.
  let evaluate: Evaluate
}

extension ExploredRules {
  /// Creates the rules of a schema, of which some guards on one path are tried both ways.
  init<Subject>(
    of schema: StateMachineSchema<State, Event, Subject>, guardBound: Int, in region: String? = nil
  ) {
    self.region = region
    (events, findings) = GraphFinding.declaredEvents(Event.self)
    if Subject.self != Void.self {
      boundAdvice = "keep counters in the subject, or round what the state carries"
    }
    isFinal = schema.isFinal
    answers = schema.hasStateAnswers ? ExploredAnswers(of: schema, isRegion: region != nil) : nil
    sourceLine = schema.sourceLine
    if schema.hasCompletions {
      isComplete = schema.isComplete
      evaluateCompletion = { state, trial in
        schema.evaluations(of: nil, in: state, guardBound: guardBound, trial: trial)
      }
    }
    evaluate = { state, event, trial, _ in
      schema.evaluations(of: event, in: state, guardBound: guardBound, trial: trial)
    }
  }
}

extension ExploredRules {
  /// Evaluates the rules for a state and an event, or for its completion for `nil`.
  func evaluations(
    of event: Event?, in state: State, _ trial: TrialPath, _ findings: inout [GraphFinding]
  ) -> [RuleEvaluation<State>] {
    guard let event else { return evaluateCompletion?(state, trial) ?? [] }
    return evaluate(state, event, trial, &findings)
  }
}

/// The answers of a schema for states.
struct ExploredAnswers<State: Graphable, Event> {
  let behaviors: (State) -> [OwnedBehavior]
  /// Returns what the schema answers although it never happens, because a state is final.
  let idle: (State) -> [OwnedBehavior]
  /// The levels that the schema has answers for, with 0 for the innermost states.
  let levels: Set<Int>
  /// Returns the timeouts in the order of diagrams.
  let timeouts: (State) -> [ExploredTimeout<Event>]

  init<Subject>(of schema: StateMachineSchema<State, Event, Subject>, isRegion: Bool) {
    behaviors = { schema.behaviors(in: $0, ofRegion: isRegion) }
    idle = { schema.idleBehaviors(in: $0, ofRegion: isRegion) }
    levels = schema.answeredLevels
    timeouts = { state in
      let (timeouts, notes) = SourceRecord.recording { schema.timeouts(in: state) }
      let lines = notes.lines(of: .timeout, count: timeouts.count)
      let depth = state.casePath.count
      let all = zip(timeouts, lines).map { timeout, line in
        let (owner, timeout) = timeout
        let isOuter = 1..<max(depth, 1) ~= owner.level
        return ExploredTimeout(
          level: isOuter ? owner.level : nil, delay: timeout.delay, event: timeout.event,
          line: line)
      }
      // Machines begin the timeouts of outer states first.
      return all.stablySorted { $0.level ?? .max }.sorted(byDelay: \.delay)
    }
  }
}

/// A timeout of a state.
struct ExploredTimeout<Event> {
  /// The level of the composite state that it belongs to, or `nil` for the innermost state.
  let level: Int?
  let delay: StateGraph.Delay
  /// The event that it sends.
  let event: Event
  /// The line of code that creates it, if that is known.
  let line: SourceLine?
}
