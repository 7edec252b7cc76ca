/// An answer for a state: ``StateBehavior``, or ``StateBehavior/OnMainActor`` if its closures are
/// isolated to the main actor.
///
/// Static members begin an answer, and the other members add to an answer. Members that need a
/// closure or an event are called like functions:
///
/// ```swift
/// return .entry("show spinner") { $0.spin() }.after(.seconds(30), send: .timedOut)
/// ```
public protocol StateAnswer<Event, Subject> {
  /// The type of the machine's events.
  associatedtype Event
  /// The type of the subject.
  associatedtype Subject

  /// The answer as a behavior.
  var _behavior: StateBehavior<Event, Subject> { get }

  /// Creates an answer from a behavior.
  init(_behavior behavior: StateBehavior<Event, Subject>)
}

extension StateBehavior: StateAnswer {
  /// The answer as a behavior.
  @inlinable public var _behavior: StateBehavior { self }

  /// Creates an answer from a behavior.
  @inlinable public init(_behavior behavior: StateBehavior) { self = behavior }
}

extension StateBehavior {
  /// A behavior whose actions and tasks are isolated to the main actor.
  @frozen
  public struct OnMainActor: StateAnswer {
    /// The answer as a behavior.
    public let _behavior: StateBehavior

    /// Creates an answer from a behavior.
    @inlinable public init(_behavior behavior: StateBehavior) { _behavior = behavior }
  }
}

// Properties that are called like functions. A function would need six overloads: three that begin
// an answer and three that add to one, for closures without isolation, isolated to the subject, and
// isolated to the main actor.
extension StateAnswer {
  /// The answer for a state in which a machine does nothing.
  @inlinable public static var none: Self { Self(_behavior: StateBehavior()) }

  /// The answer for a state in which a machine is finished.
  ///
  /// A finished machine rejects every further event, with the reason that the machine is finished,
  /// and doesn't evaluate the rules. A diagram marks the state, usually by a double border.
  @inlinable public static var final: Self { Self(_behavior: StateBehavior(isFinal: true)) }

  /// This answer, for a state in which a machine is finished.
  ///
  /// In a final state, only entry actions run.
  @inlinable public var final: Self {
    var behavior = _behavior
    behavior.isFinalItself = true
    return Self(_behavior: behavior)
  }

  /// An action on entry to the state.
  ///
  /// It runs after the action of the transition and sees the new state. An internal transition
  /// doesn't enter a state. A diagram shows the action inside the state, as `entry / show spinner`.
  ///
  /// ```swift
  /// return .entry("show spinner") { $0.spin() }
  /// ```
  @inlinable public static var entry: StateBehavior<Event, Subject>.ActionFunction<Self> {
    .init(.entry, addingTo: StateBehavior())
  }

  /// An action on entry to the state, in addition to this answer.
  @inlinable public var entry: StateBehavior<Event, Subject>.ActionFunction<Self> {
    .init(.entry, addingTo: _behavior)
  }

  /// An action on exit from the state.
  ///
  /// It runs after the rules have decided, while the machine is still in the old state. An internal
  /// transition doesn't leave a state. A diagram shows the action inside the state, as
  /// `exit / hide spinner`.
  ///
  /// ```swift
  /// return .exit("hide spinner") { $0.stop() }
  /// ```
  @inlinable public static var exit: StateBehavior<Event, Subject>.ActionFunction<Self> {
    .init(.exit, addingTo: StateBehavior())
  }

  /// An action on exit from the state, in addition to this answer.
  @inlinable public var exit: StateBehavior<Event, Subject>.ActionFunction<Self> {
    .init(.exit, addingTo: _behavior)
  }

  /// An asynchronous task.
  ///
  /// The task begins when the machine enters the state, after all timeouts, and is canceled when
  /// the machine leaves the state. The machine handles the task's events on its own actor, so the
  /// subject must be an actor, or you must create the schema with `on: MainActor.self`. Events that
  /// arrive after the state was left are dropped, because a canceled task may go on for a while and
  /// must not affect a later state. A diagram shows the task inside the state, as `do / download`.
  ///
  /// ```swift
  /// return .task("download") { file, send in
  ///   for await part in file.parts { send(.progress(part)) }
  ///   return .completed
  /// }
  /// ```
  ///
  /// The subject stays alive until the task ends.
  @inlinable public static var task: StateBehavior<Event, Subject>.TaskFunction<Self> {
    .init(addingTo: StateBehavior())
  }

  /// An asynchronous task, in addition to this answer.
  @inlinable public var task: StateBehavior<Event, Subject>.TaskFunction<Self> {
    .init(addingTo: _behavior)
  }

  /// A timeout, which sends the machine an event if the machine stays in the state for a given
  /// time.
  ///
  /// The timeout begins when the machine enters the state and ends when the machine leaves it. If
  /// the machine enters the state again, even from itself, the timeout begins anew. An internal
  /// transition doesn't interrupt it. Several timeouts run independently. A diagram shows an arrow
  /// with `after 30 s` (UML's time event: OMG UML 2.5.1, §13.3.3.3).
  ///
  /// The machine needs an actor on which the timeout can send its event: the subject must be an
  /// actor, or you must create the schema with `on: MainActor.self`.
  ///
  /// ```swift
  /// return .after(.seconds(30), send: .timedOut)
  /// ```
  @inlinable public static var after: StateBehavior<Event, Subject>.TimeoutFunction<Self> {
    .init(addingTo: StateBehavior())
  }

  /// A timeout, in addition to this answer.
  @inlinable public var after: StateBehavior<Event, Subject>.TimeoutFunction<Self> {
    .init(addingTo: _behavior)
  }
}
