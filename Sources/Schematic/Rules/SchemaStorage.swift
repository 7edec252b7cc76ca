/// What a schema consists of, kept once for all copies of the schema and all machines over it.
///
/// It never changes: a schema with one hook more has a storage of its own.
@usableFromInline
final class SchemaStorage<State, Event, Subject> {
  @usableFromInline let initialState: State

  /// What each event means in each state.
  @usableFromInline let rules: Rules<State, Event, Subject>

  /// The same where the subject is an object, and of no use elsewhere.
  @usableFromInline let objectRules: Rules<State, Event, Uncounted>

  /// Whether the subject is declared to be an object.
  @usableFromInline let isAboutObjects: Bool

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
  init(
    initialState: State, rules: Rules<State, Event, Subject>,
    extras: SchemaExtras<State, Event, Subject>
  ) {
    self.initialState = initialState
    self.rules = rules
    isAboutObjects = Subject.self is AnyClass
    objectRules =
      isAboutObjects
      ? rules.ofUncounted
      : Rules { _, _ in fatalError("Rules about a value were asked about an object.") }
    self.extras = extras
    final = extras.final
    hasHooks = !extras.hooks.isEmpty
    hasActivities = !extras.activities.isEmpty
    ignoresUnhandledEvents = extras.unhandledEvents == .ignore
    isPlain = !hasHooks && !hasActivities && final == nil && ignoresUnhandledEvents
  }

  @usableFromInline
  convenience init(initialState: State, rules: Rules<State, Event, Subject>) {
    self.init(initialState: initialState, rules: rules, extras: SchemaExtras())
  }

  /// Returns the same rules with other extras.
  func with(_ extras: SchemaExtras<State, Event, Subject>) -> SchemaStorage {
    SchemaStorage(initialState: initialState, rules: rules, extras: extras)
  }
}

extension SchemaStorage: Sendable where State: Sendable {}
