/// A schema's answer for a state: what a machine does because it is in that state.
///
/// A behavior is a value, like a ``Transition``: a diagram reads its labels and performs nothing.
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
/// Anything that you add twice happens twice, in the order of addition.
@frozen
public struct StateBehavior<Event, Subject> {
  /// A function that sends an event to the machine unless the state has been left.
  public typealias Send = (_ event: Event) -> Void

  @usableFromInline var entry: StateAction<Subject>?
  @usableFromInline var exit: StateAction<Subject>?
  @usableFromInline var task: StateTask<Event, Subject>?
  @usableFromInline var timeout: StateTimeout<Event, Subject>?
  @usableFromInline var isFinalItself = false

  /// The behavior that a second entry, exit, task or timeout was added to; usually `nil`.
  // This way, a behavior with at most one of each allocates no memory.
  @usableFromInline let earlier: EarlierBehavior<Event, Subject>?

  @inlinable
  init(
    entry: StateAction<Subject>? = nil, exit: StateAction<Subject>? = nil,
    task: StateTask<Event, Subject>? = nil, timeout: StateTimeout<Event, Subject>? = nil,
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

  @inlinable
  consuming func adding(timeout: StateTimeout<Event, Subject>) -> StateBehavior {
    guard self.timeout == nil else {
      return StateBehavior(timeout: timeout, after: EarlierBehavior(self))
    }
    self.timeout = timeout
    return self
  }

  // MARK: Reading

  /// A Boolean value that indicates whether a machine is finished in the state.
  @inlinable var isFinal: Bool { isFinalItself || earlier?.behavior.isFinal ?? false }

  /// A Boolean value that indicates whether a task or a timeout begins in the state.
  @inlinable var hasActivities: Bool {
    task != nil || timeout != nil || earlier?.behavior.hasActivities ?? false
  }

  /// Calls a function with the earlier behaviors and this one, in the order of addition.
  func forEachPart(_ body: (StateBehavior) -> Void) {
    earlier?.behavior.forEachPart(body)
    body(self)
  }
}

/// A behavior in its own memory, so that another can contain it.
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

// The overloads for actors take precedence over the forms with a closure here, because they are
// more specific. The label of a task that ends without an event isn't optional. Swift therefore
// chooses that form for a closure with several statements that returns nothing, and the other form
// for a call that returns an event.
extension StateBehavior {
  /// The answer for a state in which a machine does nothing.
  @inlinable public static var none: StateBehavior { StateBehavior() }

  /// The answer for a state in which a machine is finished.
  ///
  /// A finished machine rejects every further event and gives that as the reason, without
  /// evaluating the rules. A diagram draws the state with a double border.
  @inlinable public static var final: StateBehavior { StateBehavior(isFinal: true) }

  /// This behavior in a state in which a machine is finished.
  ///
  /// In a final state, only entry actions run.
  @inlinable public var final: StateBehavior {
    var behavior = self
    behavior.isFinalItself = true
    return behavior
  }

  /// Returns an action on entry to the state.
  ///
  /// It runs after the action of the transition and sees the new state. An internal transition
  /// doesn't enter a state. A diagram shows the action inside the state, as `entry / show spinner`.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  ///   - action: The action on the subject.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func entry(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.entry, label, fileID, line)
    return StateBehavior(entry: StateAction(label, Action(action)))
  }

  /// Adds an action on entry to the state.
  @_disfavoredOverload
  @inlinable
  public consuming func entry(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.entry, label, fileID, line)
    return adding(entry: StateAction(label, Action(action)))
  }

  /// Returns an action on exit from the state.
  ///
  /// It runs after the rules have decided, while the machine is still in the old state. An internal
  /// transition doesn't leave a state. A diagram shows the action inside the state, as
  /// `exit / hide spinner`.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  ///   - action: The action on the subject.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func exit(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.exit, label, fileID, line)
    return StateBehavior(exit: StateAction(label, Action(action)))
  }

  /// Adds an action on exit from the state.
  @_disfavoredOverload
  @inlinable
  public consuming func exit(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.exit, label, fileID, line)
    return adding(exit: StateAction(label, Action(action)))
  }

  /// Returns an asynchronous task that ends with an event.
  ///
  /// The task begins when the machine enters the state, after its timeouts, and is canceled when
  /// the machine leaves it. The machine handles the task's events on its own actor, so the subject
  /// must be an actor, or you must create the schema with `on: MainActor.self`. Events that arrive
  /// after the state was left are dropped, because a canceled task may go on for a while and must
  /// not affect a later state. A diagram shows the task inside the state, as `do / load`.
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
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  ///   - run: The task, which runs on the machine's actor. Its parameters are the subject and a
  ///     function that sends an event; call that function on the same actor. It returns the last
  ///     event to send, or `nil` for none.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func task(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async
      -> Event?
  ) -> StateBehavior {
    SourceRecord.note(.task, label, fileID, line)
    return StateBehavior(task: StateTask(label, .nonisolated(.init(run))))
  }

  /// Returns an asynchronous task that ends without an event; the label is required.
  @_disfavoredOverload
  @inlinable
  public static func task(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    SourceRecord.note(.task, label, fileID, line)
    return StateBehavior(task: StateTask(label, .nonisolatedWithoutEvent(.init(run))))
  }

  /// Adds an asynchronous task that ends with an event.
  @_disfavoredOverload
  @inlinable
  public consuming func task(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async
      -> Event?
  ) -> StateBehavior {
    SourceRecord.note(.task, label, fileID, line)
    return adding(task: StateTask(label, .nonisolated(.init(run))))
  }

  /// Adds an asynchronous task that ends without an event; the label is required.
  @_disfavoredOverload
  @inlinable
  public consuming func task(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    SourceRecord.note(.task, label, fileID, line)
    return adding(task: StateTask(label, .nonisolatedWithoutEvent(.init(run))))
  }

  /// Returns a timeout, which sends the machine an event if it stays in the state for a given time.
  ///
  /// The timeout begins when the machine enters the state and ends when the machine leaves it. If
  /// the machine enters the state again, even from itself, the timeout begins anew. An internal
  /// transition doesn't interrupt it. Several timeouts run independently. A diagram shows an arrow
  /// with `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3).
  ///
  /// The machine needs an actor on which the timeout can send its event: the subject must be an
  /// actor, or you must create the schema with `on: MainActor.self`.
  ///
  /// - Parameters:
  ///   - duration: The time that the machine may stay after it enters the state.
  ///   - event: The event to send after that time.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  /// - Returns: The behavior; nothing has happened yet.
  @inlinable
  public static func after(
    _ duration: Duration, send event: Event, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StateBehavior {
    SourceRecord.note(.timeout, nil, fileID, line)
    return StateBehavior(timeout: StateTimeout(.fixed(duration), send: event))
  }

  /// Adds a timeout.
  @inlinable
  public consuming func after(
    _ duration: Duration, send event: Event, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StateBehavior {
    SourceRecord.note(.timeout, nil, fileID, line)
    return adding(timeout: StateTimeout(.fixed(duration), send: event))
  }

  /// Returns a timeout whose length the subject says, such as one that is configured.
  ///
  /// The machine reads the length when it enters the state; a later change applies from the next
  /// time. Everything else is as with `after(_:send:)`. A diagram shows the name
  /// in place of the length, as `after patience`, and reads nothing.
  ///
  /// ```swift
  /// return .after("patience", { $0.patience }, send: .timedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the length in diagrams.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  ///   - length: Returns the time that the machine may stay after it enters the state. A time of
  ///     zero or less is over at once.
  ///   - event: The event to send after that time.
  /// - Returns: The behavior; nothing has happened yet.
  @_disfavoredOverload
  public static func after(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: Subject) -> Duration,
    send event: Event
  ) -> StateBehavior {
    none.after(name, fileID: fileID, line: line, length, send: event)
  }

  /// Adds a timeout whose length the subject says.
  @_disfavoredOverload
  public consuming func after(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: Subject) -> Duration,
    send event: Event
  ) -> StateBehavior {
    SourceRecord.note(.timeout, nil, fileID, line)
    return adding(timeout: StateTimeout(.named(NamedLength(name, length)), send: event))
  }
}
