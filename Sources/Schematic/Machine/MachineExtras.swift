/// What not every machine needs: made when it is first used, so that a machine without is small.
///
/// It takes down itself what guards answer, so that a step with guards needs one object, not two.
@usableFromInline
final class MachineExtras<State, Event, Subject>: GuardRecorder {
  /// How many events one event may cause to be queued before the run fails.
  @exclusivity(unchecked) @usableFromInline var queueBound = QueueOverflow.defaultBound

  /// Who is told of transitions.
  @exclusivity(unchecked) @usableFromInline var observers = ObserverList<State, Event, Subject>()

  /// What runs in the current state, for a schema that has timeouts or work.
  lazy var activities = RunningActivities<State, Event, Subject>()

  /// What was sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var queue = EventQueue<Event>()

  /// How events were rejected before.
  @exclusivity(unchecked) @usableFromInline var rejections = RejectionMemo()
}
