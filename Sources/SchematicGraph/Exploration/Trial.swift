import Schematic

/// What the rules answered once, under one set of guard answers.
struct Trial<State> {
  /// The guards that were asked for, in that order.
  var asked: [GuardAnswer] = []
  let kind: TransitionKind
  var target: State?
  var action: String?
  var reason: String?
}
