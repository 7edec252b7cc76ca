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
  public private(set) var state: State

  /// How many events one event may cause to be queued before the run fails: see ``QueueOverflow``.
  public var queueBound = 10_000

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
  public init(
    schema: StateMachineSchema<State, Event, Subject>,
    subject: Subject,
    state: State? = nil
  ) {
    self.schema = schema
    self.state = state ?? schema.initialState
    reference = SubjectReference(subject)
  }

  /// The subject, or `nil` when it was an object that no longer exists.
  public var subject: Subject? { reference.subject }

  /// Handles an event to completion and says what became of it.
  ///
  /// One step decides by the rules, changes the state, then runs the action, which sees the new
  /// state. An action that throws leaves the state as it was. An event that arrives during a step
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
    guard !isHandling else {
      return queue.append(event, bound: queueBound).map(Outcome.failed) ?? .queued
    }
    isHandling = true
    defer { isHandling = false }
    let outcome = step(event)
    while let next = queue.popFirst() {
      _ = step(next)
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
    switch schema.logic(state, event, Guard(subject: subject)).kind {
    case .external, .internal: return true
    case .ignored, .rejected: return false
    }
  }

  /// Handles one event: decide, change the state, perform.
  private func step(_ event: Event) -> Outcome {
    guard let subject else { return .subjectGone }
    let transition = schema.logic(state, event, Guard(subject: subject))
    switch transition.kind {
    case .ignored:
      return .ignored
    case .rejected:
      return .rejected(RejectedEvent(state: state, event: event, reason: transition.reason))
    case .external, .internal:
      let source = state
      if let target = transition.target { state = target }
      do {
        try transition.action?(subject)
      } catch {
        state = source
        return .failed(error)
      }
      return transition.kind == .external ? .moved : .stayed
    }
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
