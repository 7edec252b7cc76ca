/// What makes a machine move, and what it does on the way: a transition without its states.
struct Stimulus: Hashable {
  let event: String
  let `guard`: String?
  let action: String?
  let isInternal: Bool

  init(_ transition: StateGraph.Transition) {
    event = transition.event
    `guard` = transition.guard
    action = transition.action
    isInternal = transition.isInternal
  }

  /// Returns the transition that it makes between two states.
  func transition(from source: String, to target: String) -> StateGraph.Transition {
    StateGraph.Transition(
      source: source, target: target, event: event, guard: `guard`, action: action,
      isInternal: isInternal)
  }
}
