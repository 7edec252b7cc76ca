/// The answer of a schema about a state: what a machine does because of it.
///
/// A behavior is a value like a ``Transition``: whoever draws it reads its labels and performs nothing.
///
/// ```swift
/// schema.states { state in
///   switch state {
///   case .loading:
///     return .entry("show spinner") { $0.spin() }
///       .exit("hide spinner") { $0.stop() }
///       .task("load") { screen, send in await screen.load(send) }
///       .after(.seconds(30), send: .timedOut)
///   case .done: return .final
///   case .idle: return .none
///   }
/// }
/// ```
///
/// What is added twice is there twice, and happens in the order of its addition.
@frozen
public struct StateBehavior<Event, Subject> {
  /// A function that sends an event to the machine, as long as the state has not been left.
  public typealias Send = (_ event: Event) -> Void

  @usableFromInline var entry: StateAction<Subject>?
  @usableFromInline var exit: StateAction<Subject>?
  @usableFromInline var task: StateTask<Event, Subject>?
  @usableFromInline var timeout: StateTimeout<Event>?
  @usableFromInline var isFinalItself = false

  /// The behavior to which a second entry, exit, task or timeout was added; `nil` for most.
  // So that a behavior with one of each takes no memory of its own.
  @usableFromInline let earlier: EarlierBehavior<Event, Subject>?

  @inlinable
  init(
    entry: StateAction<Subject>? = nil, exit: StateAction<Subject>? = nil,
    task: StateTask<Event, Subject>? = nil, timeout: StateTimeout<Event>? = nil,
    isFinal: Bool = false, after earlier: EarlierBehavior<Event, Subject>? = nil
  ) {
    self.entry = entry
    self.exit = exit
    self.task = task
    self.timeout = timeout
    isFinalItself = isFinal
    self.earlier = earlier
  }

  @inlinable
  consuming func adding(entry action: StateAction<Subject>) -> StateBehavior {
    guard entry == nil else { return StateBehavior(entry: action, after: EarlierBehavior(self)) }
    entry = action
    return self
  }

  @inlinable
  consuming func adding(exit action: StateAction<Subject>) -> StateBehavior {
    guard exit == nil else { return StateBehavior(exit: action, after: EarlierBehavior(self)) }
    exit = action
    return self
  }

  @inlinable
  consuming func adding(task: StateTask<Event, Subject>) -> StateBehavior {
    guard self.task == nil else {
      return StateBehavior(task: task, after: EarlierBehavior(self))
    }
    self.task = task
    return self
  }

  // MARK: Asking

  /// A Boolean value that indicates whether a machine is finished in the state.
  @inlinable var isFinal: Bool { isFinalItself || earlier?.behavior.isFinal ?? false }

  /// A Boolean value that indicates whether a task or a timeout begins in the state.
  @inlinable var hasActivities: Bool {
    task != nil || timeout != nil || earlier?.behavior.hasActivities ?? false
  }

  /// Calls a function with the behavior and those before it, in the order of their addition.
  func forEachPart(_ body: (StateBehavior) -> Void) {
    earlier?.behavior.forEachPart(body)
    body(self)
  }
}

/// A behavior in memory of its own, so that another can contain it.
@usableFromInline
final class EarlierBehavior<Event, Subject> {
  @usableFromInline let behavior: StateBehavior<Event, Subject>
  @usableFromInline init(_ behavior: StateBehavior<Event, Subject>) { self.behavior = behavior }
}

/// An action on entry to a state or on exit from it, with its name in diagrams.
@frozen @usableFromInline
struct StateAction<Subject> {
  @usableFromInline let label: String?
  @usableFromInline let action: Action<Subject>

  @inlinable
  init(_ label: String?, _ action: Action<Subject>) {
    self.label = label
    self.action = action
  }
}

/// The time that a machine may stay in a state, and the event that it is sent then.
@frozen @usableFromInline
package struct StateTimeout<Event> {
  /// The time that the machine may stay, from entering the state.
  package let duration: Duration
  /// The event that it is sent when it stayed as long.
  package let event: Event

  @usableFromInline
  package init(duration: Duration, event: Event) {
    self.duration = duration
    self.event = event
  }
}

// The forms with a closure yield to those of actors, which say more about it. The label of a task that ends
// without an event is no optional: so Swift chooses this form for a closure of several statements that
// returns nothing, and the other one for a call that returns an event.
extension StateBehavior {
  /// The answer that a machine does nothing because of the state.
  @inlinable public static var none: StateBehavior { StateBehavior() }

  /// The answer that a machine is finished in the state.
  ///
  /// A finished machine rejects every further event and says why, and the rules are not evaluated. A diagram
  /// shows a double border.
  @inlinable public static var final: StateBehavior { StateBehavior(isFinal: true) }

  /// This behavior, and a machine is finished in the state.
  ///
  /// Nothing but entry actions happens in a final state.
  @inlinable public var final: StateBehavior {
    var behavior = self
    behavior.isFinalItself = true
    return behavior
  }

  /// Returns an action on entry to the state.
  ///
  /// It runs after the action of the transition and sees the new state. An internal transition enters
  /// nothing. A diagram shows it inside its state, as `entry / show spinner`.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - action: What is done with the subject.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func entry(
    _ label: String? = nil, _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    StateBehavior(entry: StateAction(label, Action(action)))
  }

  /// Adds an action on entry to the state.
  @_disfavoredOverload
  @inlinable
  public consuming func entry(
    _ label: String? = nil, _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    adding(entry: StateAction(label, Action(action)))
  }

  /// Returns an action on exit from the state.
  ///
  /// It runs once the rules have decided, and the machine is still in the old state. An internal
  /// transition leaves nothing. A diagram shows it inside its state, as `exit / hide spinner`.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - action: What is done with the subject.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func exit(
    _ label: String? = nil, _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    StateBehavior(exit: StateAction(label, Action(action)))
  }

  /// Adds an action on exit from the state.
  @_disfavoredOverload
  @inlinable
  public consuming func exit(
    _ label: String? = nil, _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    adding(exit: StateAction(label, Action(action)))
  }

  /// Returns an asynchronous task, which ends with an event.
  ///
  /// It begins when the state is entered, after the timeouts, and is canceled when the state is left. The
  /// events that it sends, and the one that it ends with, are handled on the actor that the machine lives
  /// on: the subject must be an actor, or the schema be made `on: MainActor.self`. An event that comes
  /// after the state was left is dropped: a task that was canceled may go on, and must not act on a later
  /// state. A diagram shows the task inside its state, as `do / load`.
  ///
  /// ```swift
  /// return .task("download") { file, send in
  ///   for await part in file.parts { send(.progress(part)) }
  ///   return .completed
  /// }
  /// ```
  ///
  /// The task keeps the subject alive until it ends.
  ///
  /// - Parameters:
  ///   - label: The name of the task in diagrams.
  ///   - run: What to do, on the actor that the machine lives on. It is given the subject and a function
  ///     that sends an event, to be called there, and returns the last event to send, or `nil` for none.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func task(
    _ label: String? = nil,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async
      -> Event?
  ) -> StateBehavior {
    StateBehavior(task: StateTask(label, .nonisolated(.init(run))))
  }

  /// Returns an asynchronous task that ends without an event; it has a label.
  @_disfavoredOverload
  @inlinable
  public static func task(
    _ label: String,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    StateBehavior(task: StateTask(label, .nonisolatedWithoutEvent(.init(run))))
  }

  /// Adds an asynchronous task, which ends with an event.
  @_disfavoredOverload
  @inlinable
  public consuming func task(
    _ label: String? = nil,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async
      -> Event?
  ) -> StateBehavior {
    adding(task: StateTask(label, .nonisolated(.init(run))))
  }

  /// Adds an asynchronous task that ends without an event; it has a label.
  @_disfavoredOverload
  @inlinable
  public consuming func task(
    _ label: String,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    adding(task: StateTask(label, .nonisolatedWithoutEvent(.init(run))))
  }

  /// Returns a timeout: the machine is sent an event when it has stayed in the state for a time.
  ///
  /// It begins when the state is entered and ends when it is left; entering the state again, also from
  /// itself, begins it anew. An internal transition lets it run on. Several timeouts run side by side. A
  /// diagram shows an arrow, `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3).
  ///
  /// The machine needs an actor to come back to: the subject must be an actor, or the schema be made
  /// `on: MainActor.self`.
  ///
  /// - Parameters:
  ///   - duration: How long the machine may stay, from entering the state.
  ///   - event: The event that it is sent then.
  /// - Returns: The behavior; nothing has happened yet.
  @inlinable
  public static func after(_ duration: Duration, send event: Event) -> StateBehavior {
    StateBehavior(timeout: StateTimeout(duration: duration, event: event))
  }

  /// Adds a timeout.
  @inlinable
  public consuming func after(_ duration: Duration, send event: Event) -> StateBehavior {
    let new = StateTimeout(duration: duration, event: event)
    guard timeout == nil else { return StateBehavior(timeout: new, after: EarlierBehavior(self)) }
    timeout = new
    return self
  }
}
