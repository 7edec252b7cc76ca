/// What a schema says besides its logic.
@usableFromInline
struct SchemaExtras<State, Event, Subject>: Sendable {
  /// What is called at each step.
  var hooks = SchemaHooks<State, Event, Subject>()

  /// What runs while a machine is in a state.
  var activities = SchemaActivities<State, Event, Subject>()

  /// Whether the rules live on the main actor.
  var isOnMainActor = false

  /// Whether a machine is finished in a state; `nil` where no state is final.
  var final: (@Sendable (State) -> Bool)?

  /// What becomes of events that the rules ignore.
  var unhandledEvents = UnhandledEventPolicy.ignore

  init() {}
}
