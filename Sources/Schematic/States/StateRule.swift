/// A function that answers for the states of one level.
@frozen @usableFromInline
struct StateRule<State, Event, Subject>: Sendable {
  /// The level of the states: 1 is the outermost, and 0 is the innermost, however deep it is.
  @usableFromInline let level: Int
  @usableFromInline let behavior: @Sendable (State) -> StateBehavior<Event, Subject>

  @usableFromInline
  init(
    level: Int?, behavior: @escaping @Sendable (State) -> StateBehavior<Event, Subject>
  ) {
    if let level, level < 1 {
      fatalError("The schema answers about level \(level) of a state; the outermost level is 1.")
    }
    self.level = level ?? 0
    self.behavior = behavior
  }

  /// Returns whether the function answers for the state at a given depth of a nested state.
  @inlinable
  func isAbout(_ depth: Int, of innermost: Int) -> Bool {
    level == depth || level == 0 && depth == innermost
  }
}
