/// How far a timeout is.
package struct TimeoutProgress: Hashable, Sendable, Codable {
  /// The level of the state it belongs to; 0 for the innermost.
  package let level: Int
  /// The time since it began.
  package var elapsed: Duration
  /// A Boolean value that indicates whether its event has been sent.
  package let isOver: Bool
  /// The position of the part it belongs to, counted from 1; `nil` for the whole state.
  package var part: Int?
}

/// The timeouts of a machine that is resumed.
struct Resumption<Event> {
  /// The timeouts that have not been begun again, in their order.
  private var timeouts: [TimeoutProgress]

  /// The timeouts whose time has come: how long ago, their number and their event.
  var overdue: [(lateness: Duration, number: Int, event: Event)] = []

  init(_ timeouts: [TimeoutProgress], after passed: Duration) {
    self.timeouts = timeouts.map { timeout in
      var timeout = timeout
      timeout.elapsed += passed
      return timeout
    }
  }

  /// Returns how far the next timeout of a part, 0 for the whole state, and a level is; `nil` where
  /// it is not known.
  mutating func next(part: Int, level: Int) -> TimeoutProgress? {
    timeouts.firstIndex { ($0.part ?? 0) == part && $0.level == level }
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
  /// The time until the next timeout of the current state sends its event; `nil` where none runs.
  ///
  /// Store it beside what is saved of the machine, and machines that are due are found without making
  /// them:
  ///
  /// ```swift
  /// row.due = machine.timeUntilNextTimeout.map { now + $0 }
  /// ```
  ///
  /// Zero where its time has come and its actor has not had its turn yet.
  ///
  /// - Complexity: O(*n*) in the number of timeouts and work of the state.
  public var timeUntilNextTimeout: Duration? {
    pendingTimeouts.map(\.remaining).min()
  }

  /// The timeouts that run in the current state, and the time until each sends its event.
  package var pendingTimeouts: [(duration: Duration, remaining: Duration)] {
    guard schema.storage.features.contains(.activities) else { return [] }
    return existingExtras?.activities.pendingTimeouts ?? []
  }

  /// How far the timeouts of the current state are.
  package var timeoutProgress: [TimeoutProgress] {
    guard schema.storage.features.contains(.activities) else { return [] }
    return existingExtras?.activities.timeoutProgress ?? []
  }

  /// Goes on in the state that the machine was created in, in place of entering it: no entry action
  /// runs, work begins, timeouts go on, and those whose time has come are sent.
  ///
  /// - Parameters:
  ///   - timeouts: How far the timeouts were.
  ///   - passed: The time since then.
  /// - Returns: The outcome: see `enter()`.
  package func resume(_ timeouts: [TimeoutProgress], after passed: Duration) -> Outcome {
    guard phase != .deciding else {
      fatalError("A guard or the logic of a schema resumed the machine that asked it.")
    }
    guard phase == .new || phase == .newAndObserved else { return .ignored }
    phase = .handling
    guard let subject else {
      phase = restingPhase
      return .subjectGone
    }
    if schema.storage.features.contains(.parts) { changeAllParts() }
    if schema.storage.features.contains(.activities) {
      let overdue = extras.activities.resume(timeouts, after: passed) {
        switchActivities(PathChange(entering: currentState), subject)
      }
      for timeout in overdue {
        _ = enqueue(timeout.event, ofActivity: timeout.number)
        extras.activities.noteEnd(of: timeout.number)
      }
    }
    return complete(.moved)
  }
}
