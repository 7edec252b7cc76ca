/// The asynchronous task of a state, with its name in diagrams.
@frozen @usableFromInline
struct StateTask<Event, Subject> {
  @usableFromInline typealias Send = StateBehavior<Event, Subject>.Send

  /// A task without isolation of its own, which runs on the machine's actor.
  @frozen @usableFromInline
  struct Nonisolated<Result> {
    @usableFromInline
    let run: nonisolated(nonsending) (Subject, @escaping Send) async -> Result

    @inlinable
    init(_ run: nonisolated(nonsending) @escaping (Subject, @escaping Send) async -> Result) {
      self.run = run
    }
  }

  @frozen @usableFromInline
  struct OnMainActor<Result>: Sendable {
    @usableFromInline let run: @MainActor (Subject, @escaping Send) async -> Result

    @inlinable
    init(_ run: @escaping @MainActor (Subject, @escaping Send) async -> Result) {
      self.run = run
    }
  }

  // Four cases, so that these closures need no wrapper closure. A wrapper would allocate memory
  // whenever the schema gives this answer.
  @frozen @usableFromInline
  enum Body {
    case nonisolated(Nonisolated<Event?>)
    case nonisolatedWithoutEvent(Nonisolated<Void>)
    case mainActor(OnMainActor<Event?>)
    case mainActorWithoutEvent(OnMainActor<Void>)
  }

  @usableFromInline let label: String?
  @usableFromInline let body: Body

  @inlinable
  init(_ label: String?, _ body: Body) {
    self.label = label
    self.body = body
  }

  /// Returns the task translated to other events and another subject.
  func mapping<OuterEvent, OuterSubject>(
    _ outerEvent: @escaping @Sendable (Event) -> OuterEvent,
    _ inner: @escaping @Sendable (OuterSubject) -> Subject
  ) -> StateTask<OuterEvent, OuterSubject> {
    StateTask<OuterEvent, OuterSubject>(
      label,
      .nonisolated(
        .init { subject, send in
          await run(inner(subject)) { send(outerEvent($0)) }.map(outerEvent)
        }))
  }

  /// Runs the task; call this on the actor that the machine lives on.
  ///
  /// - Returns: The event that the task ends with, or `nil` for none.
  nonisolated(nonsending) func run(_ subject: Subject, _ send: @escaping Send) async -> Event? {
    // Only a machine on the main actor begins a task of the main actor, so nothing leaves that
    // actor.
    nonisolated(unsafe) let (isolatedSubject, isolatedSend) = (subject, send)
    nonisolated(unsafe) var event: Event?
    switch body {
    case .nonisolated(let task): return await task.run(subject, send)
    case .nonisolatedWithoutEvent(let task): await task.run(subject, send)
    case .mainActor(let task):
      await { @MainActor in event = await task.run(isolatedSubject, isolatedSend) }()
    case .mainActorWithoutEvent(let task):
      await { @MainActor in await task.run(isolatedSubject, isolatedSend) }()
    }
    return event
  }
}

extension StateBehavior {
  /// The function that adds an asynchronous task to an answer.
  @frozen
  public struct TaskFunction<Answer: StateAnswer<Event, Subject>> {
    /// A function that sends an event to the machine unless the state has been left.
    public typealias Send = StateBehavior.Send

    @usableFromInline var behavior: StateBehavior

    @inlinable
    init(addingTo behavior: StateBehavior) { self.behavior = behavior }

    @inlinable
    consuming func adding(
      _ label: String?, _ fileID: StaticString, _ line: UInt,
      _ body: StateTask<Event, Subject>.Body
    ) -> Answer {
      SourceRecord.note(.behavior(.task), label, fileID, line)
      if behavior.task != nil { behavior.makeRoom() }
      behavior.task = StateTask(label, body)
      return Answer(_behavior: behavior)
    }
  }
}

// The overloads for tasks that end without an event require a label. This makes Swift choose them
// for a closure with several statements and no result, and the other overloads for a closure that
// is a single call returning an event.

extension StateBehavior.TaskFunction where Answer == StateBehavior<Event, Subject> {
  /// Adds an asynchronous task that ends with an event.
  ///
  /// - Parameters:
  ///   - label: The name of the task in diagrams.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - run: The task, which runs on the machine's actor. It returns the last event to send, or
  ///     `nil` for none. Its parameters are the subject and a function that sends an event. Call
  ///     that function on the machine's actor.
  /// - Returns: The answer. Nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Event?
  ) -> Answer {
    adding(label, fileID, line, .nonisolated(.init(run)))
  }

  /// Adds an asynchronous task that ends without an event.
  ///
  /// The label is required.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      nonisolated(nonsending) @escaping (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> Answer {
    adding(label, fileID, line, .nonisolatedWithoutEvent(.init(run)))
  }
}

extension StateBehavior.TaskFunction
where Answer == StateBehavior<Event, Subject>, Subject: Actor, Event: Sendable {
  /// Adds an asynchronous task that is isolated to the subject and ends with an event.
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Event?
  ) -> Answer {
    adding(label, fileID, line, .nonisolated(.init { await IsolatedTask.run(run, $0, $1) }))
  }

  /// Adds an asynchronous task that is isolated to the subject and ends without an event.
  ///
  /// The label is required.
  public func callAsFunction(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (_ subject: isolated Subject, _ send: @escaping Send) async -> Void
  ) -> Answer {
    adding(
      label, fileID, line,
      .nonisolatedWithoutEvent(
        .init {
          _ = await IsolatedTask.run(
            { (subject: isolated Subject, send: @escaping Send) in
              await run(subject, send); return nil
            }, $0, $1)
        }))
  }
}

extension StateBehavior.TaskFunction where Answer == StateBehavior<Event, Subject>.OnMainActor {
  /// Adds an asynchronous task that is isolated to the main actor and ends with an event.
  @inlinable
  public func callAsFunction(
    _ label: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Event?
  ) -> Answer {
    adding(label, fileID, line, .mainActor(.init(run)))
  }

  /// Adds an asynchronous task that is isolated to the main actor and ends without an event.
  ///
  /// The label is required.
  @inlinable
  public func callAsFunction(
    _ label: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @MainActor (_ subject: Subject, _ send: @escaping Send) async -> Void
  ) -> Answer {
    adding(label, fileID, line, .mainActorWithoutEvent(.init(run)))
  }
}

/// The functions that run a task isolated to its subject.
private enum IsolatedTask<Event: Sendable, Subject: Actor> {
  typealias Send = (Event) -> Void
  typealias Run = @Sendable (isolated Subject, @escaping Send) async -> Event?

  nonisolated(nonsending) static func run(
    _ run: @escaping Run, _ subject: Subject, _ send: @escaping Send
  ) async -> Event? {
    guard isIsolated(#isolation, to: subject) else { return await runElsewhere(run, subject, send) }
    // Sound because this function runs on the subject, too.
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
