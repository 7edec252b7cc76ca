import Foundation

/// A clock that stands still until a test advances it.
///
/// With this clock, you can test a machine's timeouts without waiting.
///
/// ```swift
/// let clock = ManualClock()
/// machine.clock = clock
/// machine.handle(.fetch)
/// clock.advance(by: .seconds(30))  // the machine is sent .timeout, when its actor has its turn
/// ```
///
/// The machine handles the events of its timeouts on its own actor. Let that actor run before you
/// check the state: `try await machine.waitUntil(within: .seconds(30)) { $0 == .idle }` does so, and
/// advances the clock if necessary.
public final class ManualClock: Clock, @unchecked Sendable {
  /// An instant of the clock.
  ///
  /// A new clock shows the current time of `ContinuousClock`.
  public typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // All mutable state is used only while this lock is held, which makes the clock `Sendable`.
  private let lock = NSLock()
  private let start: Instant
  private var current: Instant
  private var sleepers: [Int: Sleeper] = [:]
  private var lastNumber = 0

  /// Creates a clock.
  public init() {
    start = .now
    current = start
  }

  /// The time that the clock shows.
  public var now: Instant { lock.withLock { current } }

  /// The smallest step of the clock: zero, because it advances by any duration.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that are sleeping.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// The time at which the next sleeping task wakes, measured from the clock's creation, or `nil`
  /// if none sleeps.
  package var earliest: Duration? {
    lock.withLock { sleepers.values.map(\.deadline).min().map { start.duration(to: $0) } }
  }

  /// The time until the next sleeping task wakes, or `nil` if none sleeps.
  var timeUntilNextSleeper: Duration? {
    lock.withLock { sleepers.values.map(\.deadline).min().map { current.duration(to: $0) } }
  }

  /// Waits until the clock has advanced to a time.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ends: Result<Void, any Error>? = lock.withLock {
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= current { return .success(()) }
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let ends { continuation.resume(with: ends) }
      }
    } onCancel: {
      let sleeper = lock.withLock { sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock, and wakes the tasks that are due, the earliest first.
  ///
  /// - Parameter duration: The duration by which the clock advances.
  public func advance(by duration: Duration) {
    let woken = lock.withLock {
      current = current.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= current }
      for number in due.keys { sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
