/// What a set of walks is to reach: see ``StateGraph/walks(taking:resetCost:)``.
public enum WalkGoal: Hashable, Sendable, CaseIterable {
  /// Every state.
  case everyState
  /// Every transition.
  case everyTransition
  /// Every transition, and every event that is to be rejected.
  case everyTransitionAndRejection
  /// Every pair of transitions that can follow each other.
  case everyPairOfTransitions
}
