import Foundation

/// A clock that stands still until a test moves it, and wakes its sleepers one by one when the test says so.
///
/// A `ManualClock` wakes all that are due at once, and then their order is nobody's.
final class PatientClock: Clock, @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  // All mutable state is used only while this lock is held, which makes the clock `Sendable`.
  private let lock = NSLock()
  private var current = ContinuousClock.now
  private var sleepers: [Int: Sleeper] = [:]
  private var lastNumber = 0

  var now: Instant { lock.withLock { current } }
  var minimumResolution: Duration { .zero }
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// A Boolean value that indicates whether two are to be woken at the same time.
  var isTied: Bool {
    lock.withLock {
      let deadlines = sleepers.values.map(\.deadline)
      return deadlines.min().map { first in deadlines.count { $0 == first } > 1 } ?? false
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCanceled = lock.withLock {
          if Task.isCancelled { return true }
          sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isCanceled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = lock.withLock { sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func move(by duration: Duration) {
    lock.withLock { current = current.advanced(by: duration) }
  }

  /// Wakes the sleeper that is due first.
  func wakeFirst() {
    let sleeper = lock.withLock {
      let first = sleepers.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      return first.flatMap { sleepers.removeValue(forKey: $0.key) }
    }
    sleeper?.continuation.resume()
  }
}
