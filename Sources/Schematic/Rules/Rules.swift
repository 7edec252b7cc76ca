/// What each event means in each state: with guards or without.
@usableFromInline
struct Rules<State, Event, Subject>: Sendable {
  @usableFromInline
  typealias Plain = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias Guarded = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>

  /// Whether the rules take guards.
  @usableFromInline let hasGuards: Bool

  // The one or the other. Neither an enum nor asked by a method: for both a step would count references
  // to what the rules hold.
  @usableFromInline let plain: Plain
  @usableFromInline let guarded: Guarded

  @inlinable
  init(_ logic: @escaping Plain) {
    hasGuards = false
    plain = logic
    guarded = { state, event, _ in logic(state, event) }
  }

  @inlinable
  init(_ logic: @escaping Guarded) {
    hasGuards = true
    plain = { _, _ in fatalError("Rules with guards were asked without.") }
    guarded = logic
  }
}
