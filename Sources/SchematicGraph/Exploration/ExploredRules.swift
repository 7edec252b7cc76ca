import Schematic

/// The rules that an exploration evaluates, made from a schema, a step function or a machine.
struct ExploredRules<State: Graphable, Event: Graphable> {
  typealias Evaluate = (
    State, _ event: Event?, _ trial: TrialPath
  ) -> [RuleEvaluation<State>]

  /// The events to try in every state.
  let events: [ExploredEvent<Event>]
  let bounds: ExplorationBounds
  /// The findings that are known before the exploration.
  var findings: [GraphFinding] = []
  /// What is asked about a hand-written machine; `nil` for a schema.
  var handWritten: (any HandWrittenRules<State, Event>)?
  /// What tells machines apart that the picture takes for one; `nil` if there is nothing.
  var merging: Merging<State>?
  /// The advice of the finding about a state with too many values.
  var boundAdvice = "round what the state carries"
  /// Returns whether a machine is finished in a state.
  var isFinal: (State) -> Bool
  /// Returns whether the state completes the composite state around it; `nil` if states have no completions.
  var isComplete: ((State) -> Bool)?
  /// The identifier of the region to which the rules belong, or `nil` for the machine around all
  /// regions.
  var region: String?
  /// The states that consist of regions, or `nil` if there are none.
  var places: RegionPlaces<State>?
  /// The schema's answers for states, or `nil` if there are none.
  var answers: ExploredAnswers<State, Event>?
  /// Evaluates the rules for a state and an event, or for the state's completion if the event is `nil`.
  let evaluate: Evaluate
}

extension ExploredRules {
  /// A Boolean value that indicates whether nothing tells an ignored event from one that changes nothing.
  var isHandWritten: Bool { handWritten != nil }

  /// Returns the node of a value in the region of these rules.
  func node(of value: State) -> NodeDescription { NodeDescription(of: value, in: region) }

  /// Returns the node of a value with its marks: whether a machine is finished there, and whether it is complete.
  func marked(_ node: NodeDescription, of value: State) -> NodeDescription {
    node.final(isFinal(value), isComplete: isComplete?(value) ?? false)
  }

  /// Creates the rules of a schema.
  init<Subject>(
    of schema: StateMachineSchema<State, Event, Subject>, _ bounds: ExplorationBounds,
    in region: String? = nil
  ) {
    (self.region, self.bounds) = (region, bounds)
    let (declared, omissions) = SamplingContext.recordingOmissions { Event.graphCases }
    events = declared.map(ExploredEvent.init)
    findings = omissions.uniqued().map { .sampleBound($0, event: $0.identifier) }
    if Subject.self != Void.self {
      boundAdvice = "keep counters in the subject, round what the state carries"
    }
    isFinal = schema.isFinal
    answers = schema.hasStateAnswers ? ExploredAnswers(of: schema, isRegion: region != nil) : nil
    if schema.hasCompletions { isComplete = schema.isComplete }
    evaluate = { state, event, trial in
      schema.evaluations(of: event, in: state, guardBound: bounds.guards, trial: trial)
    }
  }
}

/// What an exploration asks about a hand-written machine, and never about a schema.
protocol HandWrittenRules<Value, Event> {
  associatedtype Value
  associatedtype Event
  /// The declared states, which are shown even if nothing leads to them.
  var cases: [NodeDescription] { get }
  /// The other values of the initial state in which a machine may start.
  var otherStarts: [Value] { get }
  /// Returns whether an event can happen to a machine; if it can't, that says nothing about its rules.
  func isPossible(_ event: Event, for value: Value) -> Bool
  /// Returns the number of evaluations that one of a value counts as, because it takes as long as they do.
  func cost(of value: Value) -> Int
}

/// An event to try, with its label, which is often found by reflection and therefore only once.
struct ExploredEvent<Event: Graphable> {
  let event: Event
  let trigger: StateGraph.Trigger
  /// The text of the trigger.
  let label: String

  init(_ event: Event) {
    self.event = event
    trigger = .event(event.diagramLabel)
    label = "\(trigger)"
  }
}

/// The answers of a schema for states: their behaviors and timeouts.
struct ExploredAnswers<State: Graphable, Event> {
  let behaviors: (State) -> [OwnedBehavior]
  /// Returns the behaviors of a state that never run because the state is final.
  let idle: (State) -> [OwnedBehavior]
  /// The levels for which the schema has answers; 0 is the level of the innermost states.
  let levels: Set<Int>
  /// Returns the timeouts of a state, in the order in which diagrams show them.
  let timeouts: (State) -> [ExploredTimeout<Event>]

  init<Subject>(of schema: StateMachineSchema<State, Event, Subject>, isRegion: Bool) {
    behaviors = { schema.behaviors(in: $0, ofRegion: isRegion) }
    idle = { schema.idleBehaviors(in: $0, ofRegion: isRegion) }
    levels = schema.answeredLevels
    timeouts = { state in
      let (timeouts, notes) = SourceRecord.recording { schema.timeouts(in: state) }
      let lines = notes.lines(of: .timeout, count: timeouts.count)
      let path = state.casePath
      let all = zip(timeouts, lines).map { timeout, line in
        let (owner, timeout) = timeout
        let isOuter = 1..<max(path.count, 1) ~= owner.level
        return ExploredTimeout(
          composite: isOuter ? Array(path.prefix(owner.level)) : nil, delay: timeout.delay,
          event: timeout.event, line: line)
      }
      // Machines begin the timeouts of outer states first; timeouts with the same delay stay in
      // this order.
      return all.stablySorted { $0.level ?? .max }.sorted(byDelay: \.delay).numbered()
    }
  }
}
