/// What not every machine needs: made when it is first used, so that a machine without is small.
@usableFromInline
final class MachineExtras<State, Event, Subject> {
  /// How many events one event may cause to be queued before the run fails.
  var queueBound = QueueOverflow.defaultBound

  /// Who is told of transitions.
  @exclusivity(unchecked) @usableFromInline var observers = ObserverList<State, Event, Subject>()

  /// What the guards answered, for a schema that has guards.
  @usableFromInline let guardRecorder = GuardRecorder()

  /// What runs in the current state, for a schema that has timeouts or work.
  lazy var activities = RunningActivities<State, Event, Subject>()

  /// What was sent during the step that is under way.
  var queue = EventQueue<Event>()

  /// How events were rejected before.
  var rejections = RejectionMemo()

  init() {}
}
