/// The answer to an event, either cached or just given by the rules.
@frozen @usableFromInline
enum Decision<State, Event, Subject> {
  case rule(UnsafePointer<CachedRule<State, Event, Subject>>)
  case answer(Transition<State, Subject>.Form)
}

extension Decision {
  /// The answers of the regions, or `nil` if no region takes the event.
  @inlinable var joint: JointTransition<State, Subject>? {
    if case .answer(let form) = self { form.joint } else { nil }
  }
}
