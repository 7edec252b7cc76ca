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

  @usableFromInline let hold: SubjectHold<Subject>

  // Overlapping access to the properties that each step reads and changes is not checked, which would
  // cost more than the step. It is sound because only the machine's own code accesses them, each time
  // for the length of one statement that runs no code of a client.

  @exclusivity(unchecked) @usableFromInline var lifecycle = Lifecycle.new

  @exclusivity(unchecked) @usableFromInline var currentState: State

  /// The things that a plain step has to look after besides its rule.
  @exclusivity(unchecked) @usableFromInline var concerns: MachineConcerns = []

  /// A Boolean value that indicates whether an event was queued during the step that is under way, or the
  /// machine was finished by it.
  @exclusivity(unchecked) @usableFromInline var isStepIncomplete = false

  /// A Boolean value that indicates whether a timeout or task was ever begun.
  @exclusivity(unchecked) @usableFromInline var hasActivities = false

  /// Observers, queue and more; `nil` until any of it is needed.
  @exclusivity(unchecked) @usableFromInline
  var existingExtras: MachineExtras<State, Event, Subject>?

  private init(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ hold: consuming SubjectHold<Subject>,
    _ state: State?
  ) {
    self.schema = schema
    self.hold = hold
    currentState = state ?? schema.initialState
  }

  /// Creates a machine in the initial state of its schema, or in any state that was saved earlier.
  ///
  /// ```swift
  /// let restored = StateMachine(schema: schema, subject: gate, state: .unlocked)
  /// ```
  ///
  /// Nothing is run or begun by that: see ``start()``. A machine that its subject stores in a `lazy var`
  /// needs its type written out if the actions or guards of the schema mention the machine;
  /// without it the compiler looks for the type in the schema, and for the schema's in the machine.
  ///
  /// ```swift
  /// lazy var machine: StateMachine<GateState, Visitor, Gate> =
  ///   StateMachine(schema: Self.schema, subject: self)
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on. An object is held weakly, a value as it
  ///     is.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectHold(subject), state)
  }

  /// Creates a machine that keeps its subject alive.
  ///
  /// A subject that owns such a machine is never freed: let somebody else own the machine.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on, held strongly.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    owning subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectHold(owning: subject), state)
  }

  /// The current state.
  ///
  /// An action already sees the state that the machine has moved to.
  @inlinable public var state: State {
    if isObserved { notifyReader() }
    return currentState
  }

  /// The subject, or `nil` if it was an object that no longer exists.
  @inlinable public var subject: Subject? {
    switch hold {
    case .strong(let subject): subject.value
    case .weak(let reference): reference.subject
    }
  }

  /// A Boolean value that indicates whether the machine has reached a final state, and so rejects
  /// every event.
  public var isFinished: Bool {
    switch lifecycle {
    case .finished, .rejecting: true
    case .new, .resting, .handling, .deciding: schema.isFinal(state)
    }
  }

  /// The number of events that one event may cause to be queued before the run fails: see
  /// ``QueueOverflowError``.
  ///
  /// 10,000 unless you set another; none is queued if it is set to zero or less.
  public var maximumQueuedEvents: Int {
    get { existingExtras?.maximumQueuedEvents ?? QueueOverflowError.defaultBound }
    set { extras.maximumQueuedEvents = max(0, newValue) }
  }

  /// The clock that timeouts are measured with: the continuous clock unless you set another.
  ///
  /// A clock that is set counts from the next state that is entered. Give the machine one that you
  /// move by hand, and timeouts are tested without waiting.
  ///
  /// ```swift
  /// machine.clock = clock
  /// machine.handle(.fetch)
  /// clock.advance(by: .seconds(30))  // the machine is sent .timedOut
  /// ```
  ///
  /// A timeout whose clock throws ends without its event.
  public var clock: any Clock<Duration> {
    get { extras.activities.clock }
    set { extras.activities.clock = newValue }
  }

  /// A Boolean value that indicates whether there are observers.
  @inlinable var isObserved: Bool { concerns.contains(.observers) }

  /// Observers, queue and more, made now if there are none yet.
  @inlinable var extras: MachineExtras<State, Event, Subject> {
    existingExtras ?? makeExtras()
  }

  @usableFromInline
  @inline(never)
  func makeExtras() -> MachineExtras<State, Event, Subject> {
    let extras = MachineExtras<State, Event, Subject>()
    existingExtras = extras
    return extras
  }
}

extension StateMachine where Subject == Void {
  /// Creates a machine that has no subject.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  public convenience init(
    schema: StateMachineSchema<State, Event, Void>,
    state: State? = nil
  ) {
    self.init(schema: schema, subject: (), state: state)
  }
}

/// The things that a machine's plain steps have to look after besides their rules.
@frozen @usableFromInline
struct MachineConcerns: OptionSet {
  @usableFromInline var rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Observers.
  @inlinable static var observers: MachineConcerns { MachineConcerns(rawValue: 1) }
  /// Timeouts and tasks that went on through an internal transition, so that a state may be left that
  /// began none.
  @inlinable static var activitiesOfOtherStates: MachineConcerns { MachineConcerns(rawValue: 2) }
}

/// Storage that few machines need, allocated on first use.
///
/// Overlapping access is not checked for the same reason as in the machine.
@usableFromInline
final class MachineExtras<State, Event, Subject> {
  @exclusivity(unchecked) @usableFromInline
  var maximumQueuedEvents = QueueOverflowError.defaultBound

  /// The observers, in the order in which they were registered.
  @exclusivity(unchecked) @usableFromInline var observers: [Observer<State, Event>] = []

  /// The events that were sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var queue = EventQueue<Event>()

  /// The answers of guards to the event that is being handled.
  @usableFromInline let recorder = GuardRecorder<Subject>()

  /// The entries, exits and tasks of the steps since they were asked for; `nil` if nobody did.
  @exclusivity(unchecked) @usableFromInline var performed: [PerformedBehavior]?

  /// The turns of the events that are being persisted: see ``StateMachine/handle(_:persisting:)``.
  let turns = Turns()

  /// The closure that is called when the state is read: see ``StateMachine/track(_:)``.
  var readTracker: (() -> Void)?

  /// The number of events that observers were called with.
  @exclusivity(unchecked) @usableFromInline var notificationCount = 0

  /// A Boolean value that indicates whether the observers are being called with a queued event.
  var isReportingQueueing = false

  /// The timeout whose event is handled as if its time had come.
  @exclusivity(unchecked) @usableFromInline var replayedTimeout: Duration?

  /// The timeouts and the tasks of the current state.
  lazy var activities = RunningActivities<State, Event, Subject>()
}
