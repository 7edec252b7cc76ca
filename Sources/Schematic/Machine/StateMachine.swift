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
  /// The stage of a machine's life.
  @frozen @usableFromInline
  enum Phase {
    /// Nothing has happened yet.
    case new
    /// At rest.
    case idle
    /// Within a step: events are queued.
    case handling
    /// Asking the rules: nobody may send events.
    case deciding
    /// Nothing has happened yet, and events are observed.
    case newAndObserved
    /// At rest, and events are observed.
    case observed
  }

  /// The rules that the machine follows.
  public let schema: StateMachineSchema<State, Event, Subject>

  /// The subject where it is held as it is; `nil` where it is an object that is held weakly.
  @usableFromInline let value: Subject?

  /// The subject where it is held weakly.
  @exclusivity(unchecked) @usableFromInline weak var object: AnyObject?

  /// Observers, queue and more; `nil` until any of it is needed.
  @exclusivity(unchecked) @usableFromInline
  var existingExtras: MachineExtras<State, Event, Subject>?

  // The properties that each step changes are not checked for overlapping access, which costs more
  // than the step: only the machine's own code runs while it reads or writes one of them.

  @exclusivity(unchecked) @usableFromInline var phase = Phase.new

  /// A Boolean value that indicates whether there are observers.
  @exclusivity(unchecked) @usableFromInline var isObserved = false

  /// A Boolean value that indicates whether anything was sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var isQueueUsed = false

  @exclusivity(unchecked) @usableFromInline var currentState: State

  /// Creates a machine in a state, of which nothing is told and in which nothing begins yet.
  private init(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ reference: SubjectReference<Subject>,
    _ state: State?
  ) {
    self.schema = schema
    value = reference.value
    object = reference.object
    currentState = state ?? schema.initialState
  }

  /// Creates a machine in the initial state of its schema, or in any state that was saved earlier.
  ///
  /// ```swift
  /// let restored = StateMachine(schema: schema, subject: gate, state: .unlocked)
  /// ```
  ///
  /// Nothing is run or begun by that: see ``enter()``. A machine that its subject keeps in a `lazy var`
  /// needs its type written out where the actions or guards of the schema mention the machine;
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
    self.init(schema, SubjectReference(subject), state)
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
    self.init(schema, SubjectReference(owning: subject), state)
  }

  /// The current state.
  ///
  /// An action already sees the state that the machine has moved to.
  @inlinable public var state: State {
    if isObserved { tellRead() }
    return currentState
  }

  /// The subject, or `nil` when it was an object that no longer exists.
  @inlinable public var subject: Subject? {
    value ?? weakSubject
  }

  /// The subject where it is held weakly; `nil` where it no longer exists.
  @inlinable
  @inline(__always)
  var weakSubject: Subject? {
    guard let object else { return nil }
    guard Subject.self is AnyClass else { return (object as! Subject) }
    // The object came in as a `Subject`, so that only its static type is restored. It is moved out of
    // a place of its own, because a cast is slow and a copy is counted.
    // `SubjectLifetimeTests/holdsAnObjectWeakly` fails where it is something else.
    return _withUnprotectedUnsafeTemporaryAllocation(of: AnyObject.self, capacity: 1) { place in
      place.initializeElement(at: 0, to: object)
      return UnsafeMutableRawPointer(place.baseAddress!).assumingMemoryBound(to: Subject.self)
        .move()
    }
  }

  /// Returns the subject: the one that is held as it is, or else one that was held weakly.
  @inlinable
  @inline(__always)
  func subject(_ object: Subject?) -> Subject {
    object ?? value!
  }

  /// A Boolean value that indicates whether the machine has reached a final state, and so rejects
  /// every event.
  @inlinable public var isFinished: Bool { schema.isFinal(state) }

  /// The number of events that one event may cause to be queued before the run fails: see
  /// ``QueueOverflow``.
  ///
  /// None where it is set to zero or less.
  public var queueBound: Int {
    get { existingExtras?.queueBound ?? QueueOverflow.defaultBound }
    set { extras.queueBound = max(0, newValue) }
  }

  /// The clock that timeouts are measured with: the continuous clock unless you set another.
  ///
  /// A clock that is set counts from the next state that is entered. Give the machine one that you
  /// move by hand, and timeouts are tested without waiting.
  ///
  /// ```swift
  /// machine.clock = clock
  /// machine.handle(.fetch)
  /// clock.advance(by: .seconds(30))  // the machine is sent .timeout
  /// ```
  public var clock: any Clock<Duration> {
    get { extras.activities.clock }
    set { extras.activities.clock = newValue }
  }

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

/// Storage that few machines need, allocated on first use.
@usableFromInline
final class MachineExtras<State, Event, Subject> {
  /// The number of events that one event may cause to be queued before the run fails.
  @exclusivity(unchecked) @usableFromInline var queueBound = QueueOverflow.defaultBound

  @exclusivity(unchecked) @usableFromInline var observers = ObserverList<State, Event, Subject>()

  /// The observers of events; `nil` where there are none.
  @exclusivity(unchecked) @usableFromInline var eventObservers: EventObservers<State, Event>?

  /// The events that were sent during the step that is under way.
  @exclusivity(unchecked) @usableFromInline var queue = EventQueue<Event>()

  /// The answers of guards to the event that is being handled.
  @usableFromInline let recorder = GuardRecorder<Subject>()

  /// The entries, exits and works of the steps since they were asked for; `nil` where nobody did.
  @exclusivity(unchecked) @usableFromInline var performed: [PerformedBehavior]?

  /// The timeout that sent the event that is being handled; `nil` where none did.
  @exclusivity(unchecked) @usableFromInline var firedTimeout: FiredTimeout?

  /// A Boolean value that indicates whether an event is being saved, and the tasks that wait for that:
  /// see ``StateMachine/handle(_:swapping:)``.
  var isSwapping = false
  var swapWaiters: [AsyncStream<Never>.Continuation] = []

  /// The closure that is told when the state is read: see ``StateMachine/track(_:)``.
  var readTracker: (() -> Void)?

  /// The changes of the parts of the state in the step that is under way.
  var partChanges: [PathChange] = []

  /// The part that the transition of the step names.
  var reenteredPart: AnyKeyPath?

  /// The timeouts and the work of the current state.
  lazy var activities = RunningActivities<State, Event, Subject>()
}

/// A machine's hold on its subject: weak for an object, strong for a value.
///
/// What counts is what the subject *is*, not how it is declared: an object is held weakly also when
/// its static type is a protocol or an unconstrained generic parameter.
private struct SubjectReference<Subject> {
  /// The object that is held weakly.
  weak var object: AnyObject?
  /// What is held as it is; `nil` where an object is held weakly.
  let value: Subject?

  /// Holds an object weakly and a value as it is.
  init(_ subject: Subject) {
    let found = Self.object(in: subject)
    object = found
    value = found == nil ? subject : nil
  }

  /// Returns the object that a value is, also where it is optional.
  private static func object(in subject: Any) -> AnyObject? {
    if type(of: subject) is AnyClass {
      // The box around an error is an object, too.
      guard let error = subject as? any Error else { return subject as AnyObject }
      return _openExistential(error, do: itself)
    }
    guard let optional = subject as? any OptionalSubject else { return nil }
    return optional.wrappedSubject.flatMap(object)
  }

  /// Holds objects and values alike.
  init(owning subject: Subject) {
    value = subject
  }
}

/// Returns an object that is known by its own type as just an object.
private func itself<Object>(_ object: Object) -> AnyObject { object as AnyObject }

/// An optional of whatever type, to look inside.
private protocol OptionalSubject {
  var wrappedSubject: Any? { get }
}

extension Optional: OptionalSubject {
  fileprivate var wrappedSubject: Any? { map { $0 } }
}
