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

  /// The subject where it is held as it is; `nil` where it is an object that is held weakly.
  @usableFromInline let value: Subject?

  /// The subject where it is held weakly.
  @exclusivity(unchecked) @usableFromInline weak var object: AnyObject?

  /// Observers, queue and more; `nil` until any of it is needed.
  ///
  /// Never replaced and released with the machine, so that a step need not count a reference.
  @exclusivity(unchecked) @usableFromInline
  var existingExtras: Unmanaged<MachineExtras<State, Event, Subject>>?

  // The properties that each step changes are not watched for overlapping access, which costs more
  // than the step: no code but the machine's own runs while it reads or writes one of them.

  /// Whether the machine is new, at rest, within a step, or asks its rules.
  @exclusivity(unchecked) @usableFromInline var phase = Phase.new

  /// Whether there are observers.
  @exclusivity(unchecked) @usableFromInline var isObserved = false

  /// Whether anything was sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var isQueueUsed = false

  @exclusivity(unchecked) @usableFromInline var currentState: State

  /// Creates a machine in a state, of which nothing is told and in which nothing begins yet.
  init(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ reference: SubjectReference<Subject>,
    _ state: State?
  ) {
    self.schema = schema
    value = reference.value
    object = reference.object
    currentState = state ?? schema.initialState
  }

  deinit { existingExtras?.release() }

  /// The current state.
  ///
  /// An action already sees the state that the machine has moved to.
  @inlinable public var state: State { currentState }

  /// The subject, or `nil` when it was an object that no longer exists.
  @inlinable public var subject: Subject? { value ?? objectAsSubject }

  @inlinable var objectAsSubject: Subject? {
    guard let object else { return nil }
    // The object came in as a `Subject`, so the cast only restores the static type: a class needs
    // none, and a cast is slow.
    if Subject.self is AnyClass { return unsafeBitCast(object, to: Subject.self) }
    return (object as! Subject)
  }

  /// Whether the machine has reached a final state of its schema, and so rejects every event.
  @inlinable public var isFinished: Bool { schema.isFinal(currentState) }

  /// How many events one event may cause to be queued before the run fails: see ``QueueOverflow``.
  public var queueBound: Int {
    @inlinable
    get { existingExtras?.takeUnretainedValue().queueBound ?? QueueOverflow.defaultBound }
    set { extras.queueBound = newValue }
  }

  /// Observers, queue and more, made now if there are none yet.
  @inlinable var extras: MachineExtras<State, Event, Subject> {
    existingExtras?.takeUnretainedValue() ?? makeExtras().takeUnretainedValue()
  }

  @usableFromInline
  @inline(never)
  func makeExtras() -> Unmanaged<MachineExtras<State, Event, Subject>> {
    let extras = Unmanaged.passRetained(MachineExtras<State, Event, Subject>())
    existingExtras = extras
    return extras
  }
}
