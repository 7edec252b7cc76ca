/// How far a timeout is.
package struct TimeoutProgress: Hashable, Sendable, Codable {
  /// The level of the state it belongs to; 0 for the innermost.
  package let level: Int
  /// The time since it began.
  package var elapsed: Duration
  /// A Boolean value that indicates whether its event has been sent.
  package let isOver: Bool
  /// The position of the region it belongs to; `nil` for the whole state.
  package var region: Int?

  /// The longest time since a timeout began: 1,000 years.
  ///
  /// A far longer one cannot be added to a time of the clock.
  private static let longest = Duration.seconds(1_000 * 365 * 24 * 60 * 60)

  /// A Boolean value that indicates whether a timeout can have begun so long ago.
  package var isPlausible: Bool { .zero...Self.longest ~= elapsed }

  /// Returns how far the timeout is when more time has passed; a clock that was put back takes none away.
  func advanced(by passed: Duration) -> TimeoutProgress {
    var later = self
    later.elapsed = min(elapsed + min(max(passed, .zero), Self.longest), Self.longest)
    return later
  }
}

/// The timeouts of a machine that is resumed.
struct Resumption<Event> {
  /// The timeouts that have not been begun again, in their order.
  private var timeouts: [TimeoutProgress]

  /// The timeouts whose time has come: how long ago, their number and their event.
  var overdue: [(lateness: Duration, number: Int, event: Event)] = []

  init(_ timeouts: [TimeoutProgress], after passed: Duration) {
    self.timeouts = timeouts.map { $0.advanced(by: passed) }
  }

  /// Returns how far the next timeout of an owner is; `nil` if that is not known.
  mutating func next(of owner: BehaviorOwner) -> TimeoutProgress? {
    timeouts.firstIndex { $0.region == owner.region && $0.level == owner.level }
      .map { timeouts.remove(at: $0) }
  }

  /// The timeouts whose time has come, the earliest first.
  var overdueInOrder: [(number: Int, event: Event)] {
    overdue.sorted { ($0.lateness, $1.number) > ($1.lateness, $0.number) }
      .map { ($0.number, $0.event) }
  }
}

// Machines that go on from where they were saved.
extension StateMachine {
  /// The time until the next timeout of the current state sends its event; `nil` if none runs.
  ///
  /// Store it beside what is saved of the machine, and machines that are due are found without making
  /// them:
  ///
  /// ```swift
  /// row.due = machine.timeUntilNextTimeout.map { now + $0 }
  /// ```
  ///
  /// Zero if its time has come and its actor has not had its turn yet.
  ///
  /// - Complexity: O(*n*) in the number of timeouts and tasks of the state.
  public var timeUntilNextTimeout: Duration? {
    pendingTimeouts.map(\.remaining).min()
  }

  /// The timeouts that run in the current state, and the time until each sends its event.
  package var pendingTimeouts: [(duration: Duration, remaining: Duration)] {
    hasActivities ? extras.activities.pendingTimeouts : []
  }

  /// How far the timeouts of the current state are.
  package var timeoutProgress: [TimeoutProgress] {
    hasActivities ? extras.activities.timeoutProgress : []
  }

  /// Enters the state that the machine was created in.
  ///
  /// A new machine is in its state, but has not entered it: that runs the entry actions, and the tasks
  /// of a saved state would begin a second time. Start it once it is in its place and has its clock. The
  /// entry actions of all levels of the state are run, the outermost first, and its timeouts and tasks
  /// begin. No observer is called, because there is no event.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: schema, subject: player, state: saved)
  /// machine.clock = clock
  /// machine.start()  // .moved
  /// machine.start()  // .ignored
  /// ```
  ///
  /// It is a step: events that the actions send are queued and handled before `start` returns.
  ///
  /// - Returns: ``Outcome/moved`` if the state was entered. ``Outcome/ignored`` if the machine was started
  ///   before or has handled an event: a machine is started once, and first.
  ///   ``Outcome/subjectDeallocated`` if there is no subject. ``Outcome/failed(_:)`` with a
  ///   ``QueueOverflowError`` if the actions sent more events than ``maximumQueuedEvents``.
  @discardableResult
  public func start() -> Outcome {
    start { subject in
      let change = schema.storage.change(entering: currentState)
      let entered = enter(currentState, change, subject)
      if entered.isFinal { finish() } else { switchActivities(change, entered, subject) }
    }
  }

  /// Goes on in the state that the machine was created in, in place of entering it: no entry action
  /// runs, tasks begin, timeouts go on, and the events of those whose time has come are sent.
  ///
  /// - Parameters:
  ///   - timeouts: How far the timeouts were.
  ///   - passed: The time since then.
  /// - Returns: The outcome: see ``start()``.
  package func resume(_ timeouts: [TimeoutProgress], after passed: Duration) -> Outcome {
    start { subject in
      let change = schema.storage.change(entering: currentState)
      let entered = enter(currentState, change, subject, runsActions: false)
      guard !entered.isFinal else { return finish() }
      let overdue = extras.activities.resume(timeouts, after: passed) {
        switchActivities(change, entered, subject)
      }
      for timeout in overdue {
        _ = enqueue(timeout.event, from: timeout.number)
        extras.activities.noteEnd(of: timeout.number)
      }
    }
  }

  private func start(_ enter: (Subject) -> Void) -> Outcome {
    if case .deciding = lifecycle {
      fatalError("A guard or the logic of a schema started the machine that asked it.")
    }
    guard lifecycle.start() else { return .ignored }
    guard let subject else {
      lifecycle = .new
      return .subjectDeallocated
    }
    if schema.storage.features.contains(.states) { enter(subject) }
    return complete(after: .moved)
  }
}
