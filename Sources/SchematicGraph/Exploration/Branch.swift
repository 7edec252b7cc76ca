import Schematic

/// One thing that an event may do in a state, as a diagram shows it.
struct Branch: Hashable {
  let kind: TransitionKind
  /// The identifier of the state afterwards.
  let target: String
  let action: String?
  let reason: String?
  /// The answers of guards under which it happens.
  var guards: [GuardAnswer] = []

  init(_ trial: Trial<some Any>, target: String) {
    kind = trial.kind
    self.target = target
    action = trial.action
    reason = trial.reason
  }
}
