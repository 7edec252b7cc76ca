import Schematic

/// One thing that an event may do in a state: the answer of the rules under one set of guards.
struct Branch<State> {
  let kind: TransitionKind
  let target: State?
  /// The condition in words, such as `paid and not late`; `nil` without guards.
  let `guard`: String?
  let action: String?
  let reason: String?
}
