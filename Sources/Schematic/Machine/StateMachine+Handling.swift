extension StateMachine {
  /// Handles an event to completion and says what became of it.
  ///
  /// One step decides by the rules, calls the exit hooks, changes the state, runs the action, which
  /// sees the new state, calls the entry hooks, and tells the observers. An action that throws
  /// leaves the state as it was.
  ///
  /// An event that arrives during a step is queued and handled after it, in order of arrival, before
  /// the outermost `handle` returns (UML's run to completion: OMG UML 2.5.1, §14.2.3.9.1). It meets
  /// the state that it finds then, which need not be the one it was sent in.
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
  @inlinable
  @inline(__always)
  @discardableResult
  public func handle(_ event: Event) -> Outcome {
    if case .ready = phase { return plainStep(event) }
    if case .readyIfAlive = phase { return weakPlainStep(event) }
    return handle(event, ofActivity: nil)
  }

  /// Handles an event that a timeout or work may have sent.
  @inlinable
  @inline(never)
  func handle(_ event: Event, ofActivity activity: Int?) -> Outcome {
    switch phase {
    case .handling: return enqueue(event, ofActivity: activity)
    case .deciding: refuse(event)
    case .new:
      phase = rest
      return handle(event)
    case .idle where schema.storage.isPlain && value != nil:
      return plainValueStep(event)
    case .idle, .ready, .readyIfAlive: break
    }
    phase = .handling
    defer { phase = rest }
    return complete(step(event))
  }

  @usableFromInline
  func refuse(_ event: Event) -> Never {
    // Not a precondition: that would keep its words to itself in release builds.
    fatalError(
      "A guard or the logic of a schema sent \(event) while it was being asked; send from actions."
    )
  }

  @inlinable
  @inline(never)
  func enqueue(_ event: Event, ofActivity activity: Int?) -> Outcome {
    isQueueUsed = true
    let extras = extras
    let bound = extras.queueBound
    let name = extras.queue.wantsName(bound: bound) ? String(describing: event) : nil
    let entry = EventQueue.Entry(event: event, activity: activity)
    return extras.queue.append(entry, named: name, bound: bound).map(Outcome.failed) ?? .queued
  }

  /// Handles what was sent during a step, until nothing waits.
  ///
  /// - Parameter outcome: What became of the event that the run began with.
  /// - Returns: The same, or that what it caused passed the bound of the queue.
  @inlinable
  @inline(never)
  func complete(_ outcome: consuming Outcome) -> Outcome {
    guard isQueueUsed else { return outcome }
    let extras = extras
    while let next = extras.queue.takeFirst() {
      if !isLate(next) { _ = nextStep(next.event) }
    }
    isQueueUsed = false
    if let overflow = extras.queue.finishRun() { return .failed(overflow) }
    return outcome
  }

  /// Handles one of the events that were sent during a step.
  @inlinable
  @inline(__always)
  func nextStep(_ event: Event) -> Outcome {
    switch rest {
    case .ready: ownedStep(event)
    case .readyIfAlive: weakStep(event)
    default: step(event)
    }
  }

  /// Whether a waiting event comes from a state that was left meanwhile: it must not act on a later
  /// one.
  @inlinable
  func isLate(_ entry: EventQueue<Event>.Entry) -> Bool {
    entry.activity.map { !isRunning($0) } ?? false
  }

  @usableFromInline
  func isRunning(_ activity: Int) -> Bool {
    extras.activities.isRunning(activity)
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
