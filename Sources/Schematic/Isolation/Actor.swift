// These overloads take closures that are isolated to a subject that is an actor, so a closure can
// call the subject's methods without `await`. Swift chooses an overload before it looks at
// isolation, and it prefers these because the general ones are disfavored. The machine calls the
// closure synchronously on its own actor. If the machine is used from anywhere else, the program
// stops.

extension Transition where Subject: Actor {
  /// Returns an external transition whose action is isolated to the subject.
  @inlinable
  public static func to(
    _ state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(
      label, Action(onSubject: perform), to: state, isInternal: false)
  }

  /// Returns an internal transition whose action is isolated to the subject.
  @inlinable
  public static func stay(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(onSubject: perform), to: nil, isInternal: true)
  }

  /// Returns an internal transition that changes the payload, its action isolated to the subject.
  @inlinable
  public static func stay(
    as state: State,
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping (isolated Subject) throws -> Void
  ) -> Transition {
    SourceRecord.note(.transition, label, fileID, line)
    return Transition(label, Action(onSubject: perform), to: state, isInternal: true)
  }
}

extension Guard where Subject: Actor {
  /// Returns whether a condition that is isolated to the subject holds.
  @inlinable
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ condition: @escaping (isolated Subject) -> Bool
  ) -> Bool {
    SourceRecord.note(.condition, name, fileID, line)
    // The closure is called only here, where the machine lives. It isn't sent anywhere.
    nonisolated(unsafe) let condition = condition
    return evaluate(name, Condition { subject in subject.assumeIsolated { condition($0) } })
  }
}

extension StateBehavior where Subject: Actor {
  /// Returns an action on entry to the state, isolated to the subject.
  @inlinable
  public static func entry(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.entry, label, fileID, line)
    return StateBehavior(entry: StateAction(label, Action(onSubject: action)))
  }

  /// Adds an action on entry to the state, isolated to the subject.
  @inlinable
  public consuming func entry(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.entry, label, fileID, line)
    return adding(entry: StateAction(label, Action(onSubject: action)))
  }

  /// Returns an action on exit from the state, isolated to the subject.
  @inlinable
  public static func exit(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.exit, label, fileID, line)
    return StateBehavior(exit: StateAction(label, Action(onSubject: action)))
  }

  /// Adds an action on exit from the state, isolated to the subject.
  @inlinable
  public consuming func exit(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ action: @escaping (_ subject: isolated Subject) -> Void
  ) -> StateBehavior {
    SourceRecord.note(.exit, label, fileID, line)
    return adding(exit: StateAction(label, Action(onSubject: action)))
  }
}

extension StateBehavior where Subject: Actor {
  /// Returns a timeout whose length the subject says, read on the subject.
  public static func after(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: isolated Subject) -> Duration,
    send event: Event
  ) -> StateBehavior {
    none.after(name, fileID: fileID, line: line, length, send: event)
  }

  /// Adds a timeout whose length the subject says, read on the subject.
  public consuming func after(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ length: @escaping (_ subject: isolated Subject) -> Duration,
    send event: Event
  ) -> StateBehavior {
    SourceRecord.note(.timeout, nil, fileID, line)
    return adding(timeout: StateTimeout(.named(NamedLength(name, onSubject: length)), send: event))
  }
}

extension StateBehavior where Subject: Actor, Event: Sendable {
  /// Returns an asynchronous task that is isolated to the subject and ends with an event.
  public static func task(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Event?
  ) -> StateBehavior {
    return none.task(label, fileID: fileID, line: line, run)
  }

  /// Returns an asynchronous task that is isolated to the subject and ends without an event; the
  /// label is required.
  public static func task(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    return none.task(label, fileID: fileID, line: line, run)
  }

  /// Adds an asynchronous task that is isolated to the subject and ends with an event.
  public consuming func task(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Event?
  ) -> StateBehavior {
    SourceRecord.note(.task, label, fileID, line)
    return adding(
      task: StateTask(label, .nonisolated(.init { await IsolatedTask.run(run, $0, $1) })))
  }

  /// Adds an asynchronous task that is isolated to the subject and ends without an event; the label
  /// is required.
  public consuming func task(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Void
  ) -> StateBehavior {
    task(label, fileID: fileID, line: line) { subject, send in
      await run(subject, send)
      return nil
    }
  }
}

/// Runs a task that is isolated to a subject.
private enum IsolatedTask<Event: Sendable, Subject: Actor> {
  typealias Send = (Event) -> Void
  typealias Run = @Sendable (isolated Subject, @escaping Send) async -> Event?

  nonisolated(nonsending) static func run(
    _ run: @escaping Run, _ subject: Subject, _ send: @escaping Send
  ) async -> Event? {
    guard isIsolated(#isolation, to: subject) else { return await runElsewhere(run, subject, send) }
    // The machine lives on the subject, and so does this function.
    nonisolated(unsafe) let send = send
    return await run(subject, send)
  }

  // Not inlined, because the optimizer of Swift 6.3 generates invalid code if it is.
  @inline(never)
  private static func isIsolated(_ isolation: (any Actor)?, to subject: Subject) -> Bool {
    isolation === subject
  }

  /// Runs a task on its subject for a machine that lives on the main actor, and sends the task's
  /// events from the main actor.
  private nonisolated(nonsending) static func runElsewhere(
    _ run: @escaping Run, _ subject: Subject, _ send: @escaping Send
  ) async -> Event? {
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    async let last = {
      defer { sender.finish() }
      return await run(subject) { sender.yield($0) }
    }()
    for await event in events { send(event) }
    return await last
  }
}

extension StateMachineSchema where Subject: Actor {
  /// Returns the schema with a closure that is isolated to the subject and commits each transition.
  public func onCommit(
    _ commit:
      @escaping @Sendable (
        _ transition: HandledEvent<State, Event>, _ subject: isolated Subject
      ) throws -> Void
  ) -> StateMachineSchema {
    adding {
      $0.commits.append(
        Commit { transition, subject in
          // The closure is called synchronously. The transition isn't sent anywhere.
          nonisolated(unsafe) let transition = transition
          try subject.assumeIsolated { try commit(transition, $0) }
        })
    }
  }
}

extension StateMachineSchema {
  /// Returns the schema for an actor that holds the subject the schema was written for.
  public func mappingSubject<Outer: Actor>(
    _ map: @escaping @Sendable (_ subject: isolated Outer) -> Subject
  ) -> StateMachineSchema<State, Event, Outer> {
    mapped { subject in
      // The result is read and used on the actor that holds it.
      nonisolated(unsafe) var result: Subject?
      subject.assumeIsolated { result = map($0) }
      return result!
    }
  }
}
