// Everything with the label `on: MainActor.self`. Swift doesn't choose between overloads by
// isolation. That is why there is a label, and why these answers are types of their own, whose
// closures are isolated to the main actor. The rules themselves aren't isolated: a schema can be
// evaluated, drawn and walked anywhere, and only its machines are bound to the main actor.

extension Transition {
  /// A transition whose action is isolated to the main actor.
  @frozen
  public struct OnMainActor {
    @usableFromInline let transition: Transition

    @inlinable
    init(_ transition: Transition) { self.transition = transition }

    /// Returns an external transition: see `Transition.to(_:_:perform:)`.
    @inlinable
    public static func to(
      _ state: State,
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(
        Transition(
          label, Action(onMainActor: perform), to: state, isInternal: false))
    }

    /// Returns an external transition without an action: see `Transition.to(_:_:)`.
    @inlinable
    public static func to(
      _ state: State, _ label: String? = nil,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.to(state, label, fileID: fileID, line: line))
    }

    /// An internal transition without an action: the event is expected, and nothing changes.
    @inlinable public static var stay: OnMainActor { OnMainActor(.stay) }

    /// Returns an internal transition: see `Transition.stay(_:perform:)`.
    @inlinable
    public static func stay(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(Transition(label, Action(onMainActor: perform), to: nil, isInternal: true))
    }

    /// Returns an internal transition without an action: see `Transition.stay(_:)`.
    @inlinable
    public static func stay(_ label: String?, fileID: StaticString = #fileID, line: UInt = #line)
      -> OnMainActor
    {
      return OnMainActor(.stay(label, fileID: fileID, line: line))
    }

    /// Returns an internal transition that changes only the payload of the state: see
    /// `Transition.stay(as:_:perform:)`.
    @inlinable
    public static func stay(
      as state: State,
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      perform: @escaping @MainActor (Subject) throws -> Void
    ) -> OnMainActor {
      SourceRecord.note(.transition, label, fileID, line)
      return OnMainActor(
        Transition(label, Action(onMainActor: perform), to: state, isInternal: true))
    }

    /// Returns an internal transition that changes the payload and performs nothing.
    @inlinable
    public static func stay(
      as state: State, _ label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.stay(as: state, label, fileID: fileID, line: line))
    }

    /// The event means nothing in the state, which isn't an error.
    @inlinable public static var ignored: OnMainActor { OnMainActor(.ignored) }

    /// The event is a mistake in the state: the machine rejects it and doesn't move.
    @inlinable public static var rejected: OnMainActor { OnMainActor(.rejected) }

    /// Returns the answer that the event is a mistake in the state, with a reason.
    @inlinable
    public static func rejected(
      _ reason: String, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(.rejected(reason, fileID: fileID, line: line))
    }
  }
}

extension Transition.OnMainActor: ExpressibleByNilLiteral {
  /// Creates the transition that ignores the event.
  @inlinable
  public init(nilLiteral: ()) { self = .ignored }
}

extension Guard {
  /// A condition on a subject of the main actor, with the name that diagrams show for it.
  @frozen
  public struct OnMainActor {
    @usableFromInline let guards: Guard

    @inlinable
    init(_ guards: Guard) { self.guards = guards }

    /// Returns whether the condition holds: see `Guard.callAsFunction(_:_:)`.
    @inlinable
    public func callAsFunction(
      _ name: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ condition: @escaping @MainActor (Subject) -> Bool
    ) -> Bool {
      SourceRecord.note(.condition, name, fileID, line)
      return guards.evaluate(name, Condition(onMainActor: condition))
    }
  }
}

extension StateBehavior {
  /// A behavior whose actions and tasks are isolated to the main actor.
  @frozen
  public struct OnMainActor {
    @usableFromInline var behavior: StateBehavior

    @inlinable
    init(_ behavior: StateBehavior) { self.behavior = behavior }

    /// The answer for a state in which a machine does nothing.
    @inlinable public static var none: OnMainActor { OnMainActor(.none) }

    /// The answer for a state in which a machine is finished.
    @inlinable public static var final: OnMainActor { OnMainActor(.final) }

    /// This behavior in a state in which a machine is finished.
    @inlinable public var final: OnMainActor { OnMainActor(behavior.final) }

    /// Returns an action on entry to the state.
    @inlinable
    public static func entry(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ action: @escaping @MainActor (_ subject: Subject) -> Void
    ) -> OnMainActor {
      SourceRecord.note(.entry, label, fileID, line)
      return OnMainActor(StateBehavior(entry: StateAction(label, Action(onMainActor: action))))
    }

    /// Adds an action on entry to the state.
    @inlinable
    public consuming func entry(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ action: @escaping @MainActor (_ subject: Subject) -> Void
    ) -> OnMainActor {
      SourceRecord.note(.entry, label, fileID, line)
      return OnMainActor(behavior.adding(entry: StateAction(label, Action(onMainActor: action))))
    }

    /// Returns an action on exit from the state.
    @inlinable
    public static func exit(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ action: @escaping @MainActor (_ subject: Subject) -> Void
    ) -> OnMainActor {
      SourceRecord.note(.exit, label, fileID, line)
      return OnMainActor(StateBehavior(exit: StateAction(label, Action(onMainActor: action))))
    }

    /// Adds an action on exit from the state.
    @inlinable
    public consuming func exit(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ action: @escaping @MainActor (_ subject: Subject) -> Void
    ) -> OnMainActor {
      SourceRecord.note(.exit, label, fileID, line)
      return OnMainActor(behavior.adding(exit: StateAction(label, Action(onMainActor: action))))
    }

    /// Returns an asynchronous task that ends with an event.
    @inlinable
    public static func task(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ run: @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Event?
    ) -> OnMainActor {
      return none.task(label, fileID: fileID, line: line, run)
    }

    /// Returns an asynchronous task that ends without an event; the label is required.
    @inlinable
    public static func task(
      _ label: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ run: @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Void
    ) -> OnMainActor {
      return none.task(label, fileID: fileID, line: line, run)
    }

    /// Adds an asynchronous task that ends with an event.
    @inlinable
    public consuming func task(
      _ label: String? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ run: @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Event?
    ) -> OnMainActor {
      SourceRecord.note(.task, label, fileID, line)
      return OnMainActor(behavior.adding(task: StateTask(label, .mainActor(.init(run)))))
    }

    /// Adds an asynchronous task that ends without an event; the label is required.
    @inlinable
    public consuming func task(
      _ label: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ run: @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Void
    ) -> OnMainActor {
      SourceRecord.note(.task, label, fileID, line)
      return OnMainActor(
        behavior.adding(task: StateTask(label, .mainActorWithoutEvent(.init(run)))))
    }

    /// Returns a timeout: see `StateBehavior.after(_:send:)`.
    @inlinable
    public static func after(
      _ duration: Duration, send event: Event, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return none.after(duration, send: event, fileID: fileID, line: line)
    }

    /// Adds a timeout.
    @inlinable
    public consuming func after(
      _ duration: Duration, send event: Event, fileID: StaticString = #fileID, line: UInt = #line
    ) -> OnMainActor {
      return OnMainActor(behavior.after(duration, send: event, fileID: fileID, line: line))
    }

    /// Returns a timeout whose length the subject says, read on the main actor: see
    /// `StateBehavior.after(_:_:send:)`.
    public static func after(
      _ name: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ length: @escaping @MainActor (_ subject: Subject) -> Duration,
      send event: Event
    ) -> OnMainActor {
      none.after(name, fileID: fileID, line: line, length, send: event)
    }

    /// Adds a timeout whose length the subject says, read on the main actor.
    public consuming func after(
      _ name: String,
      fileID: StaticString = #fileID,
      line: UInt = #line,
      _ length: @escaping @MainActor (_ subject: Subject) -> Duration,
      send event: Event
    ) -> OnMainActor {
      SourceRecord.note(.timeout, nil, fileID, line)
      return OnMainActor(
        behavior.adding(
          timeout: StateTimeout(.named(NamedLength(name, onMainActor: length)), send: event)))
    }
  }
}
