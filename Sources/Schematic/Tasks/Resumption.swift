/// The progress of a timeout.
package struct TimeoutProgress: Hashable, Sendable, Codable {
  /// The level of the state that the timeout belongs to; 0 for the innermost.
  package let level: Int
  /// The time since the timeout began.
  package var elapsed: Duration
  /// A Boolean value that indicates whether the timeout has ended, usually by sending its event.
  package let isOver: Bool
  /// The name of the region that the timeout belongs to, or `nil` for the whole state.
  ///
  /// A position would be wrong after the regions have been reordered.
  package var region: String?
  /// The length that the subject determined when the state was entered, or `nil` if the length is
  /// fixed.
  package private(set) var namedLength: Duration?

  init(level: Int, elapsed: Duration, isOver: Bool, region: String?, namedLength: Duration?) {
    self.level = level
    self.elapsed = elapsed
    self.isOver = isOver
    self.region = region
    // Limited to the longest accepted time; no timeout waits that long.
    self.namedLength = namedLength.map { max(Self.longest * -1, min($0, Self.longest)) }
  }

  /// The longest accepted time since a timeout began: 1,000 years.
  ///
  /// A clock can't represent times that are much longer ago.
  private static let longest = Duration.seconds(1_000 * 365 * 24 * 60 * 60)

  /// A sentence about an invalid time, or `nil` if all times are valid.
  package var mistake: String? {
    guard .zero...Self.longest ~= elapsed else {
      return "the time since the timeout of level \(level) began is negative, or longer than "
        + "1,000 years"
    }
    guard let namedLength, !(Self.longest * -1...Self.longest ~= namedLength) else { return nil }
    return "the timeout of level \(level) is longer than 1,000 years"
  }

  /// Returns the progress after more time has passed.
  ///
  /// If the clock was set back, the progress stays the same.
  func advanced(by passed: Duration) -> TimeoutProgress {
    var later = self
    later.elapsed = min(elapsed + min(max(passed, .zero), Self.longest), Self.longest)
    return later
  }
}

/// The timeouts of a machine that is being resumed.
struct Resumption<Event> {
  /// The timeouts that haven't resumed yet, in order.
  private var timeouts: [TimeoutProgress]

  /// The timeouts that are overdue, each with its lateness, its number and its event.
  var overdue: [(lateness: Duration, number: Int, event: Event)] = []

  init(_ timeouts: [TimeoutProgress], after passed: Duration) {
    self.timeouts = timeouts.map { $0.advanced(by: passed) }
  }

  /// Removes and returns the progress of an owner's next timeout, or returns `nil` if none is left.
  mutating func takeNext(of owner: BehaviorOwner) -> TimeoutProgress? {
    timeouts.firstIndex { $0.region == owner.region && $0.level == owner.level }
      .map { timeouts.remove(at: $0) }
  }

  /// The overdue timeouts, the earliest first.
  var overdueInOrder: [(number: Int, event: Event)] {
    overdue.sorted { ($0.lateness, $1.number) > ($1.lateness, $0.number) }
      .map { ($0.number, $0.event) }
  }
}

// Machines that continue from a saved state.
extension StateMachine {
  /// The time until the next timeout of the current state sends its event, or `nil` if none is
  /// running.
  ///
  /// Store this time with the saved machine. You can then find the machines that are due without
  /// creating them:
  ///
  /// ```swift
  /// row.due = machine.timeUntilNextTimeout.map { now + $0 }
  /// ```
  ///
  /// The time is zero if a timeout is due but the machine's actor hasn't handled the timeout yet.
  ///
  /// - Complexity: O(*n*) in the number of timeouts and tasks of the state.
  public var timeUntilNextTimeout: Duration? {
    pendingTimeouts.map(\.remaining).min()
  }

  /// The running timeouts of the current state, and the time until each sends its event.
  package var pendingTimeouts: [(sender: EventSender, remaining: Duration)] {
    hasActivities ? extras.activities.pendingTimeouts : []
  }

  /// The senders of the running tasks of the current state.
  package var runningTasks: [EventSender] {
    hasActivities ? extras.activities.runningTasks : []
  }

  /// The progress of the current state's timeouts.
  package var timeoutProgress: [TimeoutProgress] {
    hasActivities ? extras.activities.timeoutProgress : []
  }

  /// Enters the state in which the machine was created.
  ///
  /// A new machine is in its state but hasn't entered it, because entering runs entry actions and
  /// would begin the tasks of a saved state a second time. Start the machine after you have stored
  /// it and set its clock. Starting runs the entry actions of all levels of the state, the
  /// outermost first, and begins the state's timeouts and tasks. Entering calls no observer, because
  /// there is no event.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: schema, subject: player, state: saved)
  /// machine.clock = clock
  /// machine.start()  // .moved
  /// machine.start()  // .ignored
  /// ```
  ///
  /// Starting is a step: events that the actions send are queued and handled before `start`
  /// returns.
  ///
  /// - Returns: ``Outcome/moved`` if the machine entered the state. ``Outcome/ignored`` if it has
  ///   already started or has handled an event. ``Outcome/subjectDeallocated`` if the subject no
  ///   longer exists. ``Outcome/failed(_:)`` with a ``QueueOverflowError`` if the actions caused
  ///   more events than ``maximumQueuedEvents``.
  @discardableResult
  public func start() -> Outcome {
    start { subject in
      let change = schema.storage.change(entering: currentState)
      let entered = enter(currentState, change, subject)
      if entered.isFinal { finish() } else { switchActivities(change, entered, subject) }
    }
  }

  /// Resumes in the state in which the machine was created, without entering it.
  ///
  /// No entry action runs, tasks begin, timeouts continue, and overdue timeouts send their events.
  ///
  /// `passed` is the time since the progress was saved.
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
    return drainQueue(after: .moved)
  }
}
