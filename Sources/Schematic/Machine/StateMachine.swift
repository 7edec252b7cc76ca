/// A state, a subject, and the rules they follow.
///
/// Many machines may share one schema; each has its own state and its own subject. A machine lives
/// where its subject lives: it is not `Sendable`, and it handles an event before `handle` returns.
///
/// ```swift
/// let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
/// machine.handle(.coin)  // .moved
/// machine.state          // .unlocked
/// ```
///
/// An object is held weakly, so that a subject may own its machine.
public final class StateMachine<State, Event, Subject> {
  /// The rules that the machine follows.
  public let schema: StateMachineSchema<State, Event, Subject>

  /// The current state.
  ///
  /// An action already sees the state that the machine has moved to.
  public internal(set) var state: State

  /// How many events one event may cause to be queued before the run fails: see ``QueueOverflow``.
  public var queueBound = 10_000

  /// Who is told of transitions.
  var observers = ObserverList<State, Event, Subject>()

  /// What the guards answered, for a schema that has guards.
  lazy var guardRecorder = GuardRecorder()

  /// What runs in the current state, for a schema that has timeouts or work.
  lazy var activities = RunningActivities<State, Event, Subject>()

  /// Whether the rules are being asked, which must not send events.
  var isDeciding = false

  /// Whether the machine is new, at rest, or within a step.
  var phase = Phase.new

  /// What was sent during the step that is under way.
  var queue = EventQueue<Event>()

  private let reference: SubjectReference<Subject>

  /// Creates a machine in a state, of which nothing is told and in which nothing begins yet.
  init(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ reference: SubjectReference<Subject>,
    _ state: State?
  ) {
    self.schema = schema
    self.state = state ?? schema.initialState
    self.reference = reference
  }

  /// The subject, or `nil` when it was an object that no longer exists.
  public var subject: Subject? { reference.subject }

  /// Whether the machine has reached a final state of its schema, and so rejects every event.
  public var isFinished: Bool { schema.isFinal(state) }

  /// Where a machine is in its life.
  enum Phase { case new, idle, handling }
}
