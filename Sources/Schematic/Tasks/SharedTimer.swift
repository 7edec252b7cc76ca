import CSchematicAtomics

/// The timeouts of all machines that are measured with one clock of the system.
///
/// The memory of a task that sleeps is freed when its time would have come, even if the task was canceled
/// long before. So one task sleeps until the earliest timeout is due, and a timeout that is left frees
/// its memory at once. A task that sleeps for too long is joined by another one and not canceled: there
/// are at most as many as timeouts of different durations.
final class SharedTimer<SharedClock: Clock>: Sendable where SharedClock.Duration == Duration {
  private let clock: SharedClock
  private let timeouts = Locked(Timeouts<SharedClock.Instant>())

  init(_ clock: SharedClock) {
    self.clock = clock
  }

  /// Calls a function once a time has come.
  ///
  /// - Returns: A function that prevents that.
  func schedule(
    at instant: SharedClock.Instant, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let (number, alarm) = timeouts.withLock { ($0.add(at: instant, action), $0.nextAlarm()) }
    setAlarm(at: alarm)
    // What the action holds is released after the lock, because it may run code of a client.
    return { [timeouts] in _ = timeouts.withLock { $0.remove(number) } }
  }

  private func setAlarm(at instant: SharedClock.Instant?) {
    guard let instant else { return }
    // Detached, because it must not hold the task-local values of whoever happens to be first.
    Task.detached { [self] in
      try? await clock.sleep(until: instant, tolerance: nil)
      let (due, alarm) = timeouts.withLock { ($0.takeDue(clock.now, at: instant), $0.nextAlarm()) }
      setAlarm(at: alarm)
      for action in due { action() }
    }
  }
}

/// The timeouts that have not come, and the times at which a task looks for those that have.
private struct Timeouts<Instant: InstantProtocol>: Sendable {
  private struct Deadline {
    let instant: Instant
    let number: Int

    /// Returns whether it comes first; of two at the same time, the one that was added first.
    static func < (one: Deadline, other: Deadline) -> Bool {
      one.instant < other.instant || one.instant == other.instant && one.number < other.number
    }
  }

  private var actions: [Int: @Sendable () -> Void] = [:]
  /// The deadlines of the actions, and of some that were removed: a heap, the earliest first.
  private var deadlines: [Deadline] = []
  private var lastNumber = 0
  /// The times at which a task wakes up, the earliest last.
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
    // Finding a deadline in a heap takes long, so many are removed together. A sorted array is a heap.
    if deadlines.count > 2 * actions.count + 64 {
      deadlines = deadlines.filter { actions[$0.number] != nil }.sorted(by: <)
    }
    return action
  }

  /// Removes the actions whose time has come, the earliest first.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - alarm: The time for which the task was set that has woken up.
  /// - Returns: The actions.
  mutating func takeDue(_ now: Instant, at alarm: Instant) -> [@Sendable () -> Void] {
    if let index = alarms.lastIndex(of: alarm) { alarms.remove(at: index) }
    var due: [@Sendable () -> Void] = []
    while let next = deadlines.first, next.instant <= now || actions[next.number] == nil {
      removeFirstDeadline()
      if let action = actions.removeValue(forKey: next.number) { due.append(action) }
    }
    return due
  }

  /// Returns the time at which one more task must wake up; `nil` if one does by then.
  mutating func nextAlarm() -> Instant? {
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

/// A value that one thread at a time uses. Swift's own needs newer systems than the ones we serve.
// Sound because the value is only reached while the lock is held.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = schematic_make_lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  deinit { schematic_free_lock(lock) }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    schematic_lock(lock)
    defer { schematic_unlock(lock) }
    return body(&value)
  }
}

private let continuousTimer = SharedTimer(ContinuousClock())
private let suspendingTimer = SharedTimer(SuspendingClock())

/// Calls a function once a time of a clock of the system has come.
///
/// - Returns: A function that prevents that; `nil` if the clock is another one.
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
