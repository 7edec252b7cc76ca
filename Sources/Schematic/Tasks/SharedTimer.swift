/// The timeouts of all machines that use the same system clock.
///
/// The memory of a sleeping task is freed only when its sleep would have ended, even if the task
/// was canceled long before. Therefore one task sleeps until the earliest timeout is due, and
/// removing a timeout releases its action at once. If a new timeout is due before that task wakes
/// up, another task sleeps until then, and neither is canceled.
final class SharedTimer<SharedClock: Clock>: Sendable where SharedClock.Duration == Duration {
  private let clock: SharedClock
  private let timeouts = Locked(Timeouts<SharedClock.Instant>())

  init(_ clock: SharedClock) {
    self.clock = clock
  }

  /// Calls a function at a given time.
  ///
  /// - Returns: A function that cancels the call.
  func schedule(
    at instant: SharedClock.Instant, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let (number, alarm) = timeouts.withLock { ($0.add(at: instant, action), $0.takeNextAlarm()) }
    setAlarm(at: alarm)
    // The removed action is released outside the lock, because releasing its captures may run the
    // client's code.
    return { [timeouts] in _ = timeouts.withLock { $0.remove(number) } }
  }

  private func setAlarm(at instant: SharedClock.Instant?) {
    guard let instant else { return }
    // Detached, because the task must not keep the task-local values of its caller.
    Task.detached { [self] in
      try? await clock.sleep(until: instant, tolerance: nil)
      let (due, alarm) = timeouts.withLock {
        ($0.takeDue(clock.now, at: instant), $0.takeNextAlarm())
      }
      setAlarm(at: alarm)
      for action in due { action() }
    }
  }
}

/// The scheduled timeouts, and the times at which tasks wake up to run due timeouts.
private struct Timeouts<Instant: InstantProtocol>: Sendable {
  private struct Deadline {
    let instant: Instant
    let number: Int

    /// Returns whether one deadline comes before the other; if both have the same time, the order
    /// of addition decides.
    static func < (one: Deadline, other: Deadline) -> Bool {
      one.instant < other.instant || one.instant == other.instant && one.number < other.number
    }
  }

  private var actions: [Int: @Sendable () -> Void] = [:]
  /// A heap of the deadlines, the earliest first, including some that were removed.
  private var deadlines: [Deadline] = []
  private var lastNumber = 0
  /// The times at which tasks wake up, the earliest last.
  private var alarms: [Instant] = []

  mutating func add(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> Int {
    lastNumber += 1
    actions[lastNumber] = action
    deadlines.append(Deadline(instant: instant, number: lastNumber))
    var child = deadlines.count - 1
    while child > 0, deadlines[child] < deadlines[(child - 1) / 2] {
      deadlines.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return lastNumber
  }

  mutating func remove(_ number: Int) -> (@Sendable () -> Void)? {
    let action = actions.removeValue(forKey: number)
    // Finding a deadline in a heap is slow, so many are removed together. A sorted array is a heap.
    if deadlines.count > 2 * actions.count + 64 {
      deadlines = deadlines.filter { actions[$0.number] != nil }.sorted(by: <)
    }
    return action
  }

  /// Removes the actions that are due and returns them, the earliest first.
  ///
  /// `alarm` is the time at which the calling task was set to wake up.
  mutating func takeDue(_ now: Instant, at alarm: Instant) -> [@Sendable () -> Void] {
    if let index = alarms.lastIndex(of: alarm) { alarms.remove(at: index) }
    var due: [@Sendable () -> Void] = []
    while let next = deadlines.first, next.instant <= now || actions[next.number] == nil {
      removeFirstDeadline()
      if let action = actions.removeValue(forKey: next.number) { due.append(action) }
    }
    return due
  }

  /// Records and returns the time at which another task must wake up, or returns `nil` if no other
  /// task is needed.
  mutating func takeNextAlarm() -> Instant? {
    guard let next = deadlines.first?.instant else { return nil }
    if let earliest = alarms.last, earliest <= next { return nil }
    alarms.append(next)
    return next
  }

  private mutating func removeFirstDeadline() {
    deadlines.swapAt(0, deadlines.count - 1)
    deadlines.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < deadlines.count && deadlines[child] < deadlines[least] {
        least = child
      }
      guard least != parent else { return }
      deadlines.swapAt(parent, least)
      parent = least
    }
  }
}

private let continuousTimer = SharedTimer(ContinuousClock())
private let suspendingTimer = SharedTimer(SuspendingClock())

/// Calls a function at a given time of a system clock.
///
/// - Returns: A function that cancels the call, or `nil` if the clock isn't a system clock.
func scheduleOnSystemClock<SomeClock: Clock>(
  _ clock: SomeClock, at instant: SomeClock.Instant, _ action: @escaping @Sendable () -> Void
) -> (@Sendable () -> Void)? {
  if clock is ContinuousClock, let instant = instant as? ContinuousClock.Instant {
    return continuousTimer.schedule(at: instant, action)
  }
  if clock is SuspendingClock, let instant = instant as? SuspendingClock.Instant {
    return suspendingTimer.schedule(at: instant, action)
  }
  return nil
}
