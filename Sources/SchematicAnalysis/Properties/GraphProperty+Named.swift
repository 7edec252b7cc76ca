import SchematicGraph

extension MachineProperty {
  /// Holds if a machine can leave every state that it reaches, except final ones.
  ///
  /// ```swift
  /// try Link.schema.check(.everyStateCanBeLeft)
  /// ```
  ///
  /// Each region counts: if one of them is stuck, the property doesn't hold, whatever the others do. The
  /// counterexample ends in a state that can't be left. A machine or region with one state need not leave it.
  public static var everyStateCanBeLeft: Self { .never(Self(.stuck)) }

  /// Holds if, once a request has held, its answer can still be reached until the answer holds.
  ///
  /// ```swift
  /// .every(.taking("request"), isAnsweredBy: .taking("reply", "fail"))
  /// ```
  ///
  /// From every place that a run gets to between a request and its answer, some way leads to the answer.
  /// But other events may delay the answer any number of times.
  /// ``unavoidable(_:from:)-(MachineProperty<State,Event>,_)`` is stricter: it doesn't hold if a machine can
  /// go on receiving other events for ever.
  ///
  /// - Parameters:
  ///   - request: The property that calls for an answer.
  ///   - answer: The property that is the answer. It may hold at the same position as the request.
  /// - Returns: AG(request → ¬E[¬answer U ¬EF answer]).
  public static func every(_ request: Self, isAnsweredBy answer: Self) -> Self {
    .always(.implies(request, !.reachable(!.reachable(answer), while: !answer)))
  }

  /// Holds if no task runs while the machine, or one of its regions, is in a final state.
  ///
  /// ```swift
  /// try Link.schema.check(.noFinalStateWhileATaskRuns)
  /// ```
  ///
  /// A task of a state around a final one is canceled when the machine is finished. A task of another
  /// region goes on while the finished region no longer receives the task's events.
  public static var noFinalStateWhileATaskRuns: Self { .never(Self(.and(.ended, .busy))) }

  /// Holds while a task of a state runs, in any region.
  ///
  /// ```swift
  /// .every(.runningTask, isAnsweredBy: !.runningTask)  // every task can end
  /// ```
  public static var runningTask: Self { Self(.busy) }
}

extension StateGraph {
  /// The properties to check for any machine, whatever its states and events mean.
  ///
  /// A property that holds is worth a test; one that doesn't is worth a thought.
  package var suggestedProperties: [GraphProperty] {
    let outermost = machines.filter { $0.region?.parent == nil }.map(\.graph)
    let homes = outermost.map { machine -> GraphProperty in
      let finals = machine.states.filter(\.isFinal).map(\.identifier)
      if finals.isEmpty { return .state(machine.initialState) }
      return regions.isEmpty ? .final : GraphProperty(.states(Set(finals)))
    }
    var properties = [.everyStateCanBeLeft] + homes.map { GraphProperty.always(.reachable($0)) }
    guard placedBehaviors.contains(where: { $0.behavior.kind == .task }) else { return properties }
    properties.append(.every(.runningTask, isAnsweredBy: !.runningTask))
    if states.contains(where: \.isFinal) { properties.append(.noFinalStateWhileATaskRuns) }
    return properties
  }
}
