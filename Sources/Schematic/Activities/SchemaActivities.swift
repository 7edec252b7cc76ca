/// What a schema has running while a machine is in a state.
struct SchemaActivities<State, Event, Subject> {
  var timeout: (@Sendable (State) -> StateTimeout<Event>?)?
  var work: (@Sendable (State, Subject) -> StateWork<Event>?)?

  var isEmpty: Bool { timeout == nil && work == nil }
}
