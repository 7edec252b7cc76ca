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
  var observers = ObserverList<State, Event>()

  /// The guards that did not hold, for a schema that has guards.
  lazy var guardRecorder = GuardRecorder()

  /// What runs in the current state, for a schema that has timeouts or work.
  lazy var activities = RunningActivities<State, Event, Subject>()

  /// Whether the rules are being asked, which must not send events.
  var isDeciding = false

  private let reference: SubjectReference<Subject>
  private var queue = EventQueue<Event>()
  private var isHandling = false

  /// Creates a machine in the initial state of its schema, or in any state that was saved earlier.
  ///
  /// ```swift
  /// let restored = StateMachine(schema: schema, subject: gate, state: .unlocked)
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on. An object is held weakly, a value as it
  ///     is.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise. No
  ///     action is run.
  ///   - runsEntryHooks: Whether the schema's entry hooks are called for the state to start in, and
  ///     its timeout and work begin.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    subject: Subject,
    state: State? = nil,
    runsEntryHooks: Bool = false
  ) {
    self.init(schema, SubjectReference(subject), state, runsEntryHooks)
  }

  /// Creates a machine that keeps its subject alive.
  ///
  /// A subject that owns such a machine is never freed: let somebody else own the machine.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - subject: What guards look at and actions act on, held strongly.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise. No
  ///     action is run.
  ///   - runsEntryHooks: Whether the schema's entry hooks are called for the state to start in, and
  ///     its timeout and work begin.
  public convenience init(
    schema: StateMachineSchema<State, Event, Subject>,
    owning subject: Subject,
    state: State? = nil,
    runsEntryHooks: Bool = false
  ) {
    self.init(schema, SubjectReference(owning: subject), state, runsEntryHooks)
  }

  private init(
    _ schema: StateMachineSchema<State, Event, Subject>,
    _ reference: SubjectReference<Subject>,
    _ state: State?,
    _ runsEntryHooks: Bool
  ) {
    self.schema = schema
    self.state = state ?? schema.initialState
    self.reference = reference
    if runsEntryHooks, let subject = reference.subject {
      schema.hooks.enter(self.state, subject)
      beginActivities(subject)
    }
  }

  /// The subject, or `nil` when it was an object that no longer exists.
  public var subject: Subject? { reference.subject }

  /// Whether the machine has reached a final state of its schema, and so rejects every event.
  public var isFinished: Bool { schema.isFinal(state) }

  /// Handles an event to completion and says what became of it.
  ///
  /// One step decides by the rules, calls the exit hooks, changes the state, runs the action, which
  /// sees the new state, calls the entry hooks, and tells the observers. An action that throws
  /// leaves the state as it was. An event that arrives during a step
  /// is queued and handled after it, in order of arrival, before the outermost `handle` returns
  /// (UML's run to completion: OMG UML 2.5.1, §14.2.3.9.1). It meets the state that it finds then,
  /// which need not be the one it was sent in.
  ///
  /// ```swift
  /// machine.handle(.push)             // .moved, .stayed, .ignored, …
  /// try machine.handle(.push).get()   // throws where the event was not accepted
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Returns: What became of this event; ``Outcome/queued`` when it was sent during a step.
  ///   Where the events that it caused passed ``queueBound``, ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflow``.
  /// - Complexity: O(1) on top of the schema's logic and the action, for each event handled.
  @discardableResult
  public func handle(_ event: Event) -> Outcome {
    guard !isDeciding else {
      // Not a precondition: that would keep its words to itself in release builds.
      fatalError(
        "A guard or the logic of a schema sent \(event) while it was being asked; send from actions."
      )
    }
    guard !isHandling else {
      return queue.append(event, bound: queueBound).map(Outcome.failed) ?? .queued
    }
    isHandling = true
    defer { isHandling = false }
    let outcome = step(event)
    while case let waiting = queue.takeAll(), !waiting.isEmpty {
      for next in waiting { _ = step(next) }
    }
    defer { queue.finishRun() }
    return queue.overflow.map(Outcome.failed) ?? outcome
  }

  /// Returns whether the machine would accept an event now.
  ///
  /// The rules and guards are asked; nothing moves and no action runs.
  ///
  /// - Parameter event: The event.
  /// - Returns: `true` when the event would be taken; `false` when it would be ignored or rejected,
  ///   or the subject no longer exists.
  public func can(_ event: Event) -> Bool {
    guard let subject else { return false }
    switch decide(event, subject).kind {
    case .external, .internal: return true
    case .ignored, .rejected: return false
    }
  }
}

extension StateMachine where Subject == Void {
  /// Creates a machine that has no subject.
  ///
  /// - Parameters:
  ///   - schema: The rules to follow.
  ///   - state: The state to start in; the schema's initial state unless you say otherwise.
  ///   - runsEntryHooks: Whether the schema's entry hooks are called for the state to start in.
  public convenience init(
    schema: StateMachineSchema<State, Event, Void>,
    state: State? = nil,
    runsEntryHooks: Bool = false
  ) {
    self.init(schema: schema, subject: (), state: state, runsEntryHooks: runsEntryHooks)
  }
}
