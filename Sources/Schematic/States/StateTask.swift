/// The asynchronous task of a state, with its name in diagrams.
@frozen @usableFromInline
struct StateTask<Event, Subject> {
  @usableFromInline typealias Send = StateBehavior<Event, Subject>.Send

  /// A task that has no isolation of its own, and so runs on its caller's actor, which is the
  /// machine's.
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

  // Each closure keeps its type. A wrapper closure would allocate memory whenever the schema gives
  // this answer.
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

  /// Runs the task on the actor that the machine lives on.
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
