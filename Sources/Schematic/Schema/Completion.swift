/// A completion: an embedded machine reaches a final state, which completes the state around the
/// machine (OMG UML 2.5.1, §14.2.3.8.3).
struct Completion<State, Subject>: Sendable {
  typealias Answer = @Sendable (State, Guard<Subject>) -> Transition<State, Subject>

  /// Returns whether the embedded machine is in a final state.
  let isComplete: @Sendable (State) -> Bool
  /// The position of the region around the embedded machine, or `nil` if there is none.
  var region: Int?
  /// The answer of the outer schema to the completion, or `nil` if it gives none.
  let answer: Answer?
}

/// A transition that may cause completions, and what decides about them.
struct CausingStep<State, Event, Subject> {
  let event: Event
  let source: State
  let outcome: Outcome
  let joint: JointTransition<State, Subject>?

  init(
    event: Event, source: State, _ isInternal: Bool, _ joint: JointTransition<State, Subject>?
  ) {
    (self.event, self.source, self.joint) = (event, source, joint)
    outcome = isInternal ? .stayed : .moved
  }
}
