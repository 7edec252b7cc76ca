import Schematic

/// The rules that an exploration evaluates, made from a schema, a step function or a machine.
struct ExploredRules<State: Graphable, Event: Graphable> {
  typealias Evaluate = (
    State, Event, _ trial: GuardTrial, _ findings: inout [GraphFinding]
  ) -> [RuleEvaluation<State>]

  /// The events to try in every state.
  let events: [Event]
  /// The findings that are known already.
  var findings: [GraphFinding] = []
  /// The states to show even if nothing leads to them.
  var unexplored: [NodeDescription] = []
  /// A Boolean value that indicates whether it is noteworthy that no declared case stands for a state.
  var reportsUndeclaredStates = true
  /// The remedy if one state has too many values.
  var boundAdvice = "round what the state carries, or raise the bound"
  /// Returns whether a machine is finished in a state.
  var isFinal: (State) -> Bool
  /// The answers about states; `nil` if there are none to ask for.
  var answers: ExploredAnswers<State, Event>?
  /// Evaluates the rules for a state and an event.
  let evaluate: Evaluate
}

extension ExploredRules {
  /// Creates the rules of a schema, of which some guards on one path are tried both ways.
  init<Subject>(of schema: StateMachineSchema<State, Event, Subject>, guardBound: Int) {
    (events, findings) = GraphFinding.declaredEvents(Event.self)
    if Subject.self != Void.self {
      boundAdvice = "keep counters in the subject, or round what the state carries"
    }
    isFinal = schema.isFinal
    answers = schema.hasStateAnswers ? ExploredAnswers(of: schema) : nil
    evaluate = { state, event, trial, _ in
      schema.evaluations(of: event, in: state, guardBound: guardBound, trial: trial)
    }
  }
}

/// The answers of a schema for states.
struct ExploredAnswers<State, Event> {
  /// The names of the regions that the schema has answers for.
  let parts: [String]
  /// Returns the paths of those regions, each `nil` if the state doesn't have that region.
  let paths: (State) -> [[String]?]
  let behaviors: (State) -> [OwnedBehavior]
  /// Returns the description of the regions that a transition enters again because it names them,
  /// or `nil` if naming them makes no difference.
  func reentry(by evaluation: RuleEvaluation<State>, from source: State) -> String? {
    guard evaluation.kind == .external, let named = evaluation.reentered,
      let target = evaluation.target
    else { return nil }
    let (before, after) = (paths(source), paths(target))
    let changed = Set(parts.indices.filter { before[$0] != after[$0] })
    let plain = changed.isEmpty ? Set(parts.indices) : changed
    guard changed.union(named) != plain else { return nil }
    let more = named.filter { !changed.contains($0) }.map { parts[$0] }
    return "re-enters \(more.isEmpty ? "no part" : more.joined(separator: " and "))"
  }

  /// Returns the timeouts.
  ///
  /// Each has the position of its region, or `nil` for the whole state, and its level, or `nil` for
  /// the innermost state.
  let timeouts: (State) -> [(part: Int?, level: Int?, timeout: StateTimeout<Event>)]

  init<Subject>(of schema: StateMachineSchema<State, Event, Subject>) {
    parts = schema.regionNames
    paths = schema.regionPaths
    behaviors = schema.behaviors
    timeouts = { state in
      schema.timeouts(in: state).map { owner, timeout in
        (owner.region, owner.level == 0 ? nil : owner.level, timeout)
      }
    }
  }
}
