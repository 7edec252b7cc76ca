/// A state, a subject, and the rules they follow.
///
/// Many machines can share one schema; each has its own state and its own subject. A machine lives
/// on its subject's actor: it isn't `Sendable`, and it handles an event before `handle` returns.
///
/// ```swift
/// let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
/// machine.handle(.coin)  // .moved
/// machine.state          // .unlocked
/// ```
///
/// A machine holds an object weakly, so a subject can own its machine.
public final class StateMachine<State, Event, Subject> {
  /// The rules that the machine follows.
  public let schema: StateMachineSchema<State, Event, Subject>

  @usableFromInline let hold: SubjectHold<Subject>

  // The exclusivity check is disabled for properties that every step uses, because it would cost
  // more than the step. That is sound: only the machine's own code accesses them, each time within
  // one statement that runs none of the client's code.

  @exclusivity(unchecked) @usableFromInline var lifecycle = Lifecycle.new

  @exclusivity(unchecked) @usableFromInline var currentState: State

  /// The concerns, besides its rule, that a plain step must take care of.
  @exclusivity(unchecked) @usableFromInline var concerns: MachineConcerns = []

  /// A Boolean value that indicates whether the current step has queued an event or finished the
  /// machine.
  @exclusivity(unchecked) @usableFromInline var isStepIncomplete = false

  /// A Boolean value that indicates whether a timeout or task has ever begun.
  @exclusivity(unchecked) @usableFromInline var hasActivities = false

  /// Observers, the queue and more; `nil` until one of them is needed.
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

  /// Creates a machine in the initial state of its schema, or in a state that you saved earlier.
  ///
  /// ```swift
  /// let restored = StateMachine(schema: schema, subject: gate, state: .unlocked)
  /// ```
  ///
  /// This doesn't run or begin anything: see ``start()``. If a subject stores its machine in a
  /// `lazy var` and the actions or guards of the schema mention the machine, write out the
  /// property's type. Otherwise the compiler looks for that type in the schema, and for the
  /// schema's type in the machine.
  ///
  /// ```swift
  /// lazy var machine: StateMachine<GateState, Visitor, Gate> =
  ///   StateMachine(schema: Self.schema, subject: self)
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: The value or object that guards read and actions act on. An object is held
  ///     weakly.
  ///   - state: The state to start in. By default, this is the schema's initial state.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectHold(subject), state)
  }

  /// Creates a machine that keeps its subject alive.
  ///
  /// If the subject owns the machine, neither is ever freed, so let somebody else own the machine.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: The value or object that guards read and actions act on, held strongly.
  ///   - state: The state to start in. By default, this is the schema's initial state.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    owning subject: Subject,
    state: State? = nil
  ) {
    self.init(schema, SubjectHold(owning: subject), state)
  }

  /// The current state.
  ///
  /// While an action runs, this is already the state that the machine has moved to.
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

  /// A Boolean value that indicates whether the machine has reached a final state and rejects every
  /// event.
  public var isFinished: Bool {
    switch lifecycle {
    case .finished, .rejecting: true
    case .new, .resting, .handling, .deciding: schema.isFinal(state)
    }
  }

  /// The number of queued events that one event may cause before the run fails: see
  /// ``QueueOverflowError``.
  ///
  /// The default is 10,000. If you set zero or less, no event is queued.
  public var maximumQueuedEvents: Int {
    get { existingExtras?.maximumQueuedEvents ?? QueueOverflowError.defaultBound }
    set { extras.maximumQueuedEvents = max(0, newValue) }
  }

  /// The clock that measures timeouts.
  ///
  /// By default, this is the continuous clock.
  ///
  /// A new clock applies from the next state that the machine enters. To test timeouts without
  /// waiting, use a clock that you advance by hand.
  ///
  /// ```swift
  /// machine.clock = clock
  /// machine.handle(.fetch)
  /// clock.advance(by: .seconds(30))  // the machine is sent .timedOut
  /// ```
  ///
  /// If a clock throws while a timeout waits, the timeout ends without sending its event.
  public var clock: any Clock<Duration> {
    get { extras.activities.clock }
    set { extras.activities.clock = newValue }
  }

  /// A Boolean value that indicates whether there are observers.
  @inlinable var isObserved: Bool { concerns.contains(.observers) }

  /// Observers, the queue and more, created if necessary.
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
  ///   - state: The state to start in. By default, this is the schema's initial state.
  public convenience init(
    schema: StateMachineSchema<State, Event, Void>,
    state: State? = nil
  ) {
    self.init(schema: schema, subject: (), state: state)
  }
}

/// The concerns that a machine's plain steps must take care of, besides their rules.
@frozen @usableFromInline
struct MachineConcerns: OptionSet {
  @usableFromInline var rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Observers.
  @inlinable static var observers: MachineConcerns { MachineConcerns(rawValue: 1) }
  /// Timeouts and tasks that continue after an internal transition to another state.
  ///
  /// The machine may then leave a state that began none of them.
  @inlinable static var activitiesOfOtherStates: MachineConcerns { MachineConcerns(rawValue: 2) }
}

/// Storage that few machines need, allocated on first use.
///
/// As in the machine, the exclusivity check is disabled: see `StateMachine`.
@usableFromInline
final class MachineExtras<State, Event, Subject> {
  @exclusivity(unchecked) @usableFromInline
  var maximumQueuedEvents = QueueOverflowError.defaultBound

  /// The observers, in the order in which they were registered.
  @exclusivity(unchecked) @usableFromInline var observers: [Observer<State, Event>] = []

  /// The events that were sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var queue = EventQueue<Event>()

  /// The answers of guards to the current event.
  @usableFromInline let recorder = GuardRecorder<Subject>()

  /// The entries, exits and tasks since the last call of `takePerformedBehaviors()`; `nil` before
  /// the first.
  @exclusivity(unchecked) @usableFromInline var performed: [PerformedBehavior]?

  /// The turns of the events that are being persisted: see ``StateMachine/handle(_:persisting:)``.
  let turns = Turns()

  /// The closure that is called when the state is read: see ``StateMachine/track(_:)``.
  var readTracker: (() -> Void)?

  /// The number of events that observers were called with.
  @exclusivity(unchecked) @usableFromInline var notificationCount = 0

  /// A Boolean value that indicates whether observers are being called with a queued event.
  var isReportingQueueing = false

  /// The timeout whose event is being replayed.
  @exclusivity(unchecked) @usableFromInline var replayedSender: EventSender?

  /// The timeouts and the tasks of the current state.
  lazy var activities = RunningActivities<State, Event, Subject>()
}
