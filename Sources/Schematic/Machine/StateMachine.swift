import CSchematicAtomics

/// A state and a subject that follow the rules of a schema.
///
/// Many machines can share one schema; each has its own state and its own subject. A machine lives
/// on its subject's actor: it isn't `Sendable`, and `handle` is synchronous.
///
/// ```swift
/// let machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
/// machine.handle(.coin)  // .moved
/// machine.state          // .unlocked
/// ```
///
/// By default, a machine holds its subject weakly if the subject is an object, so the subject can
/// own the machine.
public final class StateMachine<State, Event, Subject> {
  /// The rules that the machine follows.
  public let schema: StateMachineSchema<State, Event, Subject>

  @usableFromInline let hold: SubjectHold<Subject>

  // The exclusivity check is disabled for properties that every step uses, because it would cost
  // more than the step. That is sound: only the machine's own code accesses these properties, each
  // time within one statement that runs none of the client's code.

  @exclusivity(unchecked) @usableFromInline var lifecycle = Lifecycle.new

  @exclusivity(unchecked) @usableFromInline var currentState: State

  /// The reasons why a step must do more than its rule says.
  @exclusivity(unchecked) @usableFromInline var slowPathReasons: SlowPathReasons = []

  /// A Boolean value that indicates whether the current step must end with
  /// `handleQueuedEvents(after:)`, for example because an event was queued.
  @exclusivity(unchecked) @usableFromInline var isStepIncomplete = false

  /// A Boolean value that indicates whether a timeout or task may have begun.
  @exclusivity(unchecked) @usableFromInline var hasActivities = false

  /// The states that the current step leaves and enters, from the moment in which the machine is in the new state until
  /// its timeouts run; `nil` at all other times.
  @exclusivity(unchecked) @usableFromInline var pendingChange: StateChange?

  /// Observers, the queue and more, or `nil` until one of them is needed.
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
  /// Creating a machine runs no action and begins no timeout or task: see ``start()``. If a subject
  /// stores its machine in a `lazy var` and the actions or guards of the schema mention the
  /// machine, write out the property's type. Otherwise the compiler would need the schema's type to
  /// find the property's type, and the property's type to find the schema's.
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
  /// Don't let the subject own the machine, because then neither is ever freed.
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
  /// While a transition's action runs, this is already the state that the machine has moved to.
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

  /// The maximum number of queued events that one event may cause: see ``QueueOverflowError``.
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

  @inlinable var isObserved: Bool { slowPathReasons.contains(.observers) }

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

/// The reasons why a step must do more than its rule says.
@frozen @usableFromInline
struct SlowPathReasons: OptionSet {
  @usableFromInline var rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable static var observers: SlowPathReasons { SlowPathReasons(rawValue: 1) }
  /// Timeouts and tasks of an earlier state, which an internal transition to another state doesn't
  /// end.
  ///
  /// The next external transition must end them.
  @inlinable static var activitiesOfOtherStates: SlowPathReasons { SlowPathReasons(rawValue: 2) }
}

/// Storage that many machines don't need, allocated on first use.
///
/// The exclusivity check of some properties is disabled for the reason that `StateMachine` gives.
@usableFromInline
final class MachineExtras<State, Event, Subject> {
  @exclusivity(unchecked) @usableFromInline
  var maximumQueuedEvents = QueueOverflowError.defaultBound

  /// The observers, in the order in which they were registered.
  @exclusivity(unchecked) @usableFromInline var observers: [Observer<State, Event>] = []

  /// The events that were sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var queue = EventQueue<Event>()

  /// The guards' answers to the current event.
  @usableFromInline let recorder = GuardRecorder<Subject>()

  /// The entries, exits and tasks since the last call of `takePerformedBehaviors()`, or `nil` if it
  /// was never called.
  @exclusivity(unchecked) @usableFromInline var performed: [PerformedBehavior]?

  /// The queue of events that wait to be persisted: see `handle(_:persisting:)`.
  let turns = Turns()

  /// The closure that is called when the state is read: see ``StateMachine/track(_:)``.
  var readTracker: (() -> Void)?

  /// The number of times that the observers have been called.
  @exclusivity(unchecked) @usableFromInline var notificationCount = 0

  /// A Boolean value that indicates whether the machine's transitions are persisted.
  @exclusivity(unchecked) @usableFromInline var isPersisted = false

  /// A Boolean value that indicates whether closures of `onCommit(_:)` are being called.
  @exclusivity(unchecked) @usableFromInline var isCommitting = false

  /// The transition whose completions are not taken yet, or `nil` if there is none.
  var causing: CausingStep<State, Event, Subject>?

  /// The positions of the completions that are due after the one that is being taken.
  var waitingCompletions: [Int] = []

  /// A Boolean value that indicates whether observers are being called with a newly queued event.
  var isReportingQueueing = false

  /// The timeout whose event is being replayed.
  @exclusivity(unchecked) @usableFromInline var replayedSender: EventSender?

  /// The timeouts and the tasks of the current state.
  lazy var activities = RunningActivities<State, Event, Subject>()
}

extension StateMachine: CustomStringConvertible {
  /// The state in which the machine is: `StateMachine in unlocked`.
  public var description: String { "StateMachine in \(state)" }
}

/// A token with which you remove an observer from a machine.
///
/// Each token is unique in the program.
public struct ObserverToken: Hashable, Sendable {
  private let number: Int

  init() {
    number = schematic_add(Self.lastNumber, 1)
  }

  // Changed only by an atomic addition.
  nonisolated(unsafe) private static let lastNumber: UnsafeMutablePointer<Int> = {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    number.initialize(to: 0)
    return number
  }()
}

/// A closure that is called with every event that a machine receives, and its outcome.
@usableFromInline
struct Observer<State, Event> {
  let token: ObserverToken
  /// A Boolean value that indicates whether the observer is released when the machine is finished.
  let endsWithMachine: Bool
  @usableFromInline let notify: (HandledEvent<State, Event>) -> Void
}
