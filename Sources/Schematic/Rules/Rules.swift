/// The logic of a schema, with guards or without.
@frozen @usableFromInline
struct Rules<State, Event, Subject>: Sendable {
  @usableFromInline
  typealias Plain = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias Guarded = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>
  /// A function that gathers the answers that regions give to an event.
  @usableFromInline
  typealias Gather =
    @Sendable (State, Event, inout RegionAnswers<State, Subject>) -> Void

  @usableFromInline let hasGuards: Bool

  // Two closures instead of an enum, because the enum would be copied, and so retained, at each
  // event.
  @usableFromInline let plain: Plain
  @usableFromInline let guarded: Guarded
  /// A Boolean value that indicates whether the state consists of regions.
  @usableFromInline let areOfRegions: Bool
  // Not optional, because an optional would be copied at each event, too.
  @usableFromInline let gather: Gather

  @inlinable
  init(_ logic: @escaping Plain) {
    hasGuards = false
    plain = logic
    guarded = { state, event, _ in logic(state, event) }
    areOfRegions = false
    gather = { _, _, _ in }
  }

  @inlinable
  init(_ logic: @escaping Guarded) {
    hasGuards = true
    plain = { _, _ in fatalError("Rules with guards were asked without.") }
    guarded = logic
    areOfRegions = false
    gather = { _, _, _ in }
  }

  @inlinable
  init(hasGuards: Bool, _ gather: @escaping Gather) {
    self.hasGuards = hasGuards
    areOfRegions = true
    self.gather = gather
    plain = { state, event in
      var answers = RegionAnswers<State, Subject>(in: state)
      gather(state, event, &answers)
      return answers.transition
    }
    guarded = { state, event, when in
      var answers = RegionAnswers<State, Subject>(in: state, GuardBox(when.inside(state)))
      gather(state, event, &answers)
      return answers.transition
    }
  }
}
