/// What a schema consists of, kept once for all copies of the schema and all machines over it.
///
/// It never changes: a schema with one hook more has a storage of its own.
@usableFromInline
final class SchemaStorage<State, Event, Subject> {
  @usableFromInline let initialState: State

  @usableFromInline
  typealias PlainLogic = @Sendable (State, Event) -> Transition<State, Subject>
  @usableFromInline
  typealias GuardedLogic = @Sendable (State, Event, Guard<Subject>) -> Transition<State, Subject>

  /// Whether the logic takes guards.
  @usableFromInline let hasGuards: Bool

  // What each event means in each state: the one or the other.
  @usableFromInline let plainLogic: PlainLogic
  @usableFromInline let guardedLogic: GuardedLogic

  /// What a machine has to do besides following the logic.
  let extras: SchemaExtras<State, Event, Subject>

  // What of the above each step asks for, so that steps without them are short.

  /// Whether a machine is finished in a state; `nil` where no state is final.
  @usableFromInline let final: (@Sendable (State) -> Bool)?
  @usableFromInline let hasHooks: Bool
  @usableFromInline let hasActivities: Bool
  @usableFromInline let ignoresUnhandledEvents: Bool

  /// Whether none of the above: a step only decides, moves and performs.
  @usableFromInline let isPlain: Bool

  @usableFromInline
  convenience init(initialState: State, plainLogic: @escaping PlainLogic) {
    self.init(
      initialState: initialState, hasGuards: false, plainLogic: plainLogic,
      guardedLogic: { state, event, _ in plainLogic(state, event) }, extras: SchemaExtras())
  }

  @usableFromInline
  convenience init(initialState: State, guardedLogic: @escaping GuardedLogic) {
    self.init(
      initialState: initialState, hasGuards: true,
      plainLogic: { _, _ in fatalError("Rules with guards were asked without.") },
      guardedLogic: guardedLogic, extras: SchemaExtras())
  }

  private init(
    initialState: State, hasGuards: Bool, plainLogic: @escaping PlainLogic,
    guardedLogic: @escaping GuardedLogic, extras: SchemaExtras<State, Event, Subject>
  ) {
    self.initialState = initialState
    self.hasGuards = hasGuards
    self.plainLogic = plainLogic
    self.guardedLogic = guardedLogic
    self.extras = extras
    final = extras.final
    hasHooks = !extras.hooks.isEmpty
    hasActivities = !extras.activities.isEmpty
    ignoresUnhandledEvents = extras.unhandledEvents == .ignore
    isPlain = !hasHooks && !hasActivities && final == nil && ignoresUnhandledEvents
  }

  /// Returns the same rules with other extras.
  func with(_ extras: SchemaExtras<State, Event, Subject>) -> SchemaStorage {
    SchemaStorage(
      initialState: initialState, hasGuards: hasGuards, plainLogic: plainLogic,
      guardedLogic: guardedLogic, extras: extras)
  }
}

extension SchemaStorage: Sendable where State: Sendable {}
