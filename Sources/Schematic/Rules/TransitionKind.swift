/// What an event does to a state.
///
/// The four answers that the logic of a ``StateMachineSchema`` can give. External and internal are
/// UML's words (OMG UML 2.5.1, §14.2.3.8.1 *Transition kinds relative to source*).
public enum TransitionKind: Hashable, Sendable {
  /// The state is left and a state is entered, which may be the same one.
  case external
  /// Something may be performed, but no state is left and none is entered.
  case `internal`
  /// The event means nothing in the state.
  case ignored
  /// The event is a mistake in the state.
  case rejected
}
